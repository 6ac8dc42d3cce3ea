#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

/// Fails unless the result is an error whose message contains all of these texts.
#define EXPECT_ERROR(result, ...)                                                     \
  do {                                                                                \
    const auto& failed_result = (result);                                             \
    ASSERT_FALSE(failed_result.ok());                                                 \
    for (const std::string& part : std::initializer_list<std::string>{__VA_ARGS__}) { \
      EXPECT_NE(failed_result.error().message.find(part), std::string_view::npos)     \
          << "'" << part << "' is not in: " << failed_result.error().message;         \
    }                                                                                 \
  } while (false)
