/* Communication matrices: what a file says is what comes out, in either format, and what is wrong
 * is named with its line. */
#include "matrix-fixture.h"

#include "dl-rng.h"

#include <string.h>

static DlMatrix *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlMatrix *matrix = dl_matrix_parse (text, -1, "test", &error);

  g_assert_no_error (error);
  g_assert_nonnull (matrix);
  return matrix;
}

static guint64
bytes_of (const DlMatrix *matrix, guint source, guint dest)
{
  for (guint i = matrix->first[source]; i < matrix->first[source + 1]; i++)
    if (matrix->dest[i] == dest)
      return matrix->bytes[i];
  return 0;
}

static void
check_sound (const DlMatrix *matrix)
{
  guint64 total = 0;

  g_assert_cmpuint (matrix->first[0], ==, 0);
  g_assert_cmpuint (matrix->first[matrix->n_ranks], ==, matrix->n_entries);
  for (guint rank = 0; rank < matrix->n_ranks; rank++)
    for (guint i = matrix->first[rank]; i < matrix->first[rank + 1]; i++)
      {
        g_assert_cmpuint (matrix->dest[i], <, matrix->n_ranks);
        g_assert_cmpuint (matrix->dest[i], !=, rank);
        g_assert_true (i == matrix->first[rank] || matrix->dest[i - 1] < matrix->dest[i]);
        g_assert_cmpuint (matrix->bytes[i], >, 0);
        total += matrix->bytes[i];
      }
  g_assert_cmpuint (matrix->total, ==, total);
}

/* Pairs without bytes have one each; twice, they add up. */
static void
test_pairs (void)
{
  g_autoptr (DlMatrix) pairs = parse ("src,dst\n0,1\n2,0\n0,1\n");

  g_assert_cmpuint (pairs->n_ranks, ==, 3);
  g_assert_cmpuint (pairs->n_entries, ==, 2);
  g_assert_cmpuint (pairs->bytes[0], ==, 2);
  g_assert_cmpuint (pairs->bytes[1], ==, 1);
  g_assert_false (pairs->has_fractions);
}

static void
test_csv (void)
{
  g_autoptr (DlMatrix) plain = parse ("0,1,64\n2,0,100\n0,2,1\n");
  g_autoptr (DlMatrix) dressed = parse ("\xef\xbb\xbf# a job\r\n\r\n SRC, dst ,Bytes\r\n"
                                        "0 , 1,\t64.0\r\n\"2\",\"0\",\"1e2\"\r\n0,2,.25");

  for (guint i = 0; i < 2; i++)
    {
      const DlMatrix *matrix = i == 0 ? plain : dressed;

      check_sound (matrix);
      g_assert_cmpuint (matrix->n_ranks, ==, 3);
      g_assert_cmpuint (matrix->n_entries, ==, 3);
      g_assert_cmpuint (bytes_of (matrix, 0, 1), ==, 64);
      g_assert_cmpuint (bytes_of (matrix, 2, 0), ==, 100);
      g_assert_cmpuint (bytes_of (matrix, 0, 2), ==, 1);
      g_assert_cmpuint (matrix->total, ==, 165);
    }
}

static void
test_matrix_market (void)
{
  g_autoptr (DlMatrix) general = parse ("%%MatrixMarket matrix coordinate integer general\n"
                                        "% a comment\n%\n\n4 4 3\n1 2 64\n% another\n4   1\t5\n"
                                        "2 1 7\n");
  check_sound (general);
  g_assert_cmpuint (general->n_ranks, ==, 4);
  g_assert_cmpuint (general->n_entries, ==, 3);
  g_assert_cmpuint (bytes_of (general, 0, 1), ==, 64);
  g_assert_cmpuint (bytes_of (general, 3, 0), ==, 5);
  g_assert_cmpuint (bytes_of (general, 1, 0), ==, 7);

  g_autoptr (DlMatrix) symmetric = parse ("%%matrixmarket MATRIX Coordinate Real Symmetric\n"
                                          "3 3 3\n2 1 1.5e3\n3 3 9\n3 1 0.5\n");
  check_sound (symmetric);
  g_assert_cmpuint (symmetric->n_entries, ==, 4);
  g_assert_cmpuint (bytes_of (symmetric, 0, 1), ==, 1500);
  g_assert_cmpuint (bytes_of (symmetric, 1, 0), ==, 1500);
  g_assert_cmpuint (bytes_of (symmetric, 2, 0), ==, 1);
  g_assert_cmpuint (bytes_of (symmetric, 0, 2), ==, 1);

  g_autoptr (DlMatrix) silent = parse ("%%MatrixMarket matrix coordinate integer general\n5 5 0");
  check_sound (silent);
  g_assert_cmpuint (silent->n_ranks, ==, 5);
  g_assert_cmpuint (silent->n_entries, ==, 0);
}

static void
test_limits (void)
{
  g_autofree char *most = g_strdup_printf ("0,%u,%" G_GUINT64_FORMAT "\n", DL_MATRIX_MAX_RANKS - 1,
                                           (guint64) DL_MATRIX_MAX_BYTES);
  g_autoptr (DlMatrix) matrix = parse (most);

  check_sound (matrix);
  g_assert_cmpuint (matrix->n_ranks, ==, DL_MATRIX_MAX_RANKS);
  g_assert_cmpuint (matrix->total, ==, DL_MATRIX_MAX_BYTES);
}

#define MARKET  "%%MatrixMarket matrix coordinate integer general\n"
#define MARKET3 MARKET "3 3 1\n"

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    guint line;
    DlMatrixError code;
    const char *part; /* of the message */
  } cases[] = {
    { "", 1, DL_MATRIX_ERROR_COUNT, "no entries" },
    { "\n# nothing\n\n", 3, DL_MATRIX_ERROR_COUNT, "no entries" },
    { "src,dst,bytes\n", 1, DL_MATRIX_ERROR_COUNT, "no entries" },
    { "hello", 1, DL_MATRIX_ERROR_SYNTAX, "Matrix Market" },
    { "%MatrixMarket matrix\n", 1, DL_MATRIX_ERROR_SYNTAX, "Matrix Market" },
    { "dst,src,bytes\n1,0,5\n", 1, DL_MATRIX_ERROR_SYNTAX, "src,dst,bytes" },
    { "0,1,5\nsrc,dst,bytes\n", 2, DL_MATRIX_ERROR_SYNTAX, "not a rank" },
    { "0,1,5\n0,1\n", 2, DL_MATRIX_ERROR_SYNTAX, "src,dst,bytes" },
    { "0,1\n0,1,5\n", 2, DL_MATRIX_ERROR_SYNTAX, "src,dst" },
    { "src,dst\n0,1\n0\n", 3, DL_MATRIX_ERROR_SYNTAX, "src,dst" },
    { "0,1,5\n\n# x\n0,1,5,6\n", 4, DL_MATRIX_ERROR_SYNTAX, "src,dst,bytes" },
    { "0;1;5\n", 1, DL_MATRIX_ERROR_SYNTAX, "src,dst,bytes" },
    { "0,1,5\n-1,1,5\n", 2, DL_MATRIX_ERROR_SYNTAX, "“-1” is not a rank (expected 0 to 131071)" },
    { "0,131072,5\n", 1, DL_MATRIX_ERROR_OUTSIDE, "no rank 131072 (expected 0 to 131071)" },
    { "0,99999999999999999999999999,5\n", 1, DL_MATRIX_ERROR_OUTSIDE, "no rank 9999" },
    { "0,1.0,5\n", 1, DL_MATRIX_ERROR_SYNTAX, "“1.0”" },
    { "0,,5\n", 1, DL_MATRIX_ERROR_SYNTAX, "“”" },
    { "0,1,-5\n", 1, DL_MATRIX_ERROR_VALUE, "-5 bytes" },
    { "0,1,-1e999\n", 1, DL_MATRIX_ERROR_VALUE, "negative" },
    { "0,1,nan\n", 1, DL_MATRIX_ERROR_VALUE, "“nan”" },
    { "0,1,inf\n", 1, DL_MATRIX_ERROR_VALUE, "“inf”" },
    { "0,1,0x10\n", 1, DL_MATRIX_ERROR_VALUE, "“0x10”" },
    { "0,1,5 6\n", 1, DL_MATRIX_ERROR_VALUE, "“5 6”" },
    { "0,1,1-2\n", 1, DL_MATRIX_ERROR_VALUE, "“1-2”" },
    { "0,1,e\n", 1, DL_MATRIX_ERROR_VALUE, "“e”" },
    { "0,1,\n", 1, DL_MATRIX_ERROR_VALUE, "“”" },
    { "0,1,\x01\xff\n", 1, DL_MATRIX_ERROR_VALUE, "bytes" },
    { "0,1,1e999\n", 1, DL_MATRIX_ERROR_LIMIT, "too many" },
    { "0,1,1099511627777\n", 1, DL_MATRIX_ERROR_LIMIT, "1099511627776" },
    { "0,1,1099511627776\n2,1,5\n0,1,1\n", 3, DL_MATRIX_ERROR_LIMIT, "add up" },
    { "%%MatrixMarket matrix array real general\n", 1, DL_MATRIX_ERROR_FORMAT, "coordinate" },
    { "%%MatrixMarket matrix coordinate pattern general\n", 1, DL_MATRIX_ERROR_FORMAT, "real" },
    { "%%MatrixMarket matrix coordinate complex general\n", 1, DL_MATRIX_ERROR_FORMAT, "real" },
    { "%%MatrixMarket matrix coordinate real hermitian\n", 1, DL_MATRIX_ERROR_FORMAT, "general" },
    { "%%MatrixMarket matrix coordinate real general x\n", 1, DL_MATRIX_ERROR_FORMAT, "general" },
    { "%%MatrixMarket\n", 1, DL_MATRIX_ERROR_FORMAT, "general" },
    { MARKET, 1, DL_MATRIX_ERROR_COUNT, "sizes" },
    { MARKET "%\n3 3\n", 3, DL_MATRIX_ERROR_SYNTAX, "sizes" },
    { MARKET "3 3 x\n", 2, DL_MATRIX_ERROR_SYNTAX, "sizes" },
    { MARKET "3 -3 1\n", 2, DL_MATRIX_ERROR_SYNTAX, "sizes" },
    { MARKET "3 4 1\n", 2, DL_MATRIX_ERROR_FORMAT, "3 rows and 4 columns" },
    { MARKET "0 0 0\n", 2, DL_MATRIX_ERROR_LIMIT, "0 ranks" },
    { MARKET "131073 131073 1\n", 2, DL_MATRIX_ERROR_LIMIT, "131072" },
    { MARKET "9 9 9223372036854775807\n", 2, DL_MATRIX_ERROR_LIMIT, "16777216" },
    { MARKET "9 9 99999999999999999999\n", 2, DL_MATRIX_ERROR_SYNTAX, "sizes" },
    { MARKET3, 2, DL_MATRIX_ERROR_COUNT, "after 0 entries (expected 1)" },
    { MARKET3 "1 2 3\n2 3 4\n", 4, DL_MATRIX_ERROR_COUNT, "announced (1)" },
    { MARKET3 "1 2\n", 3, DL_MATRIX_ERROR_SYNTAX, "row column bytes" },
    { MARKET3 "0 2 5\n", 3, DL_MATRIX_ERROR_OUTSIDE, "no rank 0 (expected 1 to 3)" },
    { MARKET3 "1 4 5\n", 3, DL_MATRIX_ERROR_OUTSIDE, "no rank 4 (expected 1 to 3)" },
    { MARKET3 "1 2 -1\n", 3, DL_MATRIX_ERROR_VALUE, "-1" },
    { "%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 2 5\n", 3, DL_MATRIX_ERROR_OUTSIDE,
      "diagonal" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlMatrix) matrix = dl_matrix_parse (cases[i].text, -1, "a file", &error);
      g_autofree char *place = g_strdup_printf ("a file:%u: ", cases[i].line);

      g_assert_null (matrix);
      g_assert_error (error, DL_MATRIX_ERROR, (gint) cases[i].code);
      if (!g_str_has_prefix (error->message, place)
          || strstr (error->message, cases[i].part) == NULL)
        g_error ("case %u: “%s”, not %s … %s", i, error->message, place, cases[i].part);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_nonnull (strchr (error->message, '('));
    }
}

/* Zero bytes, and a text without one at its end. */
static void
test_bytes (void)
{
  static const char zero[] = { '0', ',', '1', ',', '5', '\0', '6', '\n' };
  static const char open[] = { '0', ',', '1', ',', '5', '7' };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMatrix) none = dl_matrix_parse (zero, sizeof zero, "f", &error);
  g_autoptr (DlMatrix) some = NULL;

  g_assert_null (none);
  g_assert_error (error, DL_MATRIX_ERROR, DL_MATRIX_ERROR_VALUE);
  g_clear_error (&error);
  some = dl_matrix_parse (open, 5, "f", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (bytes_of (some, 0, 1), ==, 5);
}

/* A random matrix written by the test, whole entries or split, in any order, with what says
 * nothing in between. */
static char *
write_random (DlRng *rng, guint n, const guint64 *dense, gboolean market, gboolean symmetric)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const char separator = market ? ' ' : ',';
  const guint first = market ? 1 : 0;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < (symmetric ? i + 1 : n); j++)
      {
        guint64 rest = i == j ? dl_rng_below (rng, 3) : dense[i * n + j];

        /* The last corner always: it makes a CSV's size. */
        if (rest == 0 && !(i == n - 1 && j == n - 1) && dl_rng_below (rng, 4) > 0)
          continue;
        do
          {
            const guint64 part
                = rest > 1 && dl_rng_below (rng, 3) == 0 ? 1 + dl_rng_below (rng, rest - 1) : rest;

            g_ptr_array_add (lines, g_strdup_printf ("%u%c%u%c%" G_GUINT64_FORMAT, i + first,
                                                     separator, j + first, separator, part));
            rest -= part;
          }
        while (rest > 0);
      }
  for (guint i = lines->len; i-- > 1;)
    {
      const guint j = dl_rng_below (rng, i + 1);
      gpointer swap = lines->pdata[i];

      lines->pdata[i] = lines->pdata[j];
      lines->pdata[j] = swap;
    }
  if (market)
    g_string_append_printf (text, "%%%%MatrixMarket matrix coordinate real %s\n%% x\n%u %u %u\n",
                            symmetric ? "symmetric" : "general", n, n, lines->len);
  else if (dl_rng_below (rng, 2) == 0)
    g_string_append (text, "src,dst,bytes\n");
  for (guint i = 0; i < lines->len; i++)
    {
      if (dl_rng_below (rng, 5) == 0)
        g_string_append (text, market ? "\n% 1 2 3\n" : "  \n#1,2,3\n");
      g_string_append_printf (text, "%s%s", (const char *) lines->pdata[i],
                              dl_rng_below (rng, 3) == 0 ? "\r\n" : "\n");
    }
  return g_string_free (text, FALSE);
}

static void
check_random (guint64 seed)
{
  DlRng rng;

  dl_rng_init (&rng, seed);
  const guint n = 1 + dl_rng_below (&rng, 12);
  const gboolean market = dl_rng_below (&rng, 2), symmetric = market && dl_rng_below (&rng, 2);
  g_autofree guint64 *dense = g_new0 (guint64, n * n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      if (i != j && dl_rng_below (&rng, 2) == 0)
        dense[i * n + j] = dl_rng_next (&rng) >> (24 + dl_rng_below (&rng, 40));
  for (guint i = 0; symmetric && i < n; i++)
    for (guint j = 0; j < i; j++)
      dense[j * n + i] = dense[i * n + j];

  g_autofree char *text = write_random (&rng, n, dense, market, symmetric);
  g_autoptr (DlMatrix) matrix = parse (text);
  g_autofree char *written = matrix_to_text (matrix);
  g_autoptr (DlMatrix) again = parse (written);
  g_autofree char *written_again = matrix_to_text (again);

  check_sound (matrix);
  check_sound (again);
  g_assert_cmpuint (matrix->n_ranks, ==, n);
  g_assert_cmpuint (again->n_ranks, ==, n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        g_assert_cmpuint (bytes_of (matrix, i, j), ==, dense[i * n + j]);
        g_assert_cmpuint (bytes_of (again, i, j), ==, dense[i * n + j]);
      }
  g_assert_cmpstr (written, ==, written_again);
}

static void
test_random (void)
{
  for (guint64 seed = 0; seed < 500; seed++)
    check_random (seed);
}

/* Half a sound file, or one with a byte changed, is read or refused, never worse. */
static void
test_damaged (void)
{
  static const char text[] = "%%MatrixMarket matrix coordinate real symmetric\n% c\n9 9 4\n2 1 5\n"
                             "3 1 1.5e3\n9 8 .5\n7 7 1\n";
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < 20000; i++)
    {
      char damaged[sizeof text];
      g_autoptr (GError) error = NULL;
      g_autoptr (DlMatrix) matrix = NULL;
      const gsize length = i < sizeof text ? i : sizeof text - 1;

      memcpy (damaged, text, sizeof text);
      for (guint n = i < sizeof text ? 0 : 1 + i % 3; n > 0; n--)
        damaged[dl_rng_below (&rng, length)]
            = "0123456789 %.e-+\n,\t\0x\xff"[dl_rng_below (&rng, 22)];
      matrix = dl_matrix_parse (damaged, length, "f", &error);
      g_assert_true ((matrix == NULL) == (error != NULL));
      if (matrix != NULL)
        check_sound (matrix);
      else
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix/csv", test_csv);
  g_test_add_func ("/matrix/pairs", test_pairs);
  g_test_add_func ("/matrix/matrix-market", test_matrix_market);
  g_test_add_func ("/matrix/limits", test_limits);
  g_test_add_func ("/matrix/bad", test_bad);
  g_test_add_func ("/matrix/bytes", test_bytes);
  g_test_add_func ("/matrix/random", test_random);
  g_test_add_func ("/matrix/damaged", test_damaged);
  return g_test_run ();
}
