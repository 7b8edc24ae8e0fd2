/* Numbers as people and as files write them. */
#include "dl-numerals.h"

#include <locale.h>

/* As a file has it, and as it is in a locale with a comma. */
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
test_all (void)
{
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");
  g_autofree char *shown = dl_numerals_show_all (".25–.5");

  g_assert_cmpstr (shown, ==, comma ? "0,25–0,5" : ".25–.5");
}

static void
test_fraction (void)
{
  static const struct
  {
    double value;
    const char *point, *comma;
  } cases[] = {
    { 0.271, ".27", "0,27" }, { -0.5, "-.50", "-0,50" },   { 1.5, "1.50", "1,50" },
    { 0, ".00", "0,00" },     { 10.25, "10.25", "10,25" },
  };
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dl_numerals_fraction (cases[i].value, 2);

      g_assert_cmpstr (text, ==, comma ? cases[i].comma : cases[i].point);
    }
}

/* Chinese has a point, and the 0 before it. */
static void
test_languages (void)
{
  static const struct
  {
    const char *language;
    gboolean zero;
  } cases[] = { { "C", FALSE },    { "en", FALSE },   { "en_GB:de", FALSE },
                { "zh_CN", TRUE }, { "es:en", TRUE }, { "ca", TRUE } };
  const gboolean comma = g_str_equal (localeconv ()->decimal_point, ",");
  /* No catalogue is asked for there. */
  const gboolean none = g_str_equal (setlocale (LC_MESSAGES, NULL), "C");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gboolean zero = cases[i].zero && !none;
      g_autofree char *fraction = NULL;
      g_autofree char *all = NULL;

      g_setenv ("LANGUAGE", cases[i].language, TRUE);
      fraction = dl_numerals_fraction (-0.271, 2);
      all = dl_numerals_show_all (".25–1.5");
      g_assert_cmpstr (fraction, ==, comma ? "-0,27" : zero ? "-0.27" : "-.27");
      g_assert_cmpstr (all, ==, comma ? "0,25–1,5" : zero ? "0.25–1.5" : ".25–1.5");
    }
  g_setenv ("LANGUAGE", "C", TRUE);
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
  g_test_add_func ("/numerals/plain", test_plain);
  g_test_add_func ("/numerals/texts", test_texts);
  g_test_add_func ("/numerals/all", test_all);
  g_test_add_func ("/numerals/fraction", test_fraction);
  g_test_add_func ("/numerals/languages", test_languages);
  g_test_add_func ("/numerals/commas", test_commas);
  return g_test_run ();
}
