/* Numbers as people and as files write them. */
#include "dl-bytes.h"
#include "dl-numerals.h"
#include "test-files.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* Text in a file, and in a locale with a comma. */
static const struct
{
  const char *file, *comma;
} texts[] = {
  { "0.5", "0,5" },
  { "-.25", "-,25" },
  { "2.", "2," },
  { "1.5e-9", "1,5e-9" },
  { "12.5 %", "12,5 %" },
  { "12", "12" },
  { "", "" },
  { ".", "." },
  { "saturated", "saturated" },
  { "1.2.3", "1.2.3" },
  { "0.25;0.5", "0.25;0.5" },
  { "0.0.4-3.0.0#0", "0.0.4-3.0.0#0" },
  { "1.5e", "1.5e" },
  { "version 1.5", "version 1.5" },
};

static void
assert_number (const char *expected)
{
  g_autofree char *text = g_strdup_printf ("%'.1f", 1234.5);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_plain (void)
{
  g_autofree char *usual = g_strdup_printf ("%'.1f", 1234.5);
  g_autoptr (DlPlainNumerals) outer = dl_plain_numerals_new ();

  assert_number ("1234.5");
  {
    g_autoptr (DlPlainNumerals) inner = dl_plain_numerals_new ();
    assert_number ("1234.5");
  }
  assert_number ("1234.5");
  g_clear_pointer (&outer, dl_plain_numerals_free);
  assert_number (usual);
}

static void
test_texts (void)
{
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");

  g_test_message ("the locale’s decimal sign is “%s”", localeconv ()->decimal_point);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *shown = dl_numerals_show (texts[i].file);
      g_autofree char *read = dl_numerals_read (shown);
      g_autofree char *again = dl_numerals_read (texts[i].file);

      g_assert_cmpstr (shown, ==, comma ? texts[i].comma : texts[i].file);
      g_assert_cmpstr (read, ==, texts[i].file);
      g_assert_cmpstr (again, ==, texts[i].file);
    }
}

static void
test_bytes (void)
{
  static const struct
  {
    guint64 bytes;
    const char *shown; /* with a point */
  } sizes[] = {
    { 0, "0 B" },
    { 1, "1 B" },
    { 1000, "1 kB" },
    { 1023, "1023 B" },
    { 1024, "1 KiB" },
    { 1536, "1.5 KiB" },
    { 1050, "1.05 kB" },
    { 1048576, "1 MiB" },
    { 1048577, "1048577 B" },
    { 64000000, "64 MB" },
    { G_GUINT64_CONSTANT (5) << 29, "2.5 GiB" },
    { G_GUINT64_CONSTANT (1) << 40, "1 TiB" },
  };
  static const struct
  {
    const char *typed, *read;
  } typed[] = {
    { "64M", "67108864" },  { "64 mib", "67108864" },
    { "64Mi", "67108864" }, { "64 MB", "64000000" },
    { " 2 k ", "2048" },    { "7B", "7" },
    { "7", "7" },           { "0.0001k", "0.0001k" },
    { "M", "M" },           { "1 MiBs", "1 MiBs" },
    { "-1k", "-1k" },       { "99999999T", "99999999T" },
  };
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *shown = dl_bytes_show (sizes[i].bytes);
      g_autofree char *read = dl_bytes_read (shown);
      g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, sizes[i].bytes);
      g_autofree char *point = g_strdelimit (g_strdup (shown), ",", '.');

      g_assert_cmpstr (point, ==, sizes[i].shown);
      g_assert_true (!comma || strchr (shown, '.') == NULL);
      g_assert_cmpstr (read, ==, plain);
    }
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autofree char *read = dl_bytes_read (typed[i].typed);

      g_assert_cmpstr (read, ==, typed[i].read);
    }
}

static void
test_all (void)
{
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");
  g_autofree char *shown = dl_numerals_show_all (".25–.5");

  g_assert_cmpstr (shown, ==, comma ? "0,25–0,5" : "0.25–0.5");
}

/* A catalog of nothing but its language, as msgfmt writes it. */
static void
write_catalog (const char *folder, const char *language)
{
  g_autofree char *header
      = g_strdup_printf ("Content-Type: text/plain; charset=UTF-8\nLanguage: %s\n", language);
  const guint32 length = (guint32) strlen (header);
  /* Magic, format, texts, where their tables are, no hashes; a table each: length and place. */
  const guint32 words[] = { 0x950412de, 0, 1, 28, 36, 0, 44, /**/ 0, 44, /**/ length, 45 };
  g_autofree char *path = g_build_filename (folder, language, "LC_MESSAGES", NULL);
  g_autofree char *file = g_build_filename (path, GETTEXT_PACKAGE ".mo", NULL);
  g_autoptr (GString) catalog = g_string_new_len ((const char *) words, sizeof words);

  g_string_append_len (catalog, "", 1);
  g_string_append_len (catalog, header, (gssize) length + 1);
  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_file_set_contents (file, catalog->str, (gssize) catalog->len, NULL);
}

/* Messages are in English where there is no translation, whatever the locale. */
static void
test_languages (void)
{
  static const struct
  {
    const char *language, *messages;
  } cases[] = { { "C", "en" },        { "en", "en" },       { "en_GB:zh_CN", "en" },
                { "zh_CN", "zh_CN" }, { "es:zh_CN", "es" }, { "ca", "en" } };
  g_autofree char *folder = g_dir_make_tmp ("dateline-numerals-XXXXXX", NULL);
  gboolean none;

  write_catalog (folder, "zh_CN");
  write_catalog (folder, "es");
  write_catalog (folder, "en_GB");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  /* Where the locale is C no catalog is asked for; glibc 2.41 counts C.UTF-8 as that. */
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  textdomain (textdomain (NULL));
  none = *dgettext (GETTEXT_PACKAGE, "") == '\0';
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *messages = none ? "en" : cases[i].messages;
      g_autofree char *language = NULL;
      DlPlainNumerals *plain;

      g_setenv ("LANGUAGE", cases[i].language, TRUE);
      textdomain (textdomain (NULL)); /* gettext looks again */
      language = dl_language_of_messages ();
      g_test_message ("LANGUAGE=%s: %s", cases[i].language, language);
      g_assert_true (g_str_has_prefix (language, messages));

      /* Text for programs. */
      g_free (language);
      plain = dl_plain_text_new ();
      language = dl_language_of_messages ();
      dl_plain_numerals_free (plain);
      g_assert_cmpstr (language, ==, "en");
    }
  g_setenv ("LANGUAGE", "C", TRUE);
  test_remove_folder (folder);
}

/* Nodes and lists have commas, too. */
static void
test_commas (void)
{
  static const char *const others[] = { "1,2,3", "1,2,3:x+", "3,5,7", "a,5", "," };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *read = dl_numerals_read (others[i]);
      g_autofree char *shown = dl_numerals_show (others[i]);

      g_assert_cmpstr (read, ==, others[i]);
      g_assert_cmpstr (shown, ==, others[i]);
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("LANGUAGE", "C", TRUE);
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/numerals/bytes", test_bytes);
  g_test_add_func ("/numerals/plain", test_plain);
  g_test_add_func ("/numerals/texts", test_texts);
  g_test_add_func ("/numerals/all", test_all);
  g_test_add_func ("/numerals/languages", test_languages);
  g_test_add_func ("/numerals/commas", test_commas);
  return g_test_run ();
}
