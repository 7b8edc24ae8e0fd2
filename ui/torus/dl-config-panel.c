#include "dl-config-panel.h"

#include "compat.h"
#include "dl-arbitration-panel.h"
#include "dl-choices.h"
#include "dl-faults-panel.h"
#include "dl-key-row.h"
#include "dl-number-field.h"
#include "dl-plain-panel.h"
#include "dl-session-edits.h"
#include "dl-tab-group.h"
#include "dl-torus-actions.h"
#include "dl-torus-engine.h"
#include "dl-traffic-panel.h"

#include <glib/gi18n-lib.h>

/* Every position has a mark up to here; beyond, only the ends and the dateline. */
#define MOST_MARKS 33

static void
on_value_changed (GtkRange *range, DlView *view)
{
  dl_view_set_cut (view, gtk_range_get_value (range) + 0.5);
}

/* Where it is, and how far it goes: both change with the axis, the latter with the radix. */
static void
update (GtkScale *scale, DlView *view)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (view));
  const DlTorusRouting routing = dl_torus_routing (scenario);
  const DlTorusDim dim = dl_view_get_slice (view);
  const guint last = dl_torus_options (scenario)->spec.radix[dim] - 1;
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (scale));
  g_autofree char *text = NULL;
  char number[16];

  g_signal_handlers_block_by_func (scale, on_value_changed, view);
  gtk_adjustment_configure (adjustment, dl_view_get_cut (view), 0, last, 1, 1, 0);
  g_signal_handlers_unblock_by_func (scale, on_value_changed, view);

  gtk_scale_clear_marks (scale);
  for (guint at = 0; at <= last; at++)
    if (last < MOST_MARKS || at == 0 || at == last || (gint) at == routing.dateline[dim])
      gtk_scale_add_mark (scale, at, GTK_POS_BOTTOM, NULL);
  g_snprintf (number, sizeof number, "%u", dl_view_get_cut (view));
  text = g_strdup_printf (_ ("cut at %s = %s"), dl_torus_dim_name (dim), number);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
  gtk_widget_set_sensitive (GTK_WIDGET (scale), last > 0);
}

/* @view tells: whatever of it the scale shows. */
static void
on_view (DlView *view, GParamSpec *pspec, GtkScale *scale)
{
  update (scale, view);
}

static void
scale_on_generation (GObject *session, GParamSpec *pspec, GtkScale *scale)
{
  update (scale, g_object_get_data (G_OBJECT (scale), "view"));
}

static char *
format_value (GtkScale *scale, double value, gpointer view)
{
  return g_strdup_printf ("%s = %.0f", dl_torus_dim_name (dl_view_get_slice (view)), value);
}

GtkWidget *
dl_cut_scale_new (DlView *view)
{
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);

  g_object_set_data_full (G_OBJECT (scale), "view", g_object_ref (view), g_object_unref);
  gtk_scale_set_digits (GTK_SCALE (scale), 0);
  gtk_scale_set_draw_value (GTK_SCALE (scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (scale), GTK_POS_LEFT);
  gtk_scale_set_format_value_func (GTK_SCALE (scale), format_value, view, NULL);
  gtk_widget_set_size_request (scale, 260, -1);
  gtk_widget_set_tooltip_text (scale, _ ("Where the block is cut open: nodes beyond it are left "
                                         "out (Page Up, Page Down in the map)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Where the block is cut open"), -1);
  g_signal_connect_object (scale, "value-changed", G_CALLBACK (on_value_changed), view, 0);
  g_signal_connect_object (view, "notify::cut", G_CALLBACK (on_view), scale, 0);
  g_signal_connect_object (view, "notify::slice", G_CALLBACK (on_view), scale, 0);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (scale_on_generation), scale, 0);
  update (GTK_SCALE (scale), view);
  return scale;
}

G_STATIC_ASSERT (DL_NO_DATELINE == DL_NUMBER_OFF);

struct _DlConfigPanel
{
  GtkWidget parent;
  DlSession *session;
  guint sync_idle;

  GtkWidget *scroller;
  GtkWidget *groups;
  GtkWidget *radix_label, *radix_box;
  GtkWidget *torus_label, *torus_box;
  GtkWidget *dateline_label, *dateline_box, *dateline_note;
  GtkWidget *datelines_off, *datelines_on;
  GtkDropDown *policy, *tie;
  DlSettings *faults, *traffic, *arbitration, *router;
  GtkWidget *radix[DL_TORUS_N_DIMS], *torus[DL_TORUS_N_DIMS], *dateline[DL_TORUS_N_DIMS];
};

enum
{
  SESSION = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlConfigPanel, dl_config_panel, GTK_TYPE_WIDGET)

static const char *const dim_titles[DL_TORUS_N_DIMS] = { "X", "Y", "Z" };

static void
on_settled (DlConfigPanel *self)
{
  if (self->session != NULL)
    dl_session_seal (self->session);
}

/* Radices and datelines ------------------------------------------------------------------------ */

static DlTorusDim
dim_of (gpointer control)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (control), "dl-dim"));
}

static void
on_radix (GtkWidget *field, gint value, DlConfigPanel *self)
{
  if (self->session != NULL)
    dl_session_set_number (self->session, "torus.radix", dim_of (field), value, TRUE);
}

static void
on_dateline (GtkWidget *field, gint value, DlConfigPanel *self)
{
  if (self->session != NULL)
    dl_session_set_number (self->session, "torus.datelines", dim_of (field), value, TRUE);
}

static GtkWidget *
new_number (DlConfigPanel *self, GtkWidget *box, DlTorusDim dim, const char *name, gint least,
            GCallback on_changed)
{
  GtkWidget *field = dl_number_field_new (dim_titles[dim], name, least);

  g_object_set_data (G_OBJECT (field), "dl-dim", GUINT_TO_POINTER (dim));
  g_signal_connect (field, "changed", on_changed, self);
  g_signal_connect_swapped (field, "settled", G_CALLBACK (on_settled), self);
  gtk_box_append (GTK_BOX (box), field);
  return field;
}

/* "torus.radix/x": what the control sets. */
static void
name_control (GtkWidget *control, const char *key, DlTorusDim dim)
{
  g_autofree char *name = g_strdup_printf ("%s/%s", key, dl_torus_dim_name (dim));

  gtk_widget_set_name (control, name);
}

static GtkWidget *
new_radix (DlConfigPanel *self, DlTorusDim dim)
{
  g_autofree char *name = g_strdup_printf (_ ("Radix in %s"), dim_titles[dim]);
  GtkWidget *field = new_number (self, self->radix_box, dim, name, 1, G_CALLBACK (on_radix));
  g_autofree char *tip = g_strdup_printf (
      _ ("Radix: nodes in %s, at least 1. The whole network may have 32,768 (VC paper, section "
         "1). Type, use the arrow keys, or drag up and down"),
      dim_titles[dim]);

  gtk_widget_set_tooltip_text (field, tip);
  name_control (field, "torus.radix", dim);
  return field;
}

static void
on_datelines_off (DlConfigPanel *self)
{
  dl_torus_set_datelines (self->session, FALSE);
}

static void
on_datelines_on (DlConfigPanel *self)
{
  dl_torus_set_datelines (self->session, TRUE);
}

static GtkWidget *
new_dateline (DlConfigPanel *self, DlTorusDim dim)
{
  g_autofree char *name = g_strdup_printf (_ ("Dateline in %s"), dim_titles[dim]);

  GtkWidget *field
      = new_number (self, self->dateline_box, dim, name, DL_NO_DATELINE, G_CALLBACK (on_dateline));

  name_control (field, "torus.datelines", dim);
  return field;
}

static void
follow_datelines (DlConfigPanel *self, const DlScenario *scenario)
{
  const DlTorusRouting routing = dl_torus_routing (scenario);
  g_autoptr (GString) no_rings = g_string_new (NULL);
  gboolean any_on = FALSE, any_moved = FALSE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      GtkWidget *field = self->dateline[dim];
      const gint last = dl_torus_options (scenario)->spec.radix[dim] - 1;
      const gboolean is_ring = dl_torus_spec_is_ring (&dl_torus_options (scenario)->spec, dim);
      g_autofree char *tip = NULL;

      if (is_ring)
        {
          tip = g_strdup_printf (
              _ ("The node in %s, 0 to %d, where packets change to VC1 (VC paper, section 3); off "
                 "allows deadlock. Type, use the arrow keys, or drag up and down"),
              dim_titles[dim], last);
          any_on |= routing.dateline[dim] != DL_NO_DATELINE;
          any_moved |= routing.dateline[dim] != last;
        }
      else
        {
          tip = g_strdup_printf (_ ("%s is a mesh, which does not need a dateline"),
                                 dim_titles[dim]);
          g_string_append_printf (no_rings, "%s%s", no_rings->len > 0 ? ", " : "", dim_titles[dim]);
        }
      gtk_widget_set_tooltip_text (field, tip);
      gtk_widget_set_sensitive (field, is_ring);
      dl_number_field_follow (DL_NUMBER_FIELD (field), routing.dateline[dim], last);
    }

  gtk_widget_set_sensitive (self->datelines_off, any_on);
  gtk_widget_set_sensitive (self->datelines_on, any_moved);
  gtk_widget_set_visible (self->dateline_note, no_rings->len > 0);
  if (no_rings->len > 0)
    {
      /* Translators: “X, Y: no rings, so no datelines” */
      g_autofree char *note = g_strdup_printf (_ ("%s: mesh, so no dateline"), no_rings->str);
      gtk_label_set_label (GTK_LABEL (self->dateline_note), note);
    }
}

/* Torus or mesh -------------------------------------------------------------------------------- */

static void
on_torus_toggled (GtkToggleButton *button, DlConfigPanel *self)
{
  if (self->session != NULL)
    dl_session_set_number (self->session, "torus.wrap", dim_of (button),
                           gtk_toggle_button_get_active (button), FALSE);
}

static GtkWidget *
new_torus_toggle (DlConfigPanel *self, DlTorusDim dim)
{
  GtkWidget *toggle = gtk_toggle_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  g_autofree char *name = g_strdup_printf (_ ("Torus in %s"), dim_titles[dim]);
  g_autofree char *tip = g_strdup_printf (
      _ ("A torus in %s: wraparound links close its rings. Off: a mesh. Of radix 2 or less it is a "
         "mesh anyway (VC paper, section 1)"),
      dim_titles[dim]);

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), gtk_label_new (dim_titles[dim]));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_button_set_child (GTK_BUTTON (toggle), box);
  gtk_widget_set_tooltip_text (toggle, tip);
  gtk_widget_add_css_class (toggle, "dl-pill");
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (toggle), "dl-dim", GUINT_TO_POINTER (dim));
  g_signal_connect (toggle, "toggled", G_CALLBACK (on_torus_toggled), self);
  gtk_box_append (GTK_BOX (self->torus_box), toggle);
  name_control (toggle, "torus.wrap", dim);
  return toggle;
}

/* Drop-downs ----------------------------------------------------------------------------------- */

static void
set_chosen (DlConfigPanel *self, const char *key, GtkDropDown *down)
{
  const char *id = dl_choices_get (down);

  if (self->session != NULL && id != NULL)
    dl_session_set (self->session, key, id, FALSE);
}

static void
on_policy (DlConfigPanel *self)
{
  set_chosen (self, "torus.vc-policy", self->policy);
}

static void
on_tie (DlConfigPanel *self)
{
  set_chosen (self, "torus.tie", self->tie);
}

static void
fill_choices (DlConfigPanel *self)
{
  static const DlOption ties[] = {
    { "positive", N_ ("Positive"),
      N_ ("Half way around a ring both directions are equally short: always use the positive "
          "one") },
    { "parity", N_ ("Parity"),
      N_ ("Half way around a ring: positive from even node coordinates, negative from odd ones") },
    { "random", N_ ("Random"),
      N_ ("Half way around a ring: either direction, drawn for each packet (input-queued router "
          "only)") },
  };
  guint n_policies;
  const DlVcPolicy *const *policies = dl_vc_policies (&n_policies);
  g_autofree DlOption *choices = g_new (DlOption, n_policies);

  for (guint i = 0; i < n_policies; i++)
    choices[i] = (DlOption) { policies[i]->id, policies[i]->title, policies[i]->description };
  gtk_widget_set_name (GTK_WIDGET (self->policy), "torus.vc-policy/choice");
  gtk_widget_set_name (GTK_WIDGET (self->tie), "torus.tie/choice");
  dl_choices_set_about (self->policy, _ (dl_field_find_name ("torus.vc-policy")->tooltip));
  dl_choices_set_about (self->tie, _ (dl_field_find_name ("torus.tie")->tooltip));
  dl_choices_fill (self->policy, choices, n_policies);
  dl_choices_fill (self->tie, ties, G_N_ELEMENTS (ties));
}

/* Row of the routing engine. */
static void
add_engine (DlConfigPanel *self)
{
  static const DlChoiceInfo info = { "torus.engine", N_ ("En_gine") };
  GtkWidget *row = dl_choice_row_new (&info);
  guint n_engines;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);

  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), engines, n_engines);
  dl_faults_panel_add_first (DL_FAULTS_PANEL (self->faults), row);
}

/* Following the session ------------------------------------------------------------------------ */

/* Controls that are set to what the session has ask it for nothing new. */
static void
follow (DlConfigPanel *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  g_autofree char *tie = NULL;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      dl_number_field_follow (DL_NUMBER_FIELD (self->radix[dim]),
                              dl_torus_options (scenario)->spec.radix[dim], DL_TORUS_MAX_NODES);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->torus[dim]),
                                    dl_torus_options (scenario)->spec.wrap[dim]);
    }
  follow_datelines (self, scenario);
  dl_choices_select (self->policy, dl_torus_options (scenario)->routing.vc_policy->id);
  tie = dl_field_get (dl_field_find_name ("torus.tie"), scenario);
  dl_choices_select (self->tie, tie);
}

static void
on_generation (DlSession *session, GParamSpec *pspec, DlConfigPanel *self)
{
  follow (self);
}

static gboolean
on_sync_idle (gpointer user_data)
{
  DlConfigPanel *self = user_data;

  self->sync_idle = 0;
  follow (self);
  return G_SOURCE_REMOVE;
}

/* Back to what the session has, but not in the middle of a control's own signal. */
static void
on_failed (DlSession *session, const char *message, DlConfigPanel *self)
{
  if (self->sync_idle == 0)
    self->sync_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_sync_idle, self, NULL);
}

static void
set_session (DlConfigPanel *self, DlSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      dl_session_seal (self->session);
      g_clear_handle_id (&self->sync_idle, g_source_remove);
      g_signal_handlers_disconnect_by_func (self->session, on_generation, self);
      g_signal_handlers_disconnect_by_func (self->session, on_failed, self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect (session, "notify::generation", G_CALLBACK (on_generation), self);
      g_signal_connect (session, "failed", G_CALLBACK (on_failed), self);
      follow (self);
    }
  dl_settings_set_session (self->faults, session);
  dl_settings_set_session (self->traffic, session);
  dl_settings_set_session (self->arbitration, session);
  dl_settings_set_session (self->router, session);
  gtk_widget_set_sensitive (self->groups, session != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[SESSION]);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlConfigPanel *self = DL_CONFIG_PANEL (object);

  switch (id)
    {
    case SESSION:
      g_value_set_object (value, self->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case SESSION:
      set_session (DL_CONFIG_PANEL (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlConfigPanel *self = DL_CONFIG_PANEL (object);

  if (self->scroller != NULL)
    set_session (self, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_config_panel_parent_class)->dispose (object);
}

static void
dl_config_panel_class_init (DlConfigPanelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  properties[SESSION]
      = g_param_spec_object ("session", NULL, NULL, DL_TYPE_SESSION,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (DL_TYPE_ARBITRATION_PANEL);
  g_type_ensure (DL_TYPE_FAULTS_PANEL);
  g_type_ensure (DL_TYPE_ROUTER_PANEL);
  g_type_ensure (DL_TYPE_TAB_GROUP);
  g_type_ensure (DL_TYPE_TRAFFIC_PANEL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-config-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, groups);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, radix_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, radix_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, torus_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, torus_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_label);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_box);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, dateline_note);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, datelines_off);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, datelines_on);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, faults);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, traffic);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, arbitration);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, router);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, policy);
  gtk_widget_class_bind_template_child (widget_class, DlConfigPanel, tie);
  gtk_widget_class_bind_template_callback (widget_class, on_datelines_off);
  gtk_widget_class_bind_template_callback (widget_class, on_datelines_on);
  gtk_widget_class_bind_template_callback (widget_class, on_policy);
  gtk_widget_class_bind_template_callback (widget_class, on_tie);
}

static void
dl_config_panel_init (DlConfigPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      self->radix[dim] = new_radix (self, dim);
      self->torus[dim] = new_torus_toggle (self, dim);
      self->dateline[dim] = new_dateline (self, dim);
    }
  dl_compat_set_mnemonic_widget (GTK_LABEL (self->radix_label), self->radix[DL_X]);
  dl_compat_set_mnemonic_widget (GTK_LABEL (self->torus_label), self->torus[DL_X]);
  dl_compat_set_mnemonic_widget (GTK_LABEL (self->dateline_label), self->dateline[DL_X]);
  fill_choices (self);
  add_engine (self);
  gtk_widget_set_sensitive (self->groups, FALSE);
}

GtkWidget *
dl_config_panel_new (DlSession *session)
{
  return g_object_new (DL_TYPE_CONFIG_PANEL, "session", session, NULL);
}
