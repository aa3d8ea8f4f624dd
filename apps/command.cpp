#include "command.hpp"

#include <charconv>
#include <iostream>
#include <system_error>

#include <CLI/CLI.hpp>

#include "tkl/table.hpp"

namespace tkl::cli {

namespace {

std::string with_default(const std::string& description, const std::string& value) {
  return description + " (default " + value + ")";
}

template <class Number>
bool parse_digits(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

double parse_in_range(const std::string& text, const Range& range) {
  const auto value = parse_number(text);
  if (!value || *value < range.least || *value > range.most ||
      (range.excludes_least && *value == range.least)) {
    throw UsageError("expected " + std::string(range.words) + ", not " + quote(text));
  }
  return *value;
}

/// "--cost: At Most 1 required but received 2" and the like are CLI11's.
std::string readable(const std::string& message) {
  const std::string name = message.substr(0, message.find(':'));
  if (message.find("At Most") != std::string::npos) return name + ": given more than once";
  return name + ": the value is missing";
}

/// CLI11 would show arguments as optional that we check ourselves.
class Formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string /*name*/) const override {
    return "Usage: " + app->get_name() + " [options]" + arguments + "\n";
  }
  std::string arguments;
};

}  // namespace

struct Command::Parser {
  CLI::App app;
  std::shared_ptr<Formatter> formatter = std::make_shared<Formatter>();
  std::string section = "Options";
  struct Argument {
    std::string name;
    const std::string* value;
  };
  std::vector<Argument> required;

  std::vector<std::string> long_names() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
  }

  void refuse_leftovers() const {
    for (const std::string& word : app.remaining()) {
      if (word.size() < 2 || word[0] != '-') continue;
      throw UsageError("unknown option " + quote(word) + suggestion(word, long_names()));
    }
    for (const std::string& word : app.remaining()) {
      throw UsageError("unexpected argument " + quote(word));
    }
  }

  void require_arguments() const {
    for (const Argument& argument : required) {
      if (argument.value->empty()) throw UsageError("missing argument: " + argument.name);
    }
  }
};

Command::Command(const std::string& verb, const std::string& description,
                 const std::string& examples)
    : parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.name("tkl " + verb);
  app.description(description);
  app.footer(examples);
  app.set_help_flag("-h,--help", "show this help and exit");
  app.allow_extras();
  parser_->formatter->column_width(28);
  app.formatter(parser_->formatter);
}

Command::~Command() = default;

void Command::section(const std::string& title) { parser_->section = title; }

void Command::argument(const std::string& name, std::string& value, const std::string& description,
                       bool required) {
  parser_->app.add_option(name, value, description)->type_name("");
  parser_->formatter->arguments += required ? " " + name : " [" + name + "]";
  if (required) parser_->required.push_back({name, &value});
}

void Command::flag(const std::string& names, bool& value, const std::string& description) {
  parser_->app.add_flag(names, value, description)->group(parser_->section);
}

void Command::option(const std::string& names, const std::string& placeholder,
                     const std::string& description, const Accept& accept) {
  const std::string name = names.substr(names.find(',') + 1);
  parser_->app
      .add_option_function<std::string>(
          names,
          [accept, name](const std::string& text) {
            try {
              accept(text);
            } catch (const UsageError& error) {
              throw UsageError(name + ": " + error.what());
            }
          },
          description)
      ->type_name(placeholder)
      ->group(parser_->section);
}

void Command::number(const std::string& names, double& value, const Range& range,
                     const std::string& description) {
  option(names, "NUMBER", with_default(description, format_number(value)),
         [&value, range](const std::string& text) { value = parse_in_range(text, range); });
}

void Command::whole_number(const std::string& names, int& value, int least, int most,
                           const std::string& description) {
  option(names, "N", with_default(description, std::to_string(value)),
         [&value, least, most](const std::string& text) {
           value = parse_whole_number(text, least, most);
         });
}

void Command::seed(const std::string& names, std::uint64_t& value, const std::string& description) {
  option(names, "N", with_default(description, std::to_string(value)),
         [&value](const std::string& text) {
           if (!parse_digits(text, value)) {
             throw UsageError("expected a whole number from 0 to 2^64 - 1, not " + quote(text));
           }
         });
}

bool Command::parse(const Arguments& arguments) {
  try {
    // CLI11 wants them last first.
    parser_->app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    std::cout << parser_->app.help();
    return false;
  } catch (const CLI::ArgumentMismatch& error) {
    throw UsageError(readable(error.what()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  parser_->refuse_leftovers();
  parser_->require_arguments();
  return true;
}

bool Command::given(const std::string& name) const {
  return parser_->app.get_option(name)->count() > 0;
}

int parse_whole_number(const std::string& text, int least, int most) {
  int value = 0;
  if (parse_digits(text, value) && value >= least && value <= most) return value;
  const bool open = most == std::numeric_limits<int>::max();
  throw UsageError("expected a whole number " +
                   (open ? "of at least " + std::to_string(least)
                         : "from " + std::to_string(least) + " to " + std::to_string(most)) +
                   ", not " + quote(text));
}

}  // namespace tkl::cli
