#include "dl-dragonfly-panel.h"

#include "dl-choice-row.h"
#include "dl-faults-panel.h"
#include "dl-router-panel.h"
#include "dl-shape-box.h"
#include "dl-text-size.h"
#include "dl-traffic-panel.h"

#include <glib/gi18n-lib.h>

#define WIDTH 250

struct _DlDragonflyPanel
{
  DlSettings parent;
  GtkWidget *groups, *about, *about_minimal;
};

G_DEFINE_FINAL_TYPE (DlDragonflyPanel, dl_dragonfly_panel, DL_TYPE_SETTINGS)

/* Routing -------------------------------------------------------------------------------------- */

/* What a packet chooses from, and how non-minimal ways are weighed against minimal ones. */
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

/* So that what is chosen can be read, beside a map and a page of evidence. */
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
  gtk_box_append (GTK_BOX (self->groups), dl_shape_box_new ());
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
