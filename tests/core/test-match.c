/* Typed text, and how well it finds a title. */
#include "dl-names.h"

static void
test_fold (void)
{
  static const struct
  {
    const char *text, *folded;
  } cases[] = {
    { "Load Curve", "load curve" },
    { "  two \t blanks\n", "two blanks" },
    { "Überlast", "uberlast" },
    { "Configuración", "configuracion" },
    { "GROẞ", "gross" },
    { "虚拟 通道", "虚拟 通道" },
    { "Torus 4×4", "torus 4×4" },
    { "", "" },
    { "\xff is not UTF-8", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folded = dl_match_fold (cases[i].text);
      g_autofree char *again = dl_match_fold (folded);

      g_assert_cmpstr (folded, ==, cases[i].folded);
      g_assert_cmpstr (again, ==, folded);
    }
}

static void
test_match (void)
{
  static const struct
  {
    const char *words, *title, *detail;
    DlMatch match;
  } cases[] = {
    { "Deadlock", "Deadlock", "", DL_MATCH_WHOLE },
    { "dead", "Deadlock", "", DL_MATCH_START },
    { "", "Deadlock", "", DL_MATCH_START },
    { "", "", "", DL_MATCH_START },
    { "cycle", "Show the deadlock cycle", "", DL_MATCH_WORDS },
    { "cyc show", "Show the deadlock cycle", "", DL_MATCH_WORDS },
    { "lock", "Show the deadlock lock", "", DL_MATCH_WORDS },
    { "lock", "Show the deadlock cycle", "", DL_MATCH_INSIDE },
    { "lock show", "Show the deadlock cycle", "", DL_MATCH_INSIDE },
    { "ways show", "Show the deadlock cycle", "and ways out", DL_MATCH_DETAIL },
    { "ways away", "Show the deadlock cycle", "and ways out", DL_NO_MATCH },
    { "x+", "X+ of (3,4,5)", "", DL_MATCH_START },
    { "3,4", "X+ of (3,4,5)", "", DL_MATCH_WORDS },
    { "uber", "Ausgleich über Zeit", "", DL_MATCH_WORDS },
    { "通道", "虚拟通道", "", DL_MATCH_INSIDE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = dl_match_fold (cases[i].words);
      g_autofree char *title = dl_match_fold (cases[i].title);
      g_autofree char *detail = dl_match_fold (cases[i].detail);

      g_test_message ("%s in %s", cases[i].words, cases[i].title);
      g_assert_cmpint (dl_match (words, title, detail), ==, cases[i].match);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/match/fold", test_fold);
  g_test_add_func ("/match/match", test_match);
  return g_test_run ();
}
