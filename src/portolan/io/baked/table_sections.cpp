#include "portolan/io/baked/table_sections.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace portolan::detail {
namespace {

constexpr Tag kChoices = "TABL";
constexpr Tag kConnect = "CONN";
constexpr Tag kLinks = "LINK";
constexpr Tag kLabels = "LABL";
constexpr Tag kShortcuts = "CUTS";

// The arrays of each part, in the order in which they are stored; `part` may be constant.

template <class Entries, class F>
void for_each_entry_array(Entries& entries, F&& f) {
  f(entries.narrow);
  f(entries.wide);
  f(entries.ranks);
  f(entries.steps);
  f(entries.wide_steps);
}

template <class Links, class F>
void for_each_link_array(Links& links, F&& f) {
  f(links.gates);
  f(links.links);
  f(links.targets);
  f(links.cell_begin);
  f(links.rows);
  f(links.cell_place);
  f(links.least_common);
}

template <class Labels, class F>
void for_each_label_array(Labels& labels, F&& f) {
  f(labels.costs);
  f(labels.steps);
  f(labels.wide_steps);
  f(labels.back_begin);
  for (auto& exits : labels.exits) {
    f(exits.begin);
    f(exits.targets);
  }
}

template <class Shortcuts, class F>
void for_each_shortcut_array(Shortcuts& table, F&& f) {
  f(table.tree.supernodes);
  f(table.tree.ups);
  f(table.tree.supernode_of);
  f(table.shortcuts.begin[0]);
  f(table.shortcuts.begin[1]);
  f(table.shortcuts.entries);
  f(table.lowers.begin);
  f(table.lowers.supernodes);
}

void write_choice(const Tables& tables, ByteWriter& out) {
  const Tables::Choice& choice = tables.choice();
  out.u8(static_cast<std::uint8_t>(choice.far));
  out.u8(choice.connect ? 1 : 0);
  out.u8(static_cast<std::uint8_t>(tables.connect().paths()));
  out.u8(tables.connect().directed() ? 1 : 0);
  out.u64(choice.connect_bytes);
  out.u64(choice.labels_bytes);
  out.u64(choice.shortcuts_bytes);
  out.f64(tables.build_ms());
  out.string(choice.reason);
}

/// What has to be known of each snapshot's tables before the arrays are read.
struct StoredChoice {
  StoredTables tables;
  ConnectPaths paths = ConnectPaths::descend;
  bool directed = false;
};

StoredChoice read_choice(ByteReader& in) {
  StoredChoice stored;
  Tables::Choice& choice = stored.tables.choice;
  const std::uint8_t far = in.u8();
  const std::uint8_t connect = in.u8();
  const std::uint8_t paths = in.u8();
  const std::uint8_t directed = in.u8();
  choice.connect_bytes = in.u64();
  choice.labels_bytes = in.u64();
  choice.shortcuts_bytes = in.u64();
  stored.tables.build_ms = in.f64();
  choice.reason = in.string();
  if (far > static_cast<std::uint8_t>(FarMethod::labels)) in.fail("there are no such tables");
  if (paths > static_cast<std::uint8_t>(ConnectPaths::steps)) in.fail("there are no such paths");
  if (connect > 1 || directed > 1) in.fail("a choice is neither yes nor no");
  if (!std::isfinite(stored.tables.build_ms)) in.fail("the build time is no number");
  choice.far = static_cast<FarMethod>(far);
  choice.connect = connect == 1;
  stored.paths = static_cast<ConnectPaths>(paths);
  stored.directed = directed == 1;
  return stored;
}

/// Reads one section for all snapshots, whose arrays follow each other.
class ArrayReader {
 public:
  ArrayReader(ByteReader in, const SharedBytes& file) : in_(std::move(in)), file_(file) {}

  template <class T>
  void operator()(SharedArray<T>& array) {
    const auto values = in_.view<T>();
    array = SharedArray<T>(file_.data, values.data(), values.size());
  }
  Result<Done> finish() { return in_.finish(); }

 private:
  ByteReader in_;
  SharedBytes file_;
};

/// Calls read(snapshot, reader) for all of them, if the file has the section.
template <class Read>
Result<Done> read_section(const Container& file, Tag tag, std::vector<StoredChoice>& stored,
                          Read read) {
  if (!file.has(tag)) return Done{};
  auto in = file.reader(tag);
  if (!in) return in.error();
  ArrayReader reader(std::move(*in), file.bytes());
  for (StoredChoice& one : stored) read(one, reader);
  return reader.finish();
}

void write_connect(const ConnectTable& table, ByteWriter& out) {
  const auto put = [&out](const auto& array) { out.borrow_array(array.span()); };
  put(table.cells(false));
  if (table.directed()) put(table.cells(true));
  for_each_entry_array(table.entries(), put);
}

void read_connect(StoredChoice& one, ArrayReader& reader) {
  if (!one.tables.choice.connect) return;
  SharedArray<ConnectTable::Cell> cells[2];
  ConnectTable::Entries entries;
  reader(cells[0]);
  if (one.directed) reader(cells[1]);
  for_each_entry_array(entries, reader);
  one.tables.parts.connect =
      ConnectTable(one.paths, std::move(cells[0]), std::move(cells[1]), std::move(entries));
}

bool is(const StoredChoice& one, FarMethod far) { return one.tables.choice.far == far; }

}  // namespace

std::vector<std::pair<Tag, PiecedBytes>> table_sections(const std::vector<Tables>& tables) {
  ByteWriter choices;
  ByteWriter connect;
  ByteWriter links;
  ByteWriter labels;
  ByteWriter shortcuts;
  const auto into = [](ByteWriter& out) {
    return [&out](const auto& array) { out.borrow_array(array.span()); };
  };
  bool any = false;
  for (const Tables& one : tables) {
    any = any || !one.choice().reason.empty();
    write_choice(one, choices);
    if (!one.connect().empty()) write_connect(one.connect(), connect);
    if (one.answer()) for_each_link_array(one.links(), into(links));
    if (one.choice().far == FarMethod::labels) for_each_label_array(one.labels(), into(labels));
    if (one.choice().far == FarMethod::shortcuts)
      for_each_shortcut_array(one.shortcuts(), into(shortcuts));
  }
  std::vector<std::pair<Tag, PiecedBytes>> sections;
  if (!any) return sections;
  sections.emplace_back(kChoices, choices.take_pieces());
  for (auto& [tag, out] : {std::pair<Tag, ByteWriter*>{kConnect, &connect},
                           {kLinks, &links},
                           {kLabels, &labels},
                           {kShortcuts, &shortcuts}}) {
    if (out->size() > 0) sections.emplace_back(tag, out->take_pieces());
  }
  return sections;
}

Result<Tables::Choice> read_first_choice(const Container& file) {
  if (!file.has(kChoices)) return Tables::Choice{};
  auto in = file.reader(kChoices);
  if (!in) return in.error();
  StoredChoice stored = read_choice(*in);
  if (!in->ok()) return in->finish().error();
  return std::move(stored.tables.choice);
}

Result<std::vector<StoredTables>> read_tables(const Container& file, std::size_t count) {
  std::vector<StoredChoice> stored(count);
  if (file.has(kChoices)) {
    auto in = file.reader(kChoices);
    if (!in) return in.error();
    for (StoredChoice& one : stored) one = read_choice(*in);
    if (auto read = in->finish(); !read) return read.error();
  }
  const auto read_links = [](StoredChoice& one, ArrayReader& reader) {
    if (!is(one, FarMethod::search)) for_each_link_array(one.tables.parts.links, reader);
  };
  const auto read_labels = [](StoredChoice& one, ArrayReader& reader) {
    if (is(one, FarMethod::labels)) for_each_label_array(one.tables.parts.labels, reader);
  };
  const auto read_shortcuts = [](StoredChoice& one, ArrayReader& reader) {
    if (is(one, FarMethod::shortcuts)) for_each_shortcut_array(one.tables.parts.shortcuts, reader);
  };
  for (const auto& read : {read_section(file, kConnect, stored, read_connect),
                           read_section(file, kLinks, stored, read_links),
                           read_section(file, kLabels, stored, read_labels),
                           read_section(file, kShortcuts, stored, read_shortcuts)}) {
    if (!read) return read.error();
  }
  std::vector<StoredTables> tables;
  for (StoredChoice& one : stored) tables.push_back(std::move(one.tables));
  return tables;
}

}  // namespace portolan::detail
