/* Every control of the window says what it is: all of it is walked, for each kind of network, in
 * each view and on each page. Controls of a key of the scenario say its unit, and the paper and
 * section that it comes from (of the textbooks' router: the book's, or its simulator), or that it
 * is this program's own. */
#include "dl-evidence-pages.h"
#include "dl-field.h"
#include "dl-number-field.h"
#include "dl-scenario-file.h"
#include "dl-slider.h"
#include "dl-ui.h"
#include "dl-vc-search.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <string.h>

/* Words for a number's unit, by the keys that have one. */
static const struct
{
  const char *key;
  const char *unit; /* a regular expression */
} units[] = {
  { "torus.radix", "nodes" },
  { "torus.datelines", "node" },
  { "router.input-buffer", "flits" },
  { "router.staging-buffer", "flits" },
  { "router.link-cycles", "cycles of 2 ns" },
  { "router.crossbar-cycles", "cycles of 2 ns" },
  { "router.ejection-rate", "flits/cycle" },
  { "router.link-error-rate", "share" },
  { "router.age-clock-period", "cycles of 2 ns" },
  { "router.request-age-bias", "0 to 7" },
  { "router.response-age-bias", "0 to 7" },
  { "router.aries-buffer", "flits" },
  { "router.aries-hop-ns", "nanoseconds" },
  { "router.aries-payload-bytes", "bytes" },
  { "router.aries-outstanding", "packets" },
  { "router.payload-efficiency", "share" },
  { "traffic.load", "flits/node/cycle|share|as fast as the network accepts" },
  { "traffic.packet-flits", "flits" },
  { "traffic.message-bytes", "bytes" },
  { "traffic.burst-messages", "packets" },
  { "traffic.response-share", "share" },
  { "simulation.warmup-cycles", "cycles" },
  { "simulation.cycles", "cycles" },
  { "simulation.threads", "threads" },
  { "dragonfly.groups", "groups" },
  { "dragonfly.chassis", "chassis" },
  { "dragonfly.last-chassis", "chassis" },
  { "dragonfly.blades", "blades" },
  { "dragonfly.cables-per-pair", "cables" },
  { "dragonfly.routers-per-group", "routers" },
  { "dragonfly.nodes-per-router", "nodes" },
  { "dragonfly.global-per-router", "links" },
};

#define SOURCE                                                                                     \
  "(VC|age|Cascade) paper,? (sections? |footnote )?[0-9IVX]|not in the Cascade paper|this "        \
  "program’s own|Dally & Towles 2004, (chapter )?[0-9]|BookSim 2|McKeown 1999|InfiniBand"        \
  "|nccl-tests|NVIDIA’s rail-optimized fat trees"                                                \
  "|(Graham et al.|Zahavi|Cámara et al.|Ahn et al.|Besta & Hoefler|Singla et al.|Shpiner et "     \
  "al.|Schroeder et "                                                                              \
  "al.|Patarasuk & Yuan|Hoefler, Siebert & Lumsdaine) "                                            \
  "(19|20)[0-9]{2}"

static GtkApplication *application; /* one per process */

/* A widget that a person uses as one thing. */
static gboolean
is_control (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget)
         || GTK_IS_ENTRY (widget) || GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_SPIN_BUTTON (widget)
         || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_RANGE (widget)
         || GTK_IS_TEXT_VIEW (widget) || DL_IS_NUMBER_FIELD (widget) || DL_IS_SLIDER (widget)
         || DL_IS_BIT_STRIP (widget);
}

/* Tooltip of @widget, or of the widget around it; a row's heading has none of its own. */
static const char *
explanation (GtkWidget *widget, GtkWidget *root)
{
  for (; widget != NULL && widget != root; widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_tooltip_text (widget) != NULL)
      return gtk_widget_get_tooltip_text (widget);
  return NULL;
}

/* The key of the scenario that it sets, "group.key"; NULL for none. Free with g_free. */
static char *
key_of (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const char *name = gtk_widget_get_name (widget);
      g_autofree char *key = g_strndup (name, strcspn (name, "/"));

      if (dl_field_find_name (key) != NULL)
        return g_steal_pointer (&key);
    }
  return NULL;
}

static char *
describe (GtkWidget *widget)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *parent = widget;

  for (guint i = 0; i < 4 && parent != NULL; i++, parent = gtk_widget_get_parent (parent))
    g_string_append_printf (text, "%s%s (%s)", i > 0 ? " in " : "", G_OBJECT_TYPE_NAME (parent),
                            gtk_widget_get_name (parent));
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    g_string_append_printf (text, " “%s”", gtk_button_get_label (GTK_BUTTON (widget)));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

typedef struct
{
  GtkWidget *root;
  GHashTable *keys; /* char *: that have been met */
  guint n, n_wrong;
} Walk;

static void
fail (Walk *walk, GtkWidget *widget, const char *why, const char *text)
{
  g_autofree char *what = describe (widget);

  g_test_message ("%s: %s: %s", what, why, text != NULL ? text : "nothing");
  walk->n_wrong++;
}

static void
check_key (Walk *walk, GtkWidget *widget, const char *text)
{
  g_autofree char *key = key_of (widget);

  if (key == NULL)
    return;
  if (!g_regex_match_simple (SOURCE, text, G_REGEX_CASELESS, 0))
    fail (walk, widget, "says no source", text);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].key, key) == 0
        && !g_regex_match_simple (units[i].unit, text, G_REGEX_CASELESS, 0))
      fail (walk, widget, "says no unit", text);
  g_hash_table_add (walk->keys, g_steal_pointer (&key));
}

static void
check_control (Walk *walk, GtkWidget *widget)
{
  const char *text = explanation (widget, walk->root);

  walk->n++;
  /* Its tooltip is on the bit under the pointer. */
  if (DL_IS_BIT_STRIP (widget) && gtk_widget_get_has_tooltip (widget))
    return;
  if (text == NULL || *text == '\0')
    fail (walk, widget, "has no tooltip", NULL);
  else
    check_key (walk, widget, text);
}

static void
walk_widgets (Walk *walk, GtkWidget *widget)
{
  /* Menus say what they do; the frame of a window and the heads of columns are GTK's. */
  if (GTK_IS_POPOVER (widget) || GTK_IS_WINDOW_CONTROLS (widget) || GTK_IS_SCROLLBAR (widget)
      || strcmp (G_OBJECT_TYPE_NAME (widget), "GtkColumnViewTitle") == 0)
    return;
  if (is_control (widget))
    {
      check_control (walk, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_widgets (walk, child);
  if (GTK_IS_EXPANDER (widget) && !gtk_expander_get_expanded (GTK_EXPANDER (widget)))
    walk_widgets (walk, gtk_expander_get_child (GTK_EXPANDER (widget)));
}

static void
check_window (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (data, &error);
  DlSession *session = dl_session_new (NULL);
  DlEvidencePages *evidence;
  const DlFamily *family = scenario->family;
  const DlFeature *page;
  Walk walk = { .keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  dl_session_open_new (session, scenario);
  ui_settle (session);
  walk.root = GTK_WIDGET (dl_window_new (application, session, NULL));
  gtk_window_present (GTK_WINDOW (walk.root));
  ui_settle (session);
  evidence = ui_part (walk.root, "evidence");
  g_assert_nonnull (evidence);
  /* Each is there once it was shown. */
  for (guint i = 0; (page = dl_family_feature (family, DL_FEATURE_PAGE, i)) != NULL; i++)
    dl_evidence_pages_show (evidence, page->id);
  ui_idle ();

  walk_widgets (&walk, walk.root);
  g_assert_cmpuint (walk.n, >, 50);
  g_assert_cmpuint (walk.n_wrong, ==, 0);
  /* The rows of the configuration have been met, those that are hidden too. */
  g_assert_true (g_hash_table_contains (walk.keys, "traffic.load"));
  g_assert_true (g_hash_table_contains (walk.keys, "router.input-buffer"));
  g_assert_true (g_hash_table_contains (
      walk.keys, family == &dl_family_torus ? "router.age-clock-period" : "dragonfly.groups"));

  g_hash_table_unref (walk.keys);
  gtk_window_destroy (GTK_WINDOW (walk.root));
  ui_settle (session);
  ui_idle ();
  ui_assert_finalize (session);
}

/* Keys that are called here are keys. */
static void
test_units (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    g_assert_nonnull (dl_field_find_name (units[i].key));
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add_func ("/tooltips/units", test_units);
  g_test_add_data_func ("/tooltips/torus", "torus-5x5x5", check_window);
  g_test_add_data_func ("/tooltips/cascade", "cascade-2", check_window);
  g_test_add_data_func ("/tooltips/generic", "generic-33", check_window);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
