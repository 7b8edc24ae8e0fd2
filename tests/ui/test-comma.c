/* The window where numbers have a decimal comma: what is shown has it, what is typed may have it,
 * and the scenario's file has a point. */
#include "dl-config-panel.h"
#include "dl-evidence-pages.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <locale.h>
#include <string.h>

static GtkApplication *application; /* one per process */

static void
test_entry (void)
{
  DlSession *session = ui_session_new (4, 4, 4);
  GtkWidget *panel = g_object_new (DL_TYPE_CONFIG_PANEL, "session", session, NULL);
  GtkWidget *window = ui_window_new (panel, 360, 700);
  GtkEditable *entry;
  const struct
  {
    const char *typed;
    double load;
  } cases[] = { { "0,5", 0.5 }, { "0.25", 0.25 }, { ",125", 0.125 }, { "5e-1", 0.5 } };

  ui_settle (session);
  entry = ui_key (panel, "traffic.load");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "0,34");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      gtk_editable_set_text (entry, cases[i].typed);
      ui_settle (session);
      g_assert_cmpfloat (dl_session_get_scenario (session)->traffic.load, ==, cases[i].load);
      text = dl_scenario_to_text (dl_session_get_scenario (session), FALSE);
      g_assert_null (strstr (text, "load=0,"));
      g_assert_nonnull (strstr (text, "\nload=0."));
    }
  /* No number, in any of the two ways. */
  gtk_editable_set_text (entry, "0,2,5");
  ui_settle (session);
  g_assert_cmpfloat (dl_session_get_scenario (session)->traffic.load, ==, 0.5);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));

  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle (session);
  g_object_unref (session);
}

/* Points in numbers that can be seen; sections of papers and places in a dragonfly have some. */
static guint
count_points (GtkWidget *widget, const char *where)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget) || GTK_IS_EDITABLE (widget))
    {
      const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                                               : gtk_editable_get_text (GTK_EDITABLE (widget));

      if (g_regex_match_simple ("(?<![\\d.,])\\d*\\.\\d+(?![\\d.])", text, 0, 0)
          && !g_regex_match_simple ("paper|section|footnote|[XYZ][+−-]\\.\\d", text, 0, 0))
        {
          g_test_message ("%s: “%s”", where, text);
          n++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_points (child, where);
  return n;
}

static void
test_window (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (data, &error);
  DlSession *session = dl_session_new (NULL);
  const DlFamily *family = scenario->family;
  const DlFeature *page;
  guint n = 0;
  GtkWidget *window;

  dl_session_open_new (session, scenario);
  ui_settle (session);
  window = GTK_WIDGET (dl_window_new (application, session, NULL));
  gtk_window_present (GTK_WINDOW (window));
  ui_settle (session);
  for (guint i = 0; (page = dl_family_feature (family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      dl_evidence_pages_show (ui_part (window, "evidence"), page->id);
      ui_settle (session);
      ui_draw ();
      n += count_points (window, page->id);
    }
  g_assert_cmpuint (n, ==, 0);

  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle (session);
  g_object_unref (session);
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init_local (&argc, &argv);
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add_func ("/comma/entry", test_entry);
  g_test_add_data_func ("/comma/torus", "torus-5x5x5", test_window);
  g_test_add_data_func ("/comma/cascade", "cascade-2", test_window);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
