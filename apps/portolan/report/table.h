#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::detail::cli {

/// Rows of text in columns; the first row is the heading, the first column is left-aligned.
class Table {
 public:
  explicit Table(std::vector<std::string> heading) : rows_{std::move(heading)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// The whole table, each line indented by two spaces.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);
/// "1 gate", "1,234 gates"; `many` where that is not `one` with an s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});
/// A time given in microseconds: "0.85 us", "12.3 us", "1.23 ms", "4.5 s".
std::string duration(double microseconds);
/// A number of bytes: "512 B", "3.4 KB", "12.1 MB".
std::string memory(double bytes);
inline std::string memory(std::size_t bytes) { return memory(static_cast<double>(bytes)); }
/// Metres to the millimetre, never with an exponent: "4021650", "0.5".
std::string metres_text(double metres);
/// A fraction as "1.23 %".
std::string percent(double fraction);

}  // namespace portolan::detail::cli
