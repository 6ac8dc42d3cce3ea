#include "json_schema.h"

#include <algorithm>
#include <set>

namespace portolan::detail {
namespace {

/// What came of holding a value against a schema.
struct Verdict {
  std::vector<std::string> problems;
  std::set<std::string> described;  ///< The places of all members that the schema knows.

  void add(const Verdict& other) {
    problems.insert(problems.end(), other.problems.begin(), other.problems.end());
    described.insert(other.described.begin(), other.described.end());
  }
};

bool is_of_type(const nlohmann::json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "boolean") return value.is_boolean();
  return type == "null" && value.is_null();
}

class Validator {
 public:
  explicit Validator(const nlohmann::json& root) : root_(root) {}

  Verdict check(const nlohmann::json& schema, const nlohmann::json& value,
                const std::string& place) const {
    Verdict verdict;
    for (const auto& [keyword, rule] : schema.items())
      apply(keyword, rule, schema, value, place, verdict);
    return verdict;
  }

 private:
  void apply(const std::string& keyword, const nlohmann::json& rule, const nlohmann::json& schema,
             const nlohmann::json& value, const std::string& place, Verdict& verdict) const {
    const auto fail = [&](const std::string& why) {
      verdict.problems.push_back(place + ": " + why);
    };
    if (keyword == "$ref") {
      const auto at = rule.get<std::string>();
      verdict.add(check(root_.at(nlohmann::json::json_pointer(at.substr(1))), value, place));
    } else if (keyword == "type") {
      const nlohmann::json types = rule.is_array() ? rule : nlohmann::json::array({rule});
      const bool any = std::any_of(types.begin(), types.end(), [&](const nlohmann::json& type) {
        return is_of_type(value, type.get<std::string>());
      });
      if (!any) fail("is no " + rule.dump() + " but " + value.dump().substr(0, 80));
    } else if (keyword == "const") {
      if (value != rule) fail("is not " + rule.dump() + " but " + value.dump().substr(0, 80));
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end())
        fail(value.dump() + " is none of " + rule.dump());
    } else if (keyword == "minimum") {
      if (value.is_number() && value.get<double>() < rule.get<double>()) fail("is too small");
    } else if (keyword == "minItems" || keyword == "maxItems") {
      if (!value.is_array()) return;
      const bool few = keyword == "minItems" && value.size() < rule.get<std::size_t>();
      const bool many = keyword == "maxItems" && value.size() > rule.get<std::size_t>();
      if (few || many) fail("has " + std::to_string(value.size()) + " items");
    } else if (keyword == "required") {
      for (const nlohmann::json& name : rule) {
        if (value.is_object() && !value.contains(name.get<std::string>()))
          fail("has no " + name.get<std::string>());
      }
    } else if (keyword == "items") {
      if (!value.is_array()) return;
      for (std::size_t i = 0; i < value.size(); ++i)
        verdict.add(check(rule, value[i], place + "/" + std::to_string(i)));
    } else if (keyword == "properties") {
      if (!value.is_object()) return;
      for (const auto& [name, member] : value.items()) {
        if (rule.contains(name)) check_member(rule[name], name, member, place, verdict);
      }
    } else if (keyword == "additionalProperties") {
      if (!value.is_object()) return;
      for (const auto& [name, member] : value.items()) {
        if (!schema.contains("properties") || !schema["properties"].contains(name))
          check_member(rule, name, member, place, verdict);
      }
    } else if (keyword == "allOf") {
      for (const nlohmann::json& part : rule) verdict.add(check(part, value, place));
    } else if (keyword == "oneOf") {
      check_one(rule, value, place, verdict);
    } else if (keyword != "description" && keyword != "title" && keyword != "$schema" &&
               keyword != "$defs") {
      fail("the keyword " + keyword + " of the schema is unknown to the test");
    }
  }

  void check_member(const nlohmann::json& schema, const std::string& name,
                    const nlohmann::json& member, const std::string& place,
                    Verdict& verdict) const {
    verdict.described.insert(place + "/" + name);
    verdict.add(check(schema, member, place + "/" + name));
  }

  void check_one(const nlohmann::json& schemas, const nlohmann::json& value,
                 const std::string& place, Verdict& verdict) const {
    std::size_t good = 0;
    std::string why;
    for (const nlohmann::json& schema : schemas) {
      const Verdict one = check(schema, value, place);
      if (one.problems.empty()) {
        ++good;
        verdict.add(one);
      } else {
        why += "\n    " + schema.dump().substr(0, 60) + ": " + one.problems.front();
      }
    }
    if (good != 1)
      verdict.problems.push_back(place + ": is what " + std::to_string(good) + " of " +
                                 std::to_string(schemas.size()) + " schemas describe" + why);
  }

  const nlohmann::json& root_;
};

void find_undescribed(const nlohmann::json& value, const std::string& place, const Verdict& verdict,
                      std::vector<std::string>& problems) {
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) {
      const std::string at = place + "/" + name;
      if (!verdict.described.contains(at)) {
        problems.push_back(at + ": docs/json-schema.json does not describe it");
      } else {
        find_undescribed(member, at, verdict, problems);
      }
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      find_undescribed(value[i], place + "/" + std::to_string(i), verdict, problems);
  }
}

}  // namespace

std::vector<std::string> schema_problems(const nlohmann::json& schema,
                                         const nlohmann::json& document) {
  const Verdict verdict = Validator(schema).check(schema, document, "");
  std::vector<std::string> problems = verdict.problems;
  if (problems.empty()) find_undescribed(document, "", verdict, problems);
  return problems;
}

}  // namespace portolan::detail
