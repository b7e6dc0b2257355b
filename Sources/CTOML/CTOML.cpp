// No exception may leave this interface.
#define TOML_EXCEPTIONS 0
// Only documents are read, in UTF-8.
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0

// Its parser asserts that a time begins with a digit, and reports the fault itself when assertions are off.
#define TOML_ASSERT(expression) static_cast<void>(0)

#include "CTOML.h"

#include <sstream>
#include <string>
#include <toml++/toml.h>

namespace {

/// Tells one value; `text` keeps its bytes for the time of the call.
void tell(void *context, ct_take take, std::string_view key, const toml::node &node, bool is_element) {
  ct_value value = {};
  value.line = node.source().begin.line;
  value.is_element = is_element;
  std::string text;
  std::ostringstream time;
  node.visit([&](const auto &found) {
    using type = std::decay_t<decltype(found)>;
    if constexpr (std::is_same_v<type, toml::value<std::string>>) {
      value.kind = CT_TEXT;
      text = *found;
    } else if constexpr (std::is_same_v<type, toml::value<int64_t>>) {
      value.kind = CT_WHOLE;
      value.whole = *found;
    } else if constexpr (std::is_same_v<type, toml::value<double>>) {
      value.kind = CT_NUMBER;
      value.number = *found;
    } else if constexpr (std::is_same_v<type, toml::value<bool>>) {
      value.kind = CT_TRUTH;
      value.whole = *found;
    } else if constexpr (std::is_same_v<type, toml::array>) {
      value.kind = CT_LIST;
    } else if constexpr (std::is_same_v<type, toml::table>) {
      value.kind = CT_TABLE;
    } else {
      value.kind = CT_TIME;
      time << *found;
      text = time.str();
    }
  });
  value.text = text.data();
  value.count = text.size();
  take(context, key.data(), key.size(), &value);
}

} // namespace

bool ct_read(const char *bytes, size_t count, void *context, ct_take take, ct_refuse refuse) {
  toml::parse_result document = toml::parse(std::string_view(bytes, count));
  if (!document) {
    const toml::source_position &place = document.error().source().begin;
    std::string words(document.error().description());
    refuse(context, place.line, place.column, words.c_str());
    return false;
  }
  for (const auto &[key, node] : document.table()) {
    tell(context, take, key.str(), node, false);
    if (const toml::array *list = node.as_array()) {
      for (const toml::node &element : *list) tell(context, take, key.str(), element, true);
    }
  }
  return true;
}
