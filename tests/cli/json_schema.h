#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace portolan::detail {

/// What is wrong with a document by docs/json-schema.json, each with its place; empty where nothing
/// is. A member that the schema does not describe is wrong too, though the schema allows for new
/// ones, and so is a keyword of the schema that is not known here.
std::vector<std::string> schema_problems(const nlohmann::json& schema,
                                         const nlohmann::json& document);

}  // namespace portolan::detail
