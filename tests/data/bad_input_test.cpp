#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

struct BadInput {
  const char* name;
  const char* source;
  std::string text;
  std::string message;  ///< how it starts
  ReadOptions read = {};
  DatasetOptions dataset = {};
};

void PrintTo(const BadInput& input, std::ostream* stream) { *stream << input.name; }

const std::vector<BadInput>& bad_inputs() {
  using namespace std::string_literals;
  const ReadOptions with_header{Format::automatic, Header::present};
  const ReadOptions as_csv{Format::csv, Header::automatic};
  const DatasetOptions classes{Task::classification, {}};
  const DatasetOptions values{Task::regression, {}};
  static const std::vector<BadInput> inputs = {
      {"empty", "a.csv", "", "a.csv: the file is empty"},
      {"blank", "a.csv", " \n\r\n\n", "a.csv: the file is empty"},
      {"only_byte_order_mark", "a.csv", "\xEF\xBB\xBF", "a.csv: the file is empty"},
      {"empty_libsvm", "a.svm", "# nothing\n\n", "a.svm: the file is empty"},
      {"header_only", "a.csv", "a,b,c\n", "a.csv: the file has a header but no rows"},
      {"one_column", "a.csv", "a\n1\n2\n", "a.csv: the file has only one column"},
      {"blanks_do_not_separate", "a.txt", "1 2\n3 4\n", "a.txt: the file has only one column"},
      {"one_row", "a.csv", "a,b\n1,2\n", "a.csv: the file has only one row"},
      {"too_few_fields", "a.csv", "a,b\n1,2\n3\n",
       "a.csv:3: expected 2 fields as in line 1, found 1"},
      {"too_many_fields", "a.csv", "1,2\n3,4,5\n",
       "a.csv:2: expected 2 fields as in line 1, found 3"},
      {"ragged_after_a_field_of_two_lines", "a.csv", "a,b\n\"1\n\",2\n3\n",
       "a.csv:4: expected 2 fields"},
      {"blank_line", "a.csv", "a,b\n1,2\n\n3,4\n", "a.csv:3: the line is blank"},
      {"leading_blank_line", "a.csv", "\na,b\n1,2\n", "a.csv:1: the line is blank"},
      {"duplicate_name", "a.csv", "a,b,a\n1,2,3\n",
       "a.csv:1: column 3: the name \"a\" already belongs to column 1"},
      {"empty_name", "a.csv", "a,,c\n1,2,3\n", "a.csv:1: column 2: the header has no name here"},
      {"separator_at_the_end_of_the_header", "a.csv", "a,b,\n1,2,3\n",
       "a.csv:1: column 3: the hea"},
      {"unclosed_quote", "a.csv", "a,b\n1,2\n3,\"4\n5,6\n",
       "a.csv:3: column 2: the quotation that starts here never ends"},
      {"text_after_quote", "a.csv", "a,b\n\"1\"2,3\n",
       "a.csv:2: column 1: text follows the closing"},
      {"quote_in_plain_field", "a.csv", "a,b\n1,6\"\n",
       "a.csv:2: column 2: a quote inside a field"},
      {"lone_carriage_return", "a.csv", "a,b\r1,2\r", "a.csv:1: a carriage return without"},
      {"nul_byte", "a.csv", "a,b\n1,\0\n"s, "a.csv:2: a NUL byte"},
      {"utf16", "a.csv",
       "\xFF\xFE"
       "a\0,\0b\0\n\0"s,
       "a.csv:1: a NUL byte"},
      {"nul_byte_in_libsvm", "a.svm", "1 1:2\n1 1:\0\n"s, "a.svm:2: a NUL byte"},
      {"text_feature", "a.csv", "id,age,y\n1,2,3\n1,abc,3\n",
       "a.csv:3: column 2 (\"age\"): \"abc\" is not a number; most rows of this column are "
       "numbers"},
      {"text_feature_without_header", "a.csv", "1,2\nabc,3\n",
       "a.csv:2: column 1: \"abc\" is not a number"},
      {"header_of_numbers", "a.csv", "year,1990,y\n1,2,3\n",
       "a.csv:1: column 1: \"year\" is not a number; most rows of this column are numbers (if "
       "these "
       "are categories, declare the column categorical); if this line holds the column names, say "
       "that"},
      {"decimal_comma", "a.csv", "a;b\n1,5;2\n2,5;3\n",
       "a.csv:2: column 1 (\"a\"): \"1,5\" is not a number; write a decimal point"},
      {"hexadecimal", "a.csv", "a,b\n0x1F,2\n1,3", "a.csv:2: column 1 (\"a\"): \"0x1F\" is not a"},
      {"feature_without_a_value", "a.csv", "a,b\n?,2\n,3\n",
       "a.csv: column 1 (\"a\"): every value is missing"},
      {"missing_target", "a.csv", "a,b\n1,2\n2,\n3,4",
       "a.csv:3: column 2 (\"b\"): the target is missing; fill it in or remove the row"},
      {"null_target", "a.csv", "a,b\n1,yes\n2,null\n",
       "a.csv:3: column 2 (\"b\"): \"null\" is a missing value, so that this row has no target; "
       "fill "
       "it in or remove the row, or if \"null\" is the name of a class, give the class another "
       "name"},
      {"class_called_missing",
       "a.csv",
       "a,b\n1,\"NA\"\n2,3\n",
       "a.csv:2: column 2 (\"b\"): \"NA\" is a missing value, so that this row has no target; fill "
       "it "
       "in or remove the row, or if \"NA\" is the name of a class",
       {},
       classes},
      {"infinite_feature", "a.csv", "a,b\n1,2\n-inf,3\n",
       "a.csv:3: column 1 (\"a\"): \"-inf\" is inf"},
      {"infinite_target", "a.csv", "a,b\n1,2\n2,inf\n",
       "a.csv:3: column 2 (\"b\"): \"inf\" is infin"},
      {"too_large_feature", "a.csv", "a,b\n1e999,2\n2,3\n",
       "a.csv:2: column 1 (\"a\"): \"1e999\" is too large"},
      {"too_large_target", "a.csv", "a,b\n1,-1e999\n2,3\n",
       "a.csv:2: column 2 (\"b\"): \"-1e999\" is too large"},
      {"text_target_of_a_regression",
       "a.csv",
       "a,b\n1,2\n2,x\n",
       "a.csv:3: column 2 (\"b\"): \"x\" is not a number; the target of a regression",
       {},
       values},
      {"text_among_numbers", "a.csv", "a,b\n1,2\n2,3\n3,x\n",
       "a.csv:4: column 2 (\"b\"): \"x\" is not a number; other rows of the target are numbers"},
      {"one_class", "a.csv", "a,b\n1,x\n2,x\n",
       "a.csv: column 2 (\"b\"): every row has the same cla"},
      {"unknown_target",
       "a.csv",
       "age,price\n1,2\n3,4\n",
       "a.csv: there is no column \"prize\" to be the target; did you mean \"price\"?",
       {},
       {{}, "prize"}},
      {"target_position_0",
       "a.csv",
       "a,b\n1,2\n3,4\n",
       "a.csv: there is no column 0",
       {},
       {{}, "0"}},
      {"target_position_3",
       "a.csv",
       "a,b\n1,2\n3,4\n",
       "a.csv: there is no column 3",
       {},
       {{}, "3"}},
      {"empty_target", "a.csv", "a,b\n1,2\n3,4\n", "a.csv: there is no column \"\"", {}, {{}, ""}},
      {"target_of_libsvm",
       "a.svm",
       "1 1:2\n2 1:3\n",
       "a.svm: the target of a LIBSVM file is the l",
       {},
       {{}, "1"}},
      {"header_of_libsvm", "a.svm", "1 1:2\n", "a.svm: a LIBSVM file has no header", with_header},
      {"libsvm_as_csv", "a.svm", "1 1:2\n2 1:3\n", "a.svm: the file has only one column", as_csv},
      {"index_0", "a.svm", "1 1:2\n1 0:2\n", "a.svm:2: feature index 0; indices start at 1"},
      {"index_descends", "a.svm", "1 2:2 1:2\n", "a.svm:1: feature index 1 follows 2"},
      {"index_twice", "a.svm", "1 2:2 2:2\n", "a.svm:1: feature index 2 follows 2"},
      {"index_too_large", "a.svm", "1 1:2\n1 100001:2",
       "a.svm:2: feature index \"100001\" is larger"},
      {"index_overflows", "a.svm", "1 18446744073709551617:2", "a.svm:1: feature index \"184467"},
      {"negative_index", "a.svm", "1 -1:2\n", "a.svm:1: \"-1:2\" is not of the form index:value"},
      {"no_colon", "a.svm", "1 1:2\n1 2\n", "a.svm:2: \"2\" is not of the form index:value"},
      {"no_index", "a.svm", "1 :2\n", "a.svm:1: \":2\" is not of the form index:value"},
      {"no_value", "a.svm", "1 1: 2\n", "a.svm:1: feature 1: the value is missing"},
      {"value_is_text", "a.svm", "1 1:2 4:x\n", "a.svm:1: feature 4: \"x\" is not a number"},
      {"value_is_nan", "a.svm", "1 4:nan\n", "a.svm:1: feature 4: \"nan\" is a missing value"},
      {"value_too_large", "a.svm", "1 4:1e999\n", "a.svm:1: feature 4: \"1e999\" is too large"},
      {"label_is_text", "a.svm", "yes 1:2\n",
       "a.svm:1: label: \"yes\" is not a number; a line start"},
      {"no_label", "a.svm", "1:2 2:3\n", "a.svm:1: label: \"1:2\" is not a number"},
      {"label_is_infinite", "a.svm", "inf 1:2\n", "a.svm:1: label: \"inf\" is infinite"},
      {"query", "a", "1 qid:1 1:2\n", "a:1: \"qid:1\": ranking queries are not supported"},
      {"no_features", "a.svm", "1\n-1\n", "a.svm: no line has an index:value entry"},
      {"one_row_of_libsvm", "a.svm", "1 1:2\n", "a.svm: the file has only one row"},
  };
  return inputs;
}

class BadInputs : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, AreRefusedWithAMessageThatNamesThePlace) {
  const BadInput& input = GetParam();
  const std::string message = testing::error_of(
      [&] { to_dataset(parse_table(input.text, input.source, input.read), input.dataset); });
  EXPECT_EQ(message.substr(0, input.message.size()), input.message);
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(Table, BadInputs, ::testing::ValuesIn(bad_inputs()),
                         [](const auto& input) { return std::string(input.param.name); });

}  // namespace
}  // namespace tkl
