/* A torus with a broken cable as a figure in a file, whose name is given. */
#include <dateline-figure.h>

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineScenario) scenario = dateline_scenario_new_preset ("torus-5x5x5", &error);
  g_autoptr (DatelineFigurePicture) picture = NULL;

  if (scenario != NULL
      && dateline_scenario_set (scenario, "torus.broken-links", "1,2,2:x+", &error))
    picture = dateline_figure_picture_new (scenario, "ring-matrix", &error);
  if (picture != NULL && dateline_figure_picture_set (picture, "width", "7", &error) && argc == 2)
    dateline_figure_picture_save (picture, argv[1], &error);
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  return error != NULL ? 1 : 0;
}
