/* Every row of the papers' checks says where its value comes from. What is said to be printed is in
 * the paper's text, in the words that are quoted, and no tolerance is wider than its print. Inputs
 * never agree. */
#include "dl-paper-list.h"
#include "dl-paper-private.h"

#include <math.h>
#include <string.h>

#define FOLDER "../shared/papers/"

static const char *const files[DL_N_PAPERS] = {
  [DL_PAPER_VC] = FOLDER "vc-assignment-cray-xt.txt",
  [DL_PAPER_XT_BOOK] = FOLDER "book-excerpt-cray-xt-routing.txt",
  [DL_PAPER_AGE] = FOLDER "age-based-arbitration.txt",
  [DL_PAPER_CASCADE] = FOLDER "cray-cascade-dragonfly.txt",
};

typedef void (*RowFunc) (const DlPaperResult *result, const DlPaperRow *row, gpointer data);

static void
each_row (RowFunc func, gpointer data)
{
  g_autoptr (DlPaperList) list = dl_paper_list_new ();

  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperResult *result = dl_paper_list_entry (list, i)->result;

      for (guint row = 0; row < result->rows->len; row++)
        func (result, dl_paper_result_row (result, row), data);
    }
}

static G_GNUC_PRINTF (3, 4) void complain (const DlPaperResult *result, const DlPaperRow *row,
                                           const char *format, ...)
{
  g_autofree char *title = dl_paper_row_title (row), *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_test_message ("%s: %s: %s", dl_paper_check_id (result->check), title, what);
  g_test_fail ();
}

/* Kinds ------------------------------------------------------------------------------------------
 */

static gboolean
compares (const DlPaperRow *row)
{
  return row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW
         || (row->rule == DL_PAPER_VALUE && isfinite (row->expected));
}

static void
check_kind (const DlPaperResult *result, const DlPaperRow *row, gpointer data)
{
  guint *n_of = data;

  if (row->kind <= DL_PAPER_NO_KIND || row->kind >= DL_PAPER_N_KINDS)
    complain (result, row, "no kind");
  n_of[row->kind]++;
  if (row->kind == DL_PAPER_PRINTED && row->quote == NULL
      && (compares (row) || isfinite (row->expected)))
    complain (result, row, "printed, and no words of the paper");
}

static void
test_kinds (void)
{
  guint n_of[DL_PAPER_N_KINDS] = { 0 };

  each_row (check_kind, n_of);
  for (DlPaperKind kind = DL_PAPER_PRINTED; kind < DL_PAPER_N_KINDS; kind++)
    {
      g_assert_cmpuint (n_of[kind], >, 0);
      g_assert_cmpuint (strlen (dl_paper_kind_id (kind)), >, 0);
      g_assert_cmpuint (strlen (dl_paper_kind_title (kind)), >, 0);
      g_assert_cmpuint (strlen (dl_paper_kind_phrase (kind)), >, 0);
    }
}

/* The same numbers, of each kind: an input agrees as little as it differs. */
static void
test_verdicts (void)
{
  DlPaperRow row = { .rule = DL_PAPER_VALUE, .expected = 14, .computed = 14 };

  row.kind = DL_PAPER_PRINTED;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_AGREES);
  row.kind = DL_PAPER_DERIVED;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_AGREES);
  row.kind = DL_PAPER_INPUT;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_IS_INPUT);
  row.computed = 15;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_IS_INPUT);
  row.kind = DL_PAPER_PRINTED;
  g_assert_cmpint (dl_paper_verdict (&row), ==, DL_PAPER_DIFFERS);
}

/* Rows that once stood under the wrong heading (issue 19, points 12 and 18). */
static void
test_known (void)
{
  static const struct
  {
    const char *check, *title;
    DlPaperKind kind;
  } known[] = {
    { "vc-router", "The SeaStar router: channel, per direction", DL_PAPER_INPUT },
    { "age-equations", "Rates: t_r, a hop without queueing", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Links: lane inside a group", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Links: lane of a blue link", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Global bandwidth per node: payload efficiency", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Injection per node: payload, one way", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Injection per node: outstanding packets", DL_PAPER_INPUT },
    { "cascade-routing", "Hop time: router to router, quiet network", DL_PAPER_INPUT },
    { "cascade-bandwidth", "Bisection: 8 groups, by the equation", DL_PAPER_DERIVED },
    { "cascade-sizes", "System: maximum cables per pair of 8 groups", DL_PAPER_DERIVED },
    { "cascade-sizes",
      "Upgrade from 6 to 8 groups, 12 cables per pair: optical cables, by the equation, of 6",
      DL_PAPER_DERIVED },
    { "cascade-sizes", "Upgrade from 6 to 8 groups, 12 cables per pair: and of 8",
      DL_PAPER_DERIVED },
    { "paper-4a", "Round robin: P3", DL_PAPER_DERIVED },
    { "paper-4a", "Round robin: P6", DL_PAPER_PRINTED },
    { "paper-4b", "Round robin: P6", DL_PAPER_DERIVED },
    { "paper-4b", "Age-based: clock period 8, bias 1: P0", DL_PAPER_DERIVED },
    { "paper-4b", "Largest share over the smallest: age-based", DL_PAPER_DERIVED },
    { "cascade-sizes", "System: most nodes", DL_PAPER_PRINTED },
  };
  g_autoptr (DlPaperList) list = dl_paper_list_new ();
  guint n_found = 0;

  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperResult *result = dl_paper_list_entry (list, i)->result;

      for (guint at = 0; at < result->rows->len; at++)
        for (guint k = 0; k < G_N_ELEMENTS (known); k++)
          {
            const DlPaperRow *row = dl_paper_result_row (result, at);
            g_autofree char *title = dl_paper_row_title (row);

            if (strcmp (dl_paper_check_id (result->check), known[k].check) != 0
                || strcmp (title, known[k].title) != 0)
              continue;
            g_assert_cmpint (row->kind, ==, known[k].kind);
            n_found++;
          }
    }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (known));
}

/* A number that the paper does not say is not shown as the paper's. */
static void
check_invented (const DlPaperResult *result, const DlPaperRow *row, gpointer data)
{
  if ((row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW) && isfinite (row->expected)
      && row->quote == NULL)
    complain (result, row, "a number beside a bound, without words of the paper");
}

static void
test_invented (void)
{
  each_row (check_invented, NULL);
}

/* Numbers in print ------------------------------------------------------------------------------
 */

typedef struct
{
  double value, half_unit;
} Number;

static void
add (GArray *numbers, double value, double half_unit)
{
  const Number number = { value, half_unit };

  g_array_append_val (numbers, number);
}

static void
add_words (GArray *numbers, const char *quote)
{
  static const struct
  {
    const char *word;
    double value;
  } words[] = {
    { "exactly one", 1 }, { "one order", 1 }, { "one half", .5 }, { "twice", 2 },
    { "two", 2 },         { "four", 4 },      { "six", 6 },       { "seven", 7 },
    { "eight", 8 },       { "ten", 10 },      { "Forty", 40 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (quote, words[i].word) != NULL)
      add (numbers, words[i].value, .5);
}

/* The value of digits, with commas for thousands, at @at, which is moved behind them. */
static double
read_digits (const char **at, double *half_unit)
{
  double value = 0, unit = 1;
  gboolean fraction = FALSE;

  for (;; (*at)++)
    if (g_ascii_isdigit (**at))
      {
        value = 10 * value + g_ascii_digit_value (**at);
        unit = fraction ? unit / 10 : unit;
      }
    else if (**at == '.' && !fraction && g_ascii_isdigit ((*at)[1]))
      fraction = TRUE;
    else if (**at != ',' || fraction || !g_ascii_isdigit ((*at)[1]) || !g_ascii_isdigit ((*at)[2])
             || !g_ascii_isdigit ((*at)[3]))
      break;
  *half_unit = unit / 2;
  return value * unit;
}

static GArray *
numbers_of (const char *quote)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (Number));
  const char *at = quote;

  add_words (numbers, quote);
  while (*at != '\0')
    {
      const gboolean one_part = at - quote >= 12 && strncmp (at - 12, "one part in ", 12) == 0;
      double value, half, under, ignored;

      if (!g_ascii_isdigit (*at))
        {
          at++;
          continue;
        }
      value = read_digits (&at, &half);
      add (numbers, value, half);
      if (one_part)
        add (numbers, 1 / value, half / value / value);
      if (*at == '%')
        add (numbers, value / 100, half / 100);
      if (*at == 'K' || *at == 'k')
        add (numbers, 1024 * value, 512);
      if (*at == '/' && g_ascii_isdigit (at[1]))
        {
          at++;
          under = read_digits (&at, &ignored);
          add (numbers, value / under, half / under);
        }
    }
  return numbers;
}

static gboolean
is_about (const char *quote)
{
  return strstr (quote, "approximately") != NULL || strstr (quote, "≈") != NULL
         || strstr (quote, "about") != NULL;
}

/* The number of @row is among those that its words have, and is not taken to be vaguer. */
static void
check_print (const DlPaperResult *result, const DlPaperRow *row, gpointer data)
{
  g_autoptr (GArray) numbers = NULL;
  const double rounding = 1e-9 * fabs (row->expected);
  gboolean found = FALSE;

  if (!isfinite (row->expected) || row->kind == DL_PAPER_DERIVED || row->quote == NULL)
    return;
  numbers = numbers_of (row->quote);
  for (guint i = 0; i < numbers->len && !found; i++)
    {
      const Number *number = &g_array_index (numbers, Number, i);
      double most = number->half_unit;

      if (fabs (number->value - row->expected) > rounding)
        continue;
      found = TRUE;
      if (is_about (row->quote))
        most = MAX (most, DL_PAPER_ABOUT * fabs (row->expected));
      if (row->rule == DL_PAPER_VALUE && row->precision > most + rounding)
        complain (result, row, "±%g, printed to ±%g", row->precision, most);
    }
  if (!found)
    complain (result, row, "%g is not in “%s”", row->expected, row->quote);
}

/* A derived value has no printed digits of its own: its precision is rounding, or the resolution of
 * a run's counts. */
static void
check_derived (const DlPaperResult *result, const DlPaperRow *row, gpointer data)
{
  if (row->kind == DL_PAPER_DERIVED && row->rule == DL_PAPER_VALUE && isfinite (row->expected)
      && row->precision > 0.002 * fabs (row->expected))
    complain (result, row, "derived, and ±%g", row->precision);
}

static void
test_print (void)
{
  each_row (check_print, NULL);
  each_row (check_derived, NULL);
}

/* The papers -------------------------------------------------------------------------------------
 */

static void
replace (GString *text, const char *from, const char *to)
{
  g_string_replace (text, from, to, 0);
}

/* Without marks of its layout: TeX, emphasis, notes, and one space for any. */
static char *
plain_text (const char *raw)
{
  static const char *const symbols[][2] = {
    { "\\times", "×" },
    { "\\rightarrow", "→" },
    { "\\approx", "≈" },
    { "\\_", "_" },
  };
  static const char *const marks[] = { "$", "*", "\\", "{", "}" };
  g_autoptr (GString) text = g_string_new (raw);
  GString *plain = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    replace (text, symbols[i][0], symbols[i][1]);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    replace (text, marks[i], "");
  for (const char *at = text->str; *at != '\0'; at++)
    if (!g_ascii_isspace (*at))
      g_string_append_c (plain, *at);
    else if (plain->len == 0 || plain->str[plain->len - 1] != ' ')
      g_string_append_c (plain, ' ');
  replace (plain, " ,", ",");
  return g_string_free (plain, FALSE);
}

static void
check_quote (const DlPaperResult *result, const DlPaperRow *row, gpointer data)
{
  char *const *texts = data;
  const char *text = texts[dl_paper_check_paper (result->check)];

  if (row->quote != NULL && text != NULL && strstr (text, row->quote) == NULL)
    complain (result, row, "the paper has no “%s”", row->quote);
}

static void
test_quotes (void)
{
  char *texts[DL_N_PAPERS] = { NULL };
  guint n_files = 0, n_missing = 0;

  for (guint paper = 0; paper < DL_N_PAPERS; paper++)
    {
      g_autofree char *raw = NULL;

      if (files[paper] == NULL)
        continue;
      n_files++;
      if (g_file_get_contents (files[paper], &raw, NULL, NULL))
        texts[paper] = plain_text (raw);
      else
        g_test_message ("there is no %s", files[paper]);
      n_missing += texts[paper] == NULL;
    }
  each_row (check_quote, texts);
  for (guint paper = 0; paper < DL_N_PAPERS; paper++)
    g_free (texts[paper]);
  if (n_missing == n_files && !g_test_failed ())
    g_test_skip ("there is no " FOLDER " (the papers)");
}

/* A misquotation would be found. */
static void
test_reader (void)
{
  g_autofree char *plain = plain_text ("from 44% \\rightarrow  27%,\n *VC\\_balance* $k_x$=11");
  g_autoptr (GArray) numbers = numbers_of ("a 92,544-node 0.44 1/64 32K 12.4% one part in 16");
  const double expected[] = { 92544, .44, 1, 1. / 64, 32, 32768, 12.4, .124, 16, 1 / 16. };

  g_assert_cmpstr (plain, ==, "from 44% → 27%, VC_balance k_x=11");
  g_assert_cmpuint (numbers->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < numbers->len; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (numbers, Number, i).value, expected[i], 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paper-kinds/kinds", test_kinds);
  g_test_add_func ("/paper-kinds/verdicts", test_verdicts);
  g_test_add_func ("/paper-kinds/known", test_known);
  g_test_add_func ("/paper-kinds/invented", test_invented);
  g_test_add_func ("/paper-kinds/reader", test_reader);
  g_test_add_func ("/paper-kinds/print", test_print);
  g_test_add_func ("/paper-kinds/quotes", test_quotes);
  return g_test_run ();
}
