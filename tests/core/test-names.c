/* Names as people type them: what is found by its beginning, and what is suggested. */
#include "dl-names.h"

#include <glib.h>

static const char *const presets[]
    = { "xt3-11x12x16", "xt4-21x16x24", "red-storm-27x16x24", "ring-8", "mesh-4x4",
        "mesh-8x8",     "cascade-2",    "cascade-241",        NULL };
static const char *const commands[]
    = { "list", "analyze", "figure", "report", "route", "simulate", "library", NULL };

static const char *const engines[] = { "min-hop", "up-down", NULL };

static void
test_find (void)
{
  g_assert_cmpstr (dl_names_find ("xt3", presets), ==, "xt3-11x12x16");
  g_assert_cmpstr (dl_names_find ("cascade-2", presets), ==, "cascade-2"); /* itself first */
  g_assert_cmpstr (dl_names_find ("cascade-24", presets), ==, "cascade-241");
  g_assert_null (dl_names_find ("xt", presets));
  g_assert_null (dl_names_find ("mesh", presets));
  g_assert_null (dl_names_find ("", presets));
  g_assert_null (dl_names_find ("storm", presets));
}

static void
test_hint (void)
{
  static const struct
  {
    const char *name;
    const char *const *names;
    const char *hint;
  } cases[] = {
    { "xt", presets, "did you mean xt3-11x12x16 or xt4-21x16x24?" },
    { "XT3-11x12x16", presets, "did you mean xt3-11x12x16?" },
    { "mesh-4x5", presets, "did you mean mesh-4x4?" },
    { "storm", presets, "did you mean red-storm-27x16x24?" },
    { "ring-8-mine", presets, "did you mean ring-8?" },
    { "export", commands, "did you mean figure?" }, /* two slips from report, and not meant */
    { "analyse", commands, "did you mean analyze?" },
    { "anaylze", commands, "did you mean analyze?" },
    { "traceroute", commands, "did you mean route?" },
    { "updn", engines, "did you mean up-down?" },
    { "q", commands, "expected one of: list, analyze, figure, report, route, simulate, library" },
    { "frob", commands,
      "expected one of: list, analyze, figure, report, route, simulate, library" },
    { "", commands, "expected one of: list, analyze, figure, report, route, simulate, library" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *hint = dl_names_hint (cases[i].name, cases[i].names);

      g_assert_cmpstr (hint, ==, cases[i].hint);
    }
}

static void
test_meant (void)
{
  g_autofree char *option = dl_names_meant ("jsn", (const char *const[]) { "json", NULL }, "--");
  g_autofree char *none = dl_names_meant ("jsn", (const char *const[]) { "csv", NULL }, "--");
  g_autofree char *wide = g_strnfill (5000, 'a');
  g_autofree char *long_one = dl_names_meant (wide, presets, "");

  g_assert_cmpstr (option, ==, "did you mean --json?");
  g_assert_null (none);
  g_assert_null (long_one);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/find", test_find);
  g_test_add_func ("/names/hint", test_hint);
  g_test_add_func ("/names/meant", test_meant);
  return g_test_run ();
}
