#include <algorithm>
#include <cassert>
#include <cerrno>
#include <optional>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/page_vector.h"
#include "portolan/core/platform.h"
#include "portolan/io/file.h"
#include "portolan/io/file_error.h"
#include "portolan/io/input_file.h"
#include "portolan/validation/check_in_pieces.h"

namespace portolan::detail {

struct OpenedFile {
  InputFile file;
  std::string begun;  ///< What has been read of a stream.
};

namespace {

namespace fs = std::filesystem;

const char* remedy(int code) {
  switch (code) {
    case ENOENT: return "; check the name and that its folder exists";
    case EACCES:
    case EPERM:
    case EROFS: return "; check the permissions";
#if PORTOLAN_LINUX
    case EDQUOT:
#endif
    case ENOSPC: return "; free some space";
    case EISDIR: return "; name a file";
    case ELOOP: return "; remove the links that lead in a circle";
    default: return "";
  }
}

/// All of it, in memory that grows with what has been read.
Result<std::string> read_all(OpenedFile input, const fs::path& path, std::uint64_t max_bytes) {
  std::string text = std::move(input.begun);
  std::size_t filled = text.size();
  // One byte more than expected, so that the end is seen without asking for more memory.
  for (std::size_t size = std::max<std::size_t>(input.file.size(), filled) + 1;;
       size = std::max<std::size_t>(2 * size, 65536)) {
    text.resize(size);
    const auto got = input.file.read_up_to(text.data() + filled, size - filled);
    if (!got) return system_error(path, "read", errno);
    filled += *got;
    if (filled > max_bytes) return too_large(path, max_bytes);
    if (filled < size) break;
  }
  text.resize(filled);
  return text;
}

/// Memory on the boundary that SharedBytes promises; null when there is not enough.
std::shared_ptr<std::byte> allocate_aligned(std::size_t size) {
  static_assert(SharedBytes::kAlignment == kTableAlignment);
  void* memory = allocate_table(size);
  if (memory == nullptr) return nullptr;
  return {static_cast<std::byte*>(memory), [=](std::byte* bytes) { free_table(bytes, size); }};
}

Error out_of_memory(std::size_t size) {
  return Error{"not enough memory for " + std::to_string(size) + " bytes; close other programs"};
}

}  // namespace

Error too_large(const fs::path& path, std::uint64_t max_bytes) {
  return Error{path.string() + ": has more than the " + std::to_string(max_bytes) +
               " bytes that a file of this kind may have; check that it is the right file"};
}

Error system_error(const fs::path& path, const char* what, int code) {
  return Error{path.string() + ": cannot be " + what + ": " +
               std::generic_category().message(code) + remedy(code)};
}

Result<SharedBytes> make_shared_bytes(std::span<const std::byte> bytes) {
  auto memory = allocate_aligned(bytes.size());
  if (!memory) return out_of_memory(bytes.size());
  std::copy(bytes.begin(), bytes.end(), memory.get());
  return SharedBytes{std::move(memory), bytes.size()};
}

BegunFile::BegunFile(fs::path path) : path_(std::move(path)) {}
BegunFile::BegunFile(BegunFile&& other) noexcept = default;
BegunFile& BegunFile::operator=(BegunFile&& other) noexcept = default;
BegunFile::~BegunFile() = default;

Result<OpenedFile> open_file(BegunFile begun) {
  if (begun.begun_ != nullptr) return std::move(*begun.begun_);
  auto file = InputFile::open(begun.path_);
  if (!file) return file.error();
  return OpenedFile{std::move(*file), {}};
}

std::string BegunFile::read_start(std::size_t count) {
  if (begun_ == nullptr) {
    auto opened = open_file(path_);
    if (!opened) return {};
    begun_ = std::make_unique<OpenedFile>(std::move(*opened));
  }
  const std::size_t before = std::min(begun_->begun.size(), count);
  std::string start = begun_->begun.substr(0, before);
  start.resize(count);
  start.resize(before + begun_->file.read_up_to(start.data() + before, count - before).value_or(0));
  if (start.size() > begun_->begun.size()) begun_->begun = start;
  if (!begun_->file.is_stream()) begun_ = nullptr;  // it can be read from its beginning again
  return start;
}

Result<std::string> read_file(BegunFile file, std::uint64_t max_bytes) {
  const fs::path path = file.path();
  auto input = open_file(std::move(file));
  if (!input) return input.error();
  if (input->file.size() > max_bytes) return too_large(path, max_bytes);
  return read_all(std::move(*input), path, max_bytes);
}

Result<PartlyReadFile> PartlyReadFile::open(BegunFile begun, std::uint64_t max_bytes) {
  PartlyReadFile file;
  file.path_ = begun.path();
  auto input = open_file(std::move(begun));
  if (!input) return input.error();
  const std::uint64_t size = input->file.size();
  if (size > max_bytes) return too_large(file.path_, max_bytes);
  if (size == 0) {  // A stream, or empty.
    const auto text = read_all(std::move(*input), file.path_, max_bytes);
    if (!text) return text.error();
    auto bytes = make_shared_bytes(std::as_bytes(std::span(*text)));
    if (!bytes) return bytes.error();
    file.bytes_ = std::move(*bytes);
    return file;
  }
  file.memory_ = allocate_aligned(size);
  if (!file.memory_) return Error{file.path_.string() + ": " + out_of_memory(size).message};
  file.file_ = std::make_shared<OpenedFile>(std::move(*input));
  file.bytes_ = SharedBytes{file.memory_, size};
  return file;
}

Result<Done> PartlyReadFile::read(std::uint64_t offset, std::uint64_t size) {
  if (file_ == nullptr) return Done{};
  assert(offset <= bytes_.size && size <= bytes_.size - offset);
  const auto got =
      file_->file.read_at(offset, reinterpret_cast<char*>(memory_.get()) + offset, size);
  if (!got) return system_error(path_, "read", errno);
  if (*got == size) return Done{};
  return Error{path_.string() + ": became shorter while it was read; try again"};
}

Result<SharedBytes> read_shared_bytes(BegunFile file, std::uint64_t max_bytes,
                                      const ParallelFor& parallel) {
  constexpr std::uint64_t kPiece = 16 * kHugePage;
  auto input = PartlyReadFile::open(std::move(file), max_bytes);
  if (!input) return input.error();
  const std::uint64_t size = input->bytes().size;
  const auto pieces = narrow<std::uint32_t>(size / kPiece + 1);
  const auto read = [&](std::uint32_t begin, std::uint32_t end) {
    return input->read(begin * kPiece, std::min(end * kPiece, size) - begin * kPiece);
  };
  if (auto good = check_in_pieces(parallel, pieces, 1, read); !good) return good.error();
  return input->bytes();
}

}  // namespace portolan::detail
