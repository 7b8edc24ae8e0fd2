/* The window in a language that nobody speaks, whose texts are longer and marked (tests/languages):
 * from left to right and the other way round, in the least size it is made for. What is not
 * translatable is said in English, and what has no room is cut: all that can be seen is walked. */
#include "dl-evidence-pages.h"
#include "dl-figure.h"
#include "dl-figure-table.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <glib/gi18n.h>
#include <string.h>

/* Their places in dl_families. */
enum
{
  TORUS,
  DRAGONFLY
};

#define LEAST_WIDTH  1024
#define LEAST_HEIGHT 700

static GtkApplication *application; /* one per process */

typedef struct
{
  GtkWidget *root;
  const char *name; /* of the scenario */
  const char *where;
  guint n, n_wrong;
  gint width, height; /* of the window, once it was seen */
} Walk;

static void
fail (Walk *walk, GtkWidget *widget, const char *why, const char *text)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (GtkWidget *it = widget; it != NULL && it != walk->root && path->len < 160;
       it = gtk_widget_get_parent (it))
    g_string_append_printf (path, "%s%s (%s)", path->len > 0 ? " in " : "", G_OBJECT_TYPE_NAME (it),
                            gtk_widget_get_name (it));
  g_test_message ("%s: %s: “%s”: %s", walk->where, why, text, path->str);
  walk->n_wrong++;
}

/* Names given by a person or a machine. */
static gboolean
is_name (const Walk *walk, const char *text)
{
  return strcmp (text, walk->name) == 0 || strcmp (text, "all") == 0; /* the job of cascade-2 */
}

/* Words, beside which names, numbers and what the program writes as files have it may stand. */
static gboolean
is_english (const char *text)
{
  /* Symbols of the papers' equations. */
  if (strcmp (text, "bias") == 0 || strcmp (text, "occupancy") == 0)
    return FALSE;
  /* Names of machines and papers, coordinates, keys and identifiers are the same everywhere. */
  return g_regex_match_simple ("(?<![\\w.=/-])[a-z]{3,}(?![\\w.=/-])", text, 0, 0)
         && strstr (text, "«") == NULL;
}

static void
check_label (Walk *walk, GtkLabel *label)
{
  GtkWidget *widget = GTK_WIDGET (label);
  const char *text = gtk_label_get_text (label);
  PangoLayout *layout = gtk_label_get_layout (label);
  gint width, height;

  walk->n++;
  if (is_english (text) && !is_name (walk, text))
    fail (walk, widget, "not translatable", text);
  pango_layout_get_pixel_size (layout, &width, &height);
  if (width > gtk_widget_get_width (widget) + 1 || height > gtk_widget_get_height (widget) + 1)
    fail (walk, widget, "does not fit", text);
}

/* A widget in something that scrolls is seen by scrolling. */
static gboolean
scrolls (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || GTK_IS_VIEWPORT (widget);
}

static void
check_place (Walk *walk, GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  graphene_rect_t bounds;

  for (GtkWidget *it = parent; it != NULL; it = gtk_widget_get_parent (it))
    if (scrolls (it))
      return;
  if (parent == NULL || !gtk_widget_compute_bounds (widget, walk->root, &bounds))
    return;
  if (bounds.origin.x < -1 || bounds.origin.y < -1
      || bounds.origin.x + bounds.size.width > gtk_widget_get_width (walk->root) + 1
      || bounds.origin.y + bounds.size.height > gtk_widget_get_height (walk->root) + 1)
    fail (walk, widget, "reaches out of the window",
          GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "");
}

static void
walk_widgets (Walk *walk, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;
  check_place (walk, widget);
  if (GTK_IS_LABEL (widget))
    check_label (walk, GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_widgets (walk, child);
}

/* Down to what is to blame for the width. */
static void
tell_widest (GtkWidget *widget)
{
  while (widget != NULL)
    {
      GtkWidget *widest = NULL;
      gint most = 0, least;

      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        {
          gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
          if (gtk_widget_get_visible (child) && least > most)
            {
              most = least;
              widest = child;
            }
        }
      widget = widest;
      if (widget != NULL)
        g_test_message ("at least %d wide: %s (%s) %s", most, G_OBJECT_TYPE_NAME (widget),
                        gtk_widget_get_name (widget),
                        GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "");
    }
}

/* The window as it is now. */
static void
look (Walk *walk, DlSession *session, const char *where)
{
  const gint width = walk->width, height = walk->height;

  walk->where = where;
  ui_settle (session);
  ui_draw ();
  walk->width = gtk_widget_get_width (walk->root);
  walk->height = gtk_widget_get_height (walk->root);
  if (walk->width > MAX (width, LEAST_WIDTH) || walk->height > MAX (height, LEAST_HEIGHT))
    {
      g_autofree char *size = g_strdup_printf ("%d × %d", walk->width, walk->height);

      fail (walk, walk->root, "the window grew", size);
      tell_widest (walk->root);
    }
  walk_widgets (walk, walk->root);
}

static void
walk_pages (Walk *walk, DlSession *session, guint kind)
{
  static const char *const views[][8] = {
    [TORUS] = { "ring-matrix", "planes", "isometric", "ring", "table", "router", "packets" },
    [DRAGONFLY] = { "groups", "group", "chord", "table", "router", "packets" },
  };
  DlEvidencePages *evidence = ui_part (walk->root, "evidence");
  const DlFamily *family = dl_session_get_scenario (session)->family;
  const DlFeature *page;

  for (guint i = 0; i < G_N_ELEMENTS (views[kind]) && views[kind][i] != NULL; i++)
    {
      ui_act (walk->root, "show-view", views[kind][i]);
      look (walk, session, views[kind][i]);
    }
  for (guint i = 0; (page = dl_family_feature (family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      dl_evidence_pages_show (evidence, page->id);
      look (walk, session, page->id);
    }
}

/* Dialogs and windows beside the main one, by the actions that open them. */
static void
walk_windows (Walk *main, DlSession *session)
{
  static const char *const actions[]
      = { "export", "report", "break-random", "compare", "sweep", "papers", "show-history" };
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      Walk walk = { .name = main->name };

      ui_act (main->root, actions[i], NULL);
      ui_settle (session);
      ui_draw ();
      for (guint k = g_list_model_get_n_items (windows); k-- > 0;)
        {
          g_autoptr (GtkWidget) window = g_list_model_get_item (windows, k);

          if (window == main->root || !gtk_widget_get_mapped (window))
            continue;
          walk.root = window;
          look (&walk, session, actions[i]);
          gtk_window_close (GTK_WINDOW (window));
        }
      /* In the main window itself. */
      if (walk.root == NULL)
        look (main, session, actions[i]);
      main->n += walk.n;
      main->n_wrong += walk.n_wrong;
      ui_settle (session);
    }
}

/* The window of tables; NULL if there is none. */
static GtkWidget *
table_window (Walk *main)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint k = 0; k < g_list_model_get_n_items (windows); k++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, k);

      if (window != main->root && ui_find (window, DL_TYPE_FIGURE_TABLE, 0) != NULL)
        return window;
    }
  return NULL;
}

/* The numbers of each chart and map: heads and words of files are said in the user's language. */
static void
walk_tables (Walk *main, DlSession *session, guint kind)
{
  Walk walk = { .name = main->name };
  guint n;
  const DlFigure *const *figures
      = dl_family_figures (dl_session_get_scenario (session)->family, &n);

  for (guint i = 0; i < n; i++)
    /* A column of equations has the names by which files know them. */
    if (figures[i]->paper_check == NULL && !figures[i]->needs_sweep
        && strcmp (figures[i]->id, "equations") != 0)
      {
        ui_act (main->root, "show-table", figures[i]->id);
        ui_settle (session);
        walk.root = table_window (main);
        g_assert_nonnull (walk.root);
        walk.width = walk.height = 0;
        look (&walk, session, figures[i]->id);
      }
  gtk_window_close (GTK_WINDOW (walk.root));
  ui_settle (session);
  main->n += walk.n;
  main->n_wrong += walk.n_wrong;
}

typedef struct
{
  const char *preset;
  GtkTextDirection direction;
} Case;

static const Case cases[] = {
  { "torus-5x5x5", GTK_TEXT_DIR_LTR },
  { "torus-5x5x5", GTK_TEXT_DIR_RTL },
  { "cascade-2", GTK_TEXT_DIR_LTR },
  { "generic-33", GTK_TEXT_DIR_RTL },
};

static void
check_window (gconstpointer data)
{
  const Case *it = data;
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (it->preset, &error);
  DlSession *session = dl_session_new (NULL);
  const guint kind = dl_family_index (scenario->family);
  Walk walk = { .name = NULL };

  g_assert_true (g_str_has_prefix (_ ("Topology"), "«"));
  gtk_widget_set_default_direction (it->direction);
  dl_session_open_new (session, scenario);
  ui_settle (session);
  walk.name = dl_session_get_scenario (session)->name;
  walk.root = GTK_WIDGET (dl_window_new (application, session, NULL));
  gtk_window_set_default_size (GTK_WINDOW (walk.root), LEAST_WIDTH, LEAST_HEIGHT);
  gtk_window_present (GTK_WINDOW (walk.root));
  ui_settle (session);
  ui_draw ();
  walk_pages (&walk, session, kind);
  walk_windows (&walk, session);
  walk_tables (&walk, session, kind);
  g_test_message ("%u labels at %dx%d", walk.n, walk.width, walk.height);
  g_assert_cmpuint (walk.n, >, 200);
  g_assert_cmpuint (walk.n_wrong, ==, 0);

  gtk_window_destroy (GTK_WINDOW (walk.root));
  ui_settle (session);
  ui_idle ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  ui_assert_finalize (session);
}

int
main (int argc, char **argv)
{
  int result;

  g_assert_nonnull (g_getenv ("DATELINE_PSEUDO"));
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("DATELINE_PSEUDO"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  ui_test_init_local (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/pseudo/%s/%s", cases[i].preset,
                             cases[i].direction == GTK_TEXT_DIR_RTL ? "right-to-left" : "usual");
      g_test_add_data_func (path, &cases[i], check_window);
    }
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
