#include "dl-dragonfly-panel.h"

#include "compat.h"
#include "dl-appearance.h"
#include "dl-faults-panel.h"
#include "dl-file-jobs.h"
#include "dl-key-row.h"
#include "dl-plain-panel.h"
#include "dl-session-edits.h"
#include "dl-traffic-panel.h"

#include <glib/gi18n-lib.h>

#define DL_TYPE_SHAPE_BOX (dl_shape_box_get_type ())
G_DECLARE_FINAL_TYPE (DlShapeBox, dl_shape_box, DL, SHAPE_BOX, DlSettings)

/* Lines of the list that are seen at once; more scroll. */
#define LIST_HEIGHT 160

struct _DlMachineBox
{
  DlSettings parent;
  GtkLabel *what;
  GtkWidget *expander, *generated;
  GtkLabel *irregular; /* how many */
  GtkLabel *list;      /* which */
  DlMachine *machine;  /* shown; nullable */
  GtkWidget *problem;
  GCancellable *cancel; /* of a file being read; nullable */
};

G_DEFINE_FINAL_TYPE (DlMachineBox, dl_machine_box, DL_TYPE_SETTINGS)

/* Contents ------------------------------------------------------------------------------------- */

static char *
what_text (const DlDragonfly *network)
{
  const gulong cables = network->n_links / 2;
  g_autofree char *groups = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u group", "%'u groups", network->n_groups),
      network->n_groups);
  g_autofree char *routers = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u router", "%'u routers", network->n_routers),
      network->n_routers);

  /* Translators: “Cabling of a machine: 15 groups, 1,440 routers, 28,800 links” */
  return g_strdup_printf (_ ("Cabling of a machine: %s, %s, %'lu links"), groups, routers, cables);
}

static void
show_report (DlMachineBox *self)
{
  const guint n = self->machine->report.n_irregular;
  g_auto (GStrv) lines = dl_machine_warnings (self->machine, G_MAXUINT);
  g_autofree char *text = g_strjoinv ("\n", lines);
  g_autofree char *title = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "⚠ %'u irregularity", "⚠ %'u irregularities", n), n);

  gtk_label_set_label (self->irregular, title);
  gtk_label_set_label (self->list, text);
  gtk_widget_set_visible (self->expander, n > 0);
}

static void
box_follow (DlSettings *settings, const DlScenario *scenario)
{
  DlMachineBox *self = DL_MACHINE_BOX (settings);
  DlMachine *machine = dl_dragonfly_options (scenario)->machine;
  const gboolean has = machine != NULL && machine->network != NULL;
  g_autofree char *what = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->what), has);
  gtk_widget_set_visible (self->generated, machine != NULL);
  if (machine == self->machine)
    return;
  g_clear_pointer (&self->machine, dl_machine_unref);
  gtk_widget_set_visible (self->expander, FALSE);
  gtk_widget_set_visible (self->problem, FALSE);
  if (!has)
    return;
  self->machine = dl_machine_ref (machine);
  what = what_text (machine->network);
  gtk_label_set_label (self->what, what);
  show_report (self);
}

/* Files ---------------------------------------------------------------------------------------- */

static void
show_problem (DlMachineBox *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->problem), text);
  gtk_widget_set_visible (self->problem, text != NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlMachineBox) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMachine) machine = dl_read_file_finish (result, &error);
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || session == NULL)
    return;
  show_problem (self, error != NULL ? error->message : NULL);
  if (machine != NULL)
    dl_session_set (session, "dragonfly.interconnect", machine->text, FALSE);
}

static gpointer
read_machine (const char *path, GCancellable *cancellable, GError **error)
{
  return dl_machine_load (path, error);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  DlMachineBox *self = owner;

  /* The latest one wins. */
  g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  self->cancel = g_cancellable_new ();
  show_problem (self, NULL);
  dl_read_file_async (file, read_machine, (GDestroyNotify) dl_machine_unref, self->cancel,
                      on_loaded, g_object_ref (self));
}

static void
on_open (DlMachineBox *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  dl_compat_open_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                       _ ("Open the Cabling of a Machine"), NULL, on_chosen, self);
}

static void
on_generated (DlMachineBox *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  dl_session_set (session, "dragonfly.interconnect", "", FALSE);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlMachineBox *self = DL_MACHINE_BOX (object);

  g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  g_clear_pointer (&self->machine, dl_machine_unref);
  G_OBJECT_CLASS (dl_machine_box_parent_class)->dispose (object);
}

static void
dl_machine_box_class_init (DlMachineBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  DL_SETTINGS_CLASS (class)->follow = box_follow;
}

static void
add_report (DlMachineBox *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_label_new (NULL);
  GtkWidget *title = gtk_label_new (NULL);

  self->irregular = GTK_LABEL (title);
  self->list = GTK_LABEL (list);
  gtk_label_set_xalign (self->list, 0);
  gtk_label_set_wrap (self->list, TRUE);
  gtk_label_set_wrap_mode (self->list, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->list, TRUE);
  gtk_widget_add_css_class (list, "dl-note");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  self->expander = gtk_expander_new (NULL);
  gtk_expander_set_label_widget (GTK_EXPANDER (self->expander), title);
  gtk_widget_set_tooltip_text (title, _ ("Lines of the file that are left out of the network, or "
                                         "irregular"));
  dl_compat_set_expander_child (GTK_EXPANDER (self->expander), scroller);
  gtk_widget_add_css_class (self->expander, "dl-row");
  gtk_widget_set_visible (self->expander, FALSE);
  gtk_box_append (GTK_BOX (self), self->expander);
}

static void
dl_machine_box_init (DlMachineBox *self)
{
  GtkWidget *buttons, *open;

  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-card-part");
  self->what = GTK_LABEL (dl_settings_add_note (GTK_WIDGET (self), NULL));
  add_report (self);
  buttons = dl_settings_add_buttons (GTK_WIDGET (self));
  gtk_widget_add_css_class (buttons, "dl-row");
  open = dl_settings_add_button (
      buttons, _ ("Cabling of a _Machine…"),
      _ ("Replace the generated network by the cabling of a real machine, a file with one line "
         "per port, as one step"));
  gtk_widget_set_hexpand (open, TRUE);
  self->generated = dl_settings_add_button (
      buttons, _ ("Ge_nerated"), _ ("Back to the network that the wiring rule generates"));
  self->problem = dl_settings_add_problem (GTK_WIDGET (self));
  g_signal_connect_swapped (open, "clicked", G_CALLBACK (on_open), self);
  g_signal_connect_swapped (self->generated, "clicked", G_CALLBACK (on_generated), self);
}

static GtkWidget *
machine_box_new (void)
{
  return g_object_new (DL_TYPE_MACHINE_BOX, NULL);
}

struct _DlShapeBox
{
  DlSettings parent;
};

G_DEFINE_FINAL_TYPE (DlShapeBox, dl_shape_box, DL_TYPE_SETTINGS)

/* Scopes --------------------------------------------------------------------------------------- */

static gboolean
is_generic (const DlScenario *scenario)
{
  return dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC;
}

static gboolean
is_aries (const DlScenario *scenario)
{
  return !is_generic (scenario);
}

static gboolean
has_cables (const DlScenario *scenario)
{
  return dl_dragonfly_options (scenario)->spec.groups > 1;
}

/* Numbers -------------------------------------------------------------------------------------- */

static gint
get_last_chassis (const DlScenario *scenario)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;

  return spec->last_chassis != 0 ? spec->last_chassis : spec->chassis;
}

/* 0 stands for as many as the other groups, however many they have later. */
static char *
text_last_chassis (const DlScenario *scenario, gint value)
{
  const gboolean is_whole = value == (gint) dl_dragonfly_options (scenario)->spec.chassis;

  return g_strdup_printf ("%d", is_whole ? 0 : value);
}

static char *
of_most (guint most)
{
  /* Translators: the most that fits, beside a number: “6 of 17” with the words before the number */
  return g_strdup_printf (_ ("of at most %u"), most);
}

static char *
most_cables (const DlScenario *scenario)
{
  return of_most (dl_dragonfly_spec_max_cables (&dl_dragonfly_options (scenario)->spec));
}

/* Each router of a group can lead to others: a h + 1 groups. */
static char *
most_groups (const DlScenario *scenario)
{
  return of_most (dl_dragonfly_options (scenario)->spec.routers
                      * dl_dragonfly_options (scenario)->spec.globals
                  + 1);
}

static const DlNumberInfo numbers[] = {
  { "dragonfly.groups", N_ ("_Groups"),
    N_ ("Groups of routers, 1 to 241; each pair has the same number of blue cables (Cascade paper, "
        "section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_DRAGONFLY_MAX_GROUPS, is_aries, NULL, NULL, NULL },
  { "dragonfly.groups", N_ ("_Groups"),
    N_ ("Groups of routers, at most a h + 1, so that each has a link to all others (generic "
        "dragonfly: this program’s own). Type, use the arrow keys, or drag up and down"),
    1, 1024, is_generic, NULL, NULL, most_groups },
  { "dragonfly.chassis", N_ ("_Chassis"),
    N_ ("Chassis of a group, 1 to 6; black links join the same slots of all of them (Cascade "
        "paper, section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_CHASSIS, NULL, NULL, NULL, NULL },
  { "dragonfly.last-chassis", N_ ("Last group’s chassis"),
    N_ ("Chassis of the last group, which can be smaller in a small system (Cascade paper, "
        "section II.D). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_CHASSIS, NULL, get_last_chassis, text_last_chassis, NULL },
  { "dragonfly.blades", N_ ("_Blades"),
    N_ ("Blades of a chassis, 1 to 16, one Aries router each; green links join all of them "
        "(Cascade "
        "paper, section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_BLADES, NULL, NULL, NULL, NULL },
  { "dragonfly.cables-per-pair", N_ ("C_ables per pair"),
    N_ ("Blue cables of each pair of groups, four links each. A whole group has 240 ports for all "
        "of them (Cascade paper, section II.D). Type, use the arrow keys, or drag up and down"),
    1, 240, has_cables, NULL, NULL, most_cables },
  { "dragonfly.routers-per-group", N_ ("Routers per group, _a"),
    N_ ("Routers of a group, 1 to 128, each joined to all others (generic dragonfly: this "
        "program’s own). Type, use the arrow keys, or "
        "drag up and down"),
    1, 128, NULL, NULL, NULL, NULL },
  { "dragonfly.nodes-per-router", N_ ("Nodes per router, _p"),
    N_ ("Nodes of a router, 1 to 64 (generic dragonfly: this program’s own). Type, use the arrow "
        "keys, or drag up and down"),
    1, 64, NULL, NULL, NULL, NULL },
  { "dragonfly.global-per-router", N_ ("Global links per router, _h"),
    N_ ("Links of a router to other groups, 0 to 64 (generic dragonfly: this program’s own). Type, "
        "use the arrow keys, or drag up and "
        "down"),
    0, 64, NULL, NULL, NULL, NULL },
};

/* The shape ------------------------------------------------------------------------------------ */

static void
choose_shape (DlSession *session, const char *id)
{
  dl_session_set (session, "dragonfly.shape", id, FALSE);
}

static GtkWidget *
new_shape (void)
{
  static const DlOption shapes[] = {
    { "aries", N_ ("Cray Cascade"),
      N_ ("Groups of chassis and blades with one Aries router each, as in the Cascade paper") },
    { "generic", N_ ("Generic (a, p, h)"),
      N_ ("Groups of a fully connected routers, with p nodes and h global links each") },
  };
  static const DlChoiceInfo info = { "dragonfly.shape", N_ ("S_hape"), choose_shape };
  GtkWidget *row = dl_choice_row_new (&info);

  dl_choice_row_fill (DL_CHOICE_ROW (row), shapes, G_N_ELEMENTS (shapes));
  return row;
}

static void
dl_shape_box_class_init (DlShapeBoxClass *class)
{
}

static void
dl_shape_box_init (DlShapeBox *self)
{
  GtkWidget *card = dl_settings_add_group (GTK_WIDGET (self), _ ("Topology"));

  gtk_box_append (GTK_BOX (card), new_shape ());
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    gtk_box_append (GTK_BOX (card), dl_number_row_new (&numbers[i]));
  gtk_box_append (GTK_BOX (card), machine_box_new ());
}

static GtkWidget *
shape_box_new (void)
{
  return g_object_new (DL_TYPE_SHAPE_BOX, NULL);
}

#define WIDTH 250

struct _DlDragonflyPanel
{
  DlSettings parent;
  GtkWidget *groups, *about, *about_minimal;
};

G_DEFINE_FINAL_TYPE (DlDragonflyPanel, dl_dragonfly_panel, DL_TYPE_SETTINGS)

/* Routing -------------------------------------------------------------------------------------- */

/* Weights of a packet's candidates: non-minimal paths against minimal ones. */
static char *
bias_text (const DlDragonflyBias *bias)
{
  if (bias->shift == 0 && bias->add == 0)
    return g_strdup (_ ("once"));
  if (bias->add == 0)
    return g_strdup_printf (_ ("times %u"), 1u << bias->shift);
  return g_strdup_printf (_ ("times %u plus %u flits"), 1u << bias->shift, bias->add);
}

static char *
mode_text (const DlDragonflyMode *mode)
{
  g_autofree char *local = bias_text (&mode->local);
  g_autofree char *global = bias_text (&mode->global);

  if (!mode->by_load || mode->nonminimal == 0)
    return g_strdup (_ (mode->description));
  if (g_str_equal (local, global))
    return g_strdup_printf (
        _ ("%s. Bias: the loads of non-minimal candidates count %s; the candidate with the lowest "
           "load wins."),
        _ (mode->description), local);
  return g_strdup_printf (
      _ ("%s. Bias: the loads of non-minimal candidates count %s inside a group and %s between "
         "groups; the candidate with the lowest load wins."),
      _ (mode->description), local, global);
}

static void
add_routing (DlDragonflyPanel *self)
{
  static const DlChoiceInfo minimal_info = { "dragonfly.minimal", N_ ("M_inimal routes") };
  static const DlChoiceInfo info = { "dragonfly.routing", N_ ("M_ode") };
  GtkWidget *card = dl_settings_add_group (self->groups, _ ("Routing"));
  GtkWidget *row = dl_choice_row_new (&info);
  GtkWidget *minimal_row = dl_choice_row_new (&minimal_info);
  guint n_modes, n_minimals;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);

  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), modes, n_modes);
  gtk_box_append (GTK_BOX (card), row);
  self->about = dl_settings_add_note (card, NULL);
  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (minimal_row), minimals, n_minimals);
  gtk_box_append (GTK_BOX (card), minimal_row);
  self->about_minimal = dl_settings_add_note (card, NULL);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlDragonflyPanel *self = DL_DRAGONFLY_PANEL (settings);
  g_autofree char *about = mode_text (dl_dragonfly_options (scenario)->mode);

  gtk_label_set_label (GTK_LABEL (self->about), about);
  gtk_label_set_label (GTK_LABEL (self->about_minimal),
                       _ (dl_dragonfly_options (scenario)->minimal->description));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dl_dragonfly_panel_class_init (DlDragonflyPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

/* So that the choice can be read, beside a map and a page of evidence. */
static void
on_text_size (GtkWidget *self)
{
  gtk_widget_set_size_request (self, (int) (WIDTH * MIN (dl_text_size_scale (), 1.8)), -1);
}

static void
dl_dragonfly_panel_init (DlDragonflyPanel *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->groups, "dl-groups");
  gtk_box_append (GTK_BOX (self->groups), shape_box_new ());
  add_routing (self);
  gtk_box_append (GTK_BOX (self->groups), dl_faults_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_traffic_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_router_panel_new ());

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->groups);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self), scroller);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-config");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Configuration"), -1);
}

GtkWidget *
dl_dragonfly_panel_new (DlView *view)
{
  DlDragonflyPanel *self = g_object_new (DL_TYPE_DRAGONFLY_PANEL, NULL);

  dl_settings_set_session (DL_SETTINGS (self), dl_view_get_session (view));
  return GTK_WIDGET (self);
}
