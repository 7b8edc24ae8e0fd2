#include "dl-faults-panel.h"

#include "dl-choice-row.h"
#include "dl-dragonfly-name.h"
#include "dl-fault-list.h"
#include "dl-session-dragonfly.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

struct _DlFaultsPanel
{
  DlSettings parent;
  GtkWidget *card, *none, *counts, *list;
};

G_DEFINE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL_TYPE_SETTINGS)

/* In a dragonfly, whose places are found by their names on the machine. */
static void
restore_place (DlSession *session, const DlFault *fault)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (session);
  g_autofree char *name = NULL;
  guint at;

  if (net == NULL)
    return;
  switch (fault->kind)
    {
    case DL_FAULT_ROUTER:
      name = dl_router_at_to_string (fault->router);
      if (dl_dragonfly_parse_router (net, name, &at, NULL))
        dl_session_toggle_router (session, at);
      break;
    case DL_FAULT_LINK:
      name = dl_dragonfly_link_at_to_string (fault->link);
      if (dl_dragonfly_parse_link (net, name, &at, NULL))
        dl_session_toggle_dragonfly_link (session, at);
      break;
    case DL_FAULT_BLUE:
      dl_session_toggle_blue_cable (session, dl_dragonfly_group_named (net, fault->blue.a),
                                    dl_dragonfly_group_named (net, fault->blue.b),
                                    fault->blue.cable);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
on_restore (DlFaultsPanel *self, const DlFault *fault)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  switch (fault->kind)
    {
    case DL_FAULT_CABLE:
    case DL_FAULT_CHANNEL:
      dl_session_toggle_link (session, fault->at, fault->kind == DL_FAULT_CHANNEL);
      break;
    case DL_FAULT_NODE:
      dl_session_toggle_node (session, fault->at.from);
      break;
    default:
      restore_place (session, fault);
      break;
    }
}

/* "2 cables, 1 router" */
static char *
counts_text (const DlDragonflySpec *spec)
{
  const guint n_cables = spec->broken_cables->len, n_links = spec->broken_links->len,
              n_routers = spec->broken_routers->len;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (n_cables > 0)
    g_ptr_array_add (parts, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u blue cable",
                                                          "%'u blue cables", n_cables),
                                             n_cables));
  if (n_links > 0)
    g_ptr_array_add (parts, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u single link",
                                                          "%'u single links", n_links),
                                             n_links));
  if (n_routers > 0)
    g_ptr_array_add (parts, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u router",
                                                          "%'u routers", n_routers),
                                             n_routers));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (GStrv) parts->pdata);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlFaultsPanel *self = DL_FAULTS_PANEL (settings);
  const guint n = dl_fault_list_follow (DL_FAULT_LIST (self->list), scenario);
  /* Translators: how many there are, “Faults (3)” */
  g_autofree char *title = n > 0 ? g_strdup_printf (_ ("Faults (%u)"), n) : NULL;
  g_autofree char *counts = dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY
                                ? counts_text (&dl_dragonfly_options (scenario)->spec)
                                : g_strdup ("");

  dl_settings_set_title (self->card, title != NULL ? title : _ ("Faults"));
  gtk_widget_set_visible (self->none, n == 0);
  gtk_label_set_label (GTK_LABEL (self->counts), counts);
  gtk_widget_set_visible (self->counts, *counts != '\0');
  gtk_widget_set_visible (self->list, n > 0);
  /* The key that a sweep of what is broken varies. */
  gtk_widget_set_name (self->list, scenario->family->cables_key);
}

static void
dl_faults_panel_class_init (DlFaultsPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
add_buttons (DlFaultsPanel *self)
{
  GtkWidget *buttons = dl_settings_add_buttons (gtk_widget_get_parent (self->card));
  GtkWidget *button = dl_settings_add_button (
      buttons, _ ("_Break at Random…"),
      _ ("Break a number of what there is, drawn with a seed, as one step"));

  gtk_widget_set_hexpand (button, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.break-random");
  button = dl_settings_add_button (buttons, _ ("Restore _All"),
                                   _ ("Restore everything that is broken, as one step"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.restore-all");
}

/* What routes do about faults. */
static void
add_engine (DlFaultsPanel *self)
{
  static const DlChoiceInfo info = { "torus.engine", N_ ("En_gine") };
  GtkWidget *row = dl_choice_row_new (&info);
  guint n_engines;
  const DlEngine *const *engines = dl_engines (&n_engines);

  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), engines, n_engines);
  gtk_box_append (GTK_BOX (self->card), row);
}

static void
dl_faults_panel_init (DlFaultsPanel *self)
{
  self->card = dl_settings_add_group (GTK_WIDGET (self), _ ("Faults"));
  add_engine (self);
  self->none = dl_settings_add_note (self->card, _ ("Nothing is broken."));
  self->counts = dl_settings_add_note (self->card, NULL);
  self->list = g_object_new (DL_TYPE_FAULT_LIST, NULL);
  gtk_widget_set_name (self->none, "faults-none");
  g_signal_connect_swapped (self->list, "restore", G_CALLBACK (on_restore), self);
  gtk_box_append (GTK_BOX (self->card), self->list);
  add_buttons (self);
}

GtkWidget *
dl_faults_panel_new (void)
{
  return g_object_new (DL_TYPE_FAULTS_PANEL, NULL);
}
