/* Text of others: cells of CSV that are no formulas, and lines that do not steer a terminal. */
#include "dl-output.h"
#include "dl-text-lines.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

static void
test_csv (void)
{
  static const struct
  {
    const char *text, *cell;
  } cases[] = {
    { "", "" },
    { "XT3 11x12x16", "XT3 11x12x16" },
    { "a, b", "\"a, b\"" },
    { "say \"no\"", "\"say \"\"no\"\"\"" },
    { "two\nlines", "\"two\nlines\"" },
    { "# no comment", "\"# no comment\"" },
    { "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0" },
    { "=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"" },
    { "@SUM(1)", "'@SUM(1)" },
    { "+1+cmd|x", "'+1+cmd|x" },
    { "-2+3+cmd|x", "'-2+3+cmd|x" },
    { "\t=1", "'\t=1" },
    { "＝1+1", "'＝1+1" }, /* full width */
    { "＋1", "'＋1" },
    { "－1", "'－1" },
    { "＠SUM(1)", "'＠SUM(1)" },
    { "a＝b", "a＝b" },
    { "no\342\200\256sr", "no?sr" }, /* U+202E */
    { "\r=1", "\"'\r=1\"" },
    /* Values of ours. */
    { "-1;-1;-1", "-1;-1;-1" },
    { "-0.25", "-0.25" },
    { "+1e-3", "+1e-3" },
    { "x+", "x+" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) csv = g_string_new (NULL);

      dl_csv_append (csv, cases[i].text);
      g_assert_cmpstr (csv->str, ==, cases[i].cell);
    }
}

static void
test_printable (void)
{
  static const struct
  {
    const char *text, *line, *lines;
  } cases[] = {
    { "Übung 網 é", "Übung 網 é", "Übung 網 é" },
    { "a\tb\nc", "a b c", "a\tb\nc" },
    { "\033[2J\033]0;title\007x", "?[2J?]0;title?x", "?[2J?]0;title?x" },
    { "a\rb\bc\177", "a?b?c?", "a?b?c?" },
    { "\302\233"
      "31mred",
      "?31mred", "?31mred" }, /* CSI in eight bits */
    { "ab\342\200\256"
      "cd\342\200\254",
      "ab?cd?", "ab?cd?" },
    { "\342\201\246x\342\201\251\342\200\217\330\234", "?x???", "?x???" },
    { "a\342\200\250b", "a?b", "a?b" },
    /* Zero-width space, joiners, word joiner, soft hyphen, byte-order mark, filler of Hangul. */
    { "a\342\200\213b\342\200\214c\342\200\215d", "a?b?c?d", "a?b?c?d" },
    { "a\342\201\240b\302\255c\357\273\277d\343\205\244", "a?b?c?d?", "a?b?c?d?" },
    { "a\377b", "a\357\277\275b", "a\357\277\275b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = dl_text_printable (cases[i].text, -1, FALSE);
      g_autofree char *lines = dl_text_printable (cases[i].text, -1, TRUE);

      g_assert_cmpstr (line, ==, cases[i].line);
      g_assert_cmpstr (lines, ==, cases[i].lines);
    }
}

/* A pipe that nobody writes to is not waited for. */
static void
test_open_regular (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dl-open-XXXXXX", NULL);
  g_autofree char *pipe_path = g_build_filename (folder, "pipe", NULL);
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  char head[3];
  int fd;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (dl_open_regular (pipe_path), ==, -1);
  g_assert_cmpint (errno, ==, EINVAL);
  g_assert_cmpuint (dl_read_head (pipe_path, head, sizeof head), ==, 0);
  g_assert_cmpint (dl_open_regular (folder), ==, -1);
  g_assert_cmpint (errno, ==, EISDIR);
  g_assert_cmpint (dl_open_regular ("/dev/null"), ==, -1);
  g_assert_cmpint (errno, ==, EINVAL);
  g_assert_cmpint (dl_open_regular (path), ==, -1);
  g_assert_cmpint (errno, ==, ENOENT);
  g_assert_true (g_file_set_contents (path, "abcd", 4, NULL));
  fd = dl_open_regular (path);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_cmpuint (dl_read_head (path, head, sizeof head), ==, 3);
  g_assert_cmpmem (head, 3, "abc", 3);
  g_unlink (path);
  g_unlink (pipe_path);
  g_rmdir (folder);
}

/* A name that reads otherwise than it is, and bytes that are no text. */
static void
test_file_name (void)
{
  g_autofree char *whole = dl_file_name_show ("/tmp/a\u202etxt.exe");
  g_autofree char *base = dl_file_base_show ("/tmp/a\u202etxt.exe");
  g_autofree char *bytes = dl_file_base_show ("/tmp/a\n\xff.x");

  g_assert_cmpstr (whole, ==, "/tmp/a?txt.exe");
  g_assert_cmpstr (base, ==, "a?txt.exe");
  g_assert_true (g_utf8_validate (bytes, -1, NULL));
  g_assert_null (strchr (bytes, '\n'));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/safe-text/csv", test_csv);
  g_test_add_func ("/safe-text/printable", test_printable);
  g_test_add_func ("/safe-text/file-name", test_file_name);
  g_test_add_func ("/safe-text/open-regular", test_open_regular);
  return g_test_run ();
}
