#include "report/measure.h"

#include <gtest/gtest.h>

#include "report/json.h"
#include "report/table.h"

namespace portolan::detail::cli {
namespace {

using Log = std::vector<std::pair<Algorithm, std::size_t>>;

/// Answers nothing, but writes down what it was asked.
class LoggingSolver final : public Solver {
 public:
  LoggingSolver(Log& log, Algorithm algorithm) : log_(log), algorithm_(algorithm) {}
  void count_into(QueryCounts*) override {}
  void answer(std::size_t query) override { log_.emplace_back(algorithm_, query); }
  Status status() const override { return Status::complete; }
  Cost cost() const override { return 1; }
  void append_nodes(std::vector<NodeId>&) const override {}
  Answer found() const override { return {Status::complete, 1.0, 1.0, 1}; }
  void verify() const override {}
  Json steps_json() const override { return Json::object(); }
  std::string steps_text(bool) const override { return ""; }

 private:
  Log& log_;
  Algorithm algorithm_;
};

class LoggedQueries final : public QuerySet {
 public:
  std::size_t size() const override { return 2; }
  double reference_cost(std::size_t) const override { return 1.0; }
  bool exact() const override { return false; }
  std::unique_ptr<Solver> make_solver(Algorithm algorithm) const override {
    return std::make_unique<LoggingSolver>(log, algorithm);
  }
  Json ends_json(std::size_t) const override { return Json::object(); }
  std::string ends_text(std::size_t) const override { return ""; }
  std::string reason(std::size_t, Status) const override { return ""; }
  void save_picture(const std::string&, std::size_t, std::span<const DrawnAnswer>) const override {}

  mutable Log log;
};

/// What was asked against the clock: after the answers that were counted and verified.
Log clocked(Turns turns, unsigned rounds) {
  const LoggedQueries queries;
  measure(queries, {Algorithm::astar, Algorithm::tables}, rounds, turns);
  EXPECT_EQ(queries.log.size(), 4 * (rounds + 1));
  return {queries.log.begin() + 4, queries.log.end()};
}

TEST(CliMeasure, WarmLetsEachAnswerAllQueriesBeforeTheNext) {
  const Log round{
      {Algorithm::astar, 0}, {Algorithm::astar, 1}, {Algorithm::tables, 0}, {Algorithm::tables, 1}};
  Log expected = round;
  expected.insert(expected.end(), round.begin(), round.end());
  EXPECT_EQ(clocked(Turns::warm, 2), expected);
}

TEST(CliMeasure, ColdAsksInTurnForEachQuery) {
  const Log round{
      {Algorithm::astar, 0}, {Algorithm::tables, 0}, {Algorithm::astar, 1}, {Algorithm::tables, 1}};
  Log expected = round;
  expected.insert(expected.end(), round.begin(), round.end());
  EXPECT_EQ(clocked(Turns::cold, 2), expected);
}

TEST(CliText, CountsInWordsThatFitTheNumber) {
  EXPECT_EQ(counted(0, "gate"), "0 gates");
  EXPECT_EQ(counted(1, "gate"), "1 gate");
  EXPECT_EQ(counted(1234, "gate"), "1,234 gates");
  EXPECT_EQ(counted(1, "query", "queries"), "1 query");
  EXPECT_EQ(counted(2, "query", "queries"), "2 queries");
}

TEST(CliText, JsonKeepsNumbersInOneLine) {
  const Json json{{"a", Json::array({1, 2})}, {"b", Json::array({"x"})}};
  EXPECT_EQ(json.dump(2), "{\n  \"a\": [1, 2],\n  \"b\": [\n    \"x\"\n  ]\n}");
  EXPECT_EQ(json.dump(), R"({"a":[1,2],"b":["x"]})");
}

}  // namespace
}  // namespace portolan::detail::cli
