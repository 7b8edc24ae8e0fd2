#include "dl-arbitration-panel.h"

#include "dl-evaluate-aging.h"
#include "dl-key-row.h"
#include "dl-number-field.h"
#include "dl-session-edits.h"
#include "dl-slider.h"
#include "dl-vc-search.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MOST 7 /* 3 bits */

struct _DlBiasGrid
{
  DlSettings parent;
  gboolean responses, by_port;
  guint8 bias[DL_N_ROUTER_PORTS];       /* followed last */
  GtkWidget *dims;                      /* X Y Z P */
  GtkWidget *minus;                     /* the row of the minus ports */
  GtkWidget *together[DL_TORUS_N_DIMS]; /* a field per dimension */
  GtkWidget *ports[DL_N_ROUTER_PORTS];
};

G_DEFINE_FINAL_TYPE (DlBiasGrid, dl_bias_grid, DL_TYPE_SETTINGS)

static guint
index_of (gpointer field)
{
  return GPOINTER_TO_UINT (g_object_get_data (field, "dl-index"));
}

static void
set_ports (DlBiasGrid *self, guint first, guint n, gint value)
{
  guint8 bias[DL_N_ROUTER_PORTS];
  g_autofree char *text = NULL;

  memcpy (bias, self->bias, sizeof bias);
  for (guint port = first; port < first + n; port++)
    bias[port] = value;
  text = dl_age_bias_text (bias);
  dl_settings_set (DL_SETTINGS (self),
                   self->responses ? "router.response-age-bias" : "router.request-age-bias", text);
}

static void
on_dim (GtkWidget *field, gint value, DlBiasGrid *self)
{
  set_ports (self, 2 * index_of (field), 2, value);
}

static void
on_port (GtkWidget *field, gint value, DlBiasGrid *self)
{
  set_ports (self, index_of (field), 1, value);
}

static GtkWidget *
new_field (DlBiasGrid *self, guint index, const char *title, const char *name, const char *tooltip,
           GCallback on_changed)
{
  GtkWidget *field = dl_number_field_new (title, name, 0);

  g_object_set_data (G_OBJECT (field), "dl-index", GUINT_TO_POINTER (index));
  gtk_widget_set_tooltip_text (field, tooltip);
  g_signal_connect (field, "changed", on_changed, self);
  g_signal_connect_swapped (field, "settled", G_CALLBACK (dl_settings_settled), self);
  return field;
}

static GtkWidget *
new_dim (DlBiasGrid *self, DlTorusDim dim)
{
  static const char *const titles[DL_TORUS_N_DIMS] = { "X", "Y", "Z" };
  const char *title = titles[dim];
  g_autofree char *name = g_strdup_printf (
      self->responses ? _ ("Bias of responses in %s") : _ ("Bias of requests in %s"), title);
  g_autofree char *tip = g_strdup_printf (
      self->responses
          ? _ ("Age bias of responses: what a packet’s age grows by, 0 to 7, as it arrives by %s+ "
               "or %s−; by default 3, 2, 1 in X, Y, Z and 1 at the processor (RSP_AGE_BIAS, age "
               "paper, sections 2.1 and 3.1)")
          : _ ("Age bias of requests: what a packet’s age grows by, 0 to 7, as it arrives by %s+ "
               "or %s−; by default 3, 2, 1 in X, Y, Z and 1 at the processor (REQ_AGE_BIAS, age "
               "paper, sections 2.1 and 3.1)"),
      title, title);

  return new_field (self, dim, title, name, tip, G_CALLBACK (on_dim));
}

static GtkWidget *
new_port (DlBiasGrid *self, guint port)
{
  static const char *const titles[DL_N_ROUTER_PORTS]
      = { "X+", "X−", "Y+", "Y−", "Z+", "Z−", N_ ("P") };
  const gboolean processor = port == DL_TORUS_PORT_PROCESSOR;
  /* Translators: P stands for the processor's port */
  const char *title = processor ? _ (titles[port]) : titles[port];
  const char *of = processor ? _ ("the processor") : title;
  g_autofree char *name = g_strdup_printf (
      self->responses ? _ ("Bias of responses from %s") : _ ("Bias of requests from %s"), of);
  g_autofree char *tip = g_strdup_printf (
      self->responses
          ? _ (
              "Age bias of responses: what a packet’s age grows by, 0 to 7, as it arrives from %s; "
              "by default 3, 2, 1 in X, Y, Z and 1 at the processor (RSP_AGE_BIAS, age paper, "
              "sections 2.1 and 3.1)")
          : _ ("Age bias of requests: what a packet’s age grows by, 0 to 7, as it arrives from %s; "
               "by default 3, 2, 1 in X, Y, Z and 1 at the processor (REQ_AGE_BIAS, age paper, "
               "sections 2.1 and 3.1)"),
      of);

  return new_field (self, port, title, name, tip, G_CALLBACK (on_port));
}

static void
grid_follow (DlSettings *settings, const DlScenario *scenario)
{
  DlBiasGrid *self = DL_BIAS_GRID (settings);

  memcpy (self->bias,
          self->responses ? scenario->router.response_age_bias : scenario->router.request_age_bias,
          sizeof self->bias);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_number_field_follow (DL_NUMBER_FIELD (self->together[dim]), self->bias[2 * dim], MOST);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    dl_number_field_follow (DL_NUMBER_FIELD (self->ports[port]), self->bias[port], MOST);
}

/* Whether each port has a field of its own; both ports of a dimension are set together otherwise.
 */
static void
bias_grid_set_by_port (DlBiasGrid *self, gboolean by_port)
{
  self->by_port = by_port;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      gtk_widget_set_visible (self->together[dim], !by_port);
      gtk_widget_set_visible (self->ports[2 * dim], by_port);
    }
  gtk_widget_set_visible (self->minus, by_port);
}

GtkWidget *
dl_bias_grid_get_field (DlBiasGrid *self, guint port)
{
  return port < DL_TORUS_PORT_PROCESSOR && !self->by_port ? self->together[port / 2]
                                                          : self->ports[port];
}

static void
dl_bias_grid_class_init (DlBiasGridClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = grid_follow;
}

static void
dl_bias_grid_init (DlBiasGrid *self)
{
}

static GtkWidget *
new_row (DlBiasGrid *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  gtk_widget_add_css_class (row, "dl-dims");
  gtk_box_append (GTK_BOX (self), row);
  return row;
}

/* Bias of requests, or of responses. */
static GtkWidget *
bias_grid_new (gboolean responses)
{
  DlBiasGrid *self = g_object_new (DL_TYPE_BIAS_GRID, NULL);
  GtkWidget *name = gtk_label_new (responses ? _ ("Bias of responses") : _ ("Bias of requests"));

  self->responses = responses;
  gtk_widget_set_name (GTK_WIDGET (self), responses ? "router.response-age-bias/grid"
                                                    : "router.request-age-bias/grid");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_box_append (GTK_BOX (self), name);
  self->dims = new_row (self);
  self->minus = new_row (self);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      self->together[dim] = new_dim (self, dim);
      gtk_box_append (GTK_BOX (self->dims), self->together[dim]);
      for (guint port = 2 * dim; port <= 2 * dim + 1; port++)
        {
          self->ports[port] = new_port (self, port);
          gtk_box_append (GTK_BOX (port % 2 == 0 ? self->dims : self->minus), self->ports[port]);
        }
    }
  self->ports[DL_TORUS_PORT_PROCESSOR] = new_port (self, DL_TORUS_PORT_PROCESSOR);
  gtk_box_append (GTK_BOX (self->dims), self->ports[DL_TORUS_PORT_PROCESSOR]);
  gtk_box_append (GTK_BOX (self->minus), gtk_label_new (NULL)); /* under the processor */
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-lines");
  bias_grid_set_by_port (self, FALSE);
  return GTK_WIDGET (self);
}

/* Common values of AGE_RR_SELECT (age paper, section 2.1: 0101...0101 is half and half). */
static const struct
{
  guint64 select;
  const char *title, *tooltip;
} choices[] = {
  { G_MAXUINT64, N_ ("Age"),
    N_ ("All grants to the oldest packet: age-based, the default (AGE_RR_SELECT all ones; age "
        "paper, section 2.1)") },
  { 0, N_ ("Round robin"),
    N_ ("All grants in round-robin order (AGE_RR_SELECT all zeros; age paper, section 2.1)") },
  { G_GUINT64_CONSTANT (0x5555555555555555), N_ ("Mixed"),
    N_ ("Alternating: every second grant is age-based, the rest round robin (AGE_RR_SELECT "
        "0101…0101; age paper, section 2.1)") },
};

struct _DlArbitrationPanel
{
  DlSettings parent;
  GtkWidget *choices[G_N_ELEMENTS (choices)];
  GtkWidget *strip;
  GtkLabel *sum; /* of the strip */
  GtkWidget *clock;
  GtkLabel *tick, *prediction, *advice;
  GtkWidget *recommend;
  guint32 recommended; /* cycles; 0: none */
  GtkWidget *biases[2];
  GtkWidget *by_port;
  gboolean following;
};

G_DEFINE_FINAL_TYPE (DlArbitrationPanel, dl_arbitration_panel, DL_TYPE_SETTINGS)

/* AGE_RR_SELECT -------------------------------------------------------------------------------- */

static void
set_select (DlArbitrationPanel *self, guint64 select)
{
  g_autofree char *text = g_strdup_printf ("0x%016" G_GINT64_MODIFIER "x", select);

  dl_settings_set (DL_SETTINGS (self), "router.age-rr-select", text);
}

static void
on_strip (GtkWidget *strip, guint64 bits, DlArbitrationPanel *self)
{
  set_select (self, bits);
}

/* The one that is chosen stays so when it is clicked. */
static void
on_choice (GtkToggleButton *button, DlArbitrationPanel *self)
{
  if (self->following || dl_settings_get_session (DL_SETTINGS (self)) == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (self->choices[i] == GTK_WIDGET (button))
      {
        if (!gtk_toggle_button_get_active (button))
          gtk_toggle_button_set_active (button, TRUE);
        else
          set_select (self, choices[i].select);
      }
  dl_settings_settled (DL_SETTINGS (self));
}

static void
follow_select (DlArbitrationPanel *self, guint64 select)
{
  g_autofree char *sum = dl_age_select_text (select);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->choices[i]),
                                  choices[i].select == select);
  dl_bit_strip_follow (DL_BIT_STRIP (self->strip), select);
  gtk_label_set_label (self->sum, sum);
}

static GtkLabel *
add_description (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dl-description");
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
add_select (DlArbitrationPanel *self, GtkWidget *card)
{
  static const DlKeyInfo info = { "router.age-rr-select", N_ ("Bits"), .width_chars = 18 };
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (lines, "dl-lines");
  gtk_widget_add_css_class (buttons, "dl-dims");
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (choices[i].title));

      self->choices[i] = button;
      gtk_widget_add_css_class (button, "dl-pill");
      gtk_widget_add_css_class (button, "dl-one");
      gtk_widget_set_hexpand (button, TRUE);
      gtk_widget_set_tooltip_text (button, _ (choices[i].tooltip));
      g_signal_connect (button, "toggled", G_CALLBACK (on_choice), self);
      gtk_box_append (GTK_BOX (buttons), button);
    }
  self->strip = dl_bit_strip_new ();
  g_signal_connect (self->strip, "changed", G_CALLBACK (on_strip), self);
  g_signal_connect_swapped (self->strip, "settled", G_CALLBACK (dl_settings_settled), self);
  gtk_widget_set_name (lines, "router.age-rr-select/lines");
  gtk_box_append (GTK_BOX (lines), buttons);
  gtk_box_append (GTK_BOX (lines), self->strip);
  self->sum = add_description (lines);
  gtk_box_append (GTK_BOX (card), lines);
  gtk_box_append (GTK_BOX (card), dl_key_row_new (&info));
}

/* The age clock -------------------------------------------------------------------------------- */

static void
on_clock (GtkWidget *slider, double value, DlArbitrationPanel *self)
{
  g_autofree char *text = g_strdup_printf ("%.0f", value);

  dl_settings_set (DL_SETTINGS (self), "router.age-clock-period", text);
}

static void
on_recommend (DlArbitrationPanel *self)
{
  g_autofree char *text = g_strdup_printf ("%u", self->recommended);

  dl_settings_settled (DL_SETTINGS (self));
  dl_settings_set (DL_SETTINGS (self), "router.age-clock-period", text);
  dl_settings_settled (DL_SETTINGS (self));
}

/* Predictions of the equations for the scenario, on the network analyzed last. */
static void
predict (DlArbitrationPanel *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  const DlEvaluation *result = dl_session_get_result_of (session, &dl_family_torus);
  const DlScenario *scenario = dl_session_get_scenario (session);
  double age = NAN, period = NAN;
  g_autofree char *text = NULL;
  g_autofree char *advice = NULL;

  if (result != NULL)
    {
      g_autoptr (DlAgingModel) model
          = dl_aging_model_new (dl_evaluate_aging_options (scenario, dl_evaluation_torus (result)));
      age = model->records[DL_AGING_AGE_AT_DESTINATION].value;
      period = model->records[DL_AGING_OWN_PERIOD].value;
    }
  self->recommended = isnan (period) ? 0 : period;
  text = age >= 255 ? g_strdup (_ ("A packet arrives with age 255, the maximum."))
                    : g_strdup_printf (_ ("A packet arrives with age %.0f or so."), age);
  advice = self->recommended != 0 ? g_strdup_printf (_ ("Recommended: %u"), self->recommended)
                                  : g_strdup (_ ("No period fits this bias."));
  gtk_label_set_label (self->prediction, text);
  gtk_label_set_label (self->advice, advice);
  gtk_widget_set_visible (GTK_WIDGET (self->prediction), !isnan (age));
  gtk_widget_set_visible (GTK_WIDGET (self->advice), !isnan (age));
  gtk_widget_set_visible (self->recommend, self->recommended != 0);
  gtk_widget_set_sensitive (self->recommend,
                            self->recommended != scenario->router.age_clock_period);
}

static void
follow_clock (DlArbitrationPanel *self, guint32 period)
{
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "a tick every %'lu cycle", "a tick every %'lu cycles", period),
      (gulong) period);

  dl_slider_follow (DL_SLIDER (self->clock), period, text);
  gtk_label_set_label (self->tick, text);
}

static void
add_clock (DlArbitrationPanel *self, GtkWidget *card)
{
  static const DlKeyInfo info = {
    "router.age-clock-period", N_ ("Age _clock"),
    N_ ("Age clock period: cycles of 2 ns after which the age of waiting packets increases by "
        "one, 1 to 4294967295, 0x for hexadecimal. Default 8 (AGE_CLOCK_PERIOD, age paper, "
        "sections 2.1 and 3.2). Page Up and Page Down double and halve it"),
    .step = 1, .width_chars = 10
  };
  GtkWidget *part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->clock = dl_slider_new (&dl_slider_log2);
  dl_slider_add_mark (DL_SLIDER (self->clock), 8, "8");
  dl_slider_add_mark (DL_SLIDER (self->clock), 4096, "4096");
  gtk_widget_set_tooltip_text (self->clock, _ (info.tooltip));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->clock), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Age clock period"), -1);
  g_signal_connect (self->clock, "moved", G_CALLBACK (on_clock), self);
  g_signal_connect_swapped (self->clock, "settled", G_CALLBACK (dl_settings_settled), self);

  gtk_widget_add_css_class (lines, "dl-lines");
  gtk_widget_set_name (lines, "router.age-clock-period/lines");
  gtk_box_append (GTK_BOX (lines), self->clock);
  self->tick = add_description (lines);
  self->prediction = add_description (lines);
  self->advice = add_description (line);
  gtk_widget_set_hexpand (GTK_WIDGET (self->advice), TRUE);
  gtk_widget_set_tooltip_text (
      line, _ ("The period that centers ages at 128, with this bias and full queues (age paper, "
               "section 3.2)"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->prediction),
                               _ ("Expected mean age of packets at ejection, 0 to 255: biases, "
                                  "plus ticks during the wait in M/D/1 queues at the offered "
                                  "load; derived here from age paper, section 3.2"));
  self->recommend = gtk_button_new_with_label (_ ("Use"));
  gtk_widget_set_valign (self->recommend, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->recommend, "dl-pill");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->recommend), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Use the recommended period"), -1);
  gtk_widget_set_tooltip_text (
      self->recommend, _ ("Set the age clock to the period, in cycles of 2 ns, that the paper "
                          "recommends for this bias (age paper, section 3.2)"));
  g_signal_connect_swapped (self->recommend, "clicked", G_CALLBACK (on_recommend), self);

  gtk_box_append (GTK_BOX (line), self->recommend);
  gtk_box_append (GTK_BOX (lines), line);
  gtk_box_append (GTK_BOX (part), dl_key_row_new (&info));
  gtk_box_append (GTK_BOX (part), lines);
  gtk_box_append (GTK_BOX (card), part);
}

/* Biases --------------------------------------------------------------------------------------- */

static gboolean
directions_differ (const guint8 *bias)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (bias[2 * dim] != bias[2 * dim + 1])
      return TRUE;
  return FALSE;
}

static void
on_by_port (DlArbitrationPanel *self)
{
  const gboolean by_port = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->by_port));

  for (guint i = 0; i < G_N_ELEMENTS (self->biases); i++)
    bias_grid_set_by_port (DL_BIAS_GRID (self->biases[i]), by_port);
}

/* Directions that differ cannot be shown together. */
static void
follow_biases (DlArbitrationPanel *self, const DlRouterSpec *router)
{
  const gboolean differ = directions_differ (router->request_age_bias)
                          || directions_differ (router->response_age_bias);

  if (differ)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_port), TRUE);
  gtk_widget_set_sensitive (self->by_port, !differ);
}

static void
add_biases (DlArbitrationPanel *self, GtkWidget *card)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *mark = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  for (guint i = 0; i < G_N_ELEMENTS (self->biases); i++)
    {
      self->biases[i] = bias_grid_new (i == 1);
      gtk_box_append (GTK_BOX (card), self->biases[i]);
    }
  self->by_port = gtk_toggle_button_new ();
  gtk_widget_set_halign (mark, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (mark), gtk_label_new (_ ("Each port by itself")));
  gtk_box_append (GTK_BOX (mark), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_button_set_child (GTK_BUTTON (self->by_port), mark);
  gtk_widget_add_css_class (self->by_port, "dl-pill");
  gtk_widget_set_tooltip_text (self->by_port,
                               _ ("A bias for each of the seven input ports, named by their "
                                  "direction. Off: both ports of a dimension together"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->by_port), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Each port by itself"), -1);
  g_signal_connect_swapped (self->by_port, "toggled", G_CALLBACK (on_by_port), self);
  gtk_widget_add_css_class (lines, "dl-lines");
  gtk_box_append (GTK_BOX (lines), self->by_port);
  gtk_box_append (GTK_BOX (card), lines);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlArbitrationPanel *self = DL_ARBITRATION_PANEL (settings);

  self->following = TRUE;
  follow_select (self, scenario->router.age_rr_select);
  follow_clock (self, scenario->router.age_clock_period);
  follow_biases (self, &scenario->router);
  self->following = FALSE;
  predict (self);
}

static void
follow_result (DlSettings *settings, const DlEvaluation *result)
{
  predict (DL_ARBITRATION_PANEL (settings));
}

static void
dl_arbitration_panel_class_init (DlArbitrationPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
  DL_SETTINGS_CLASS (class)->follow_result = follow_result;
}

static void
dl_arbitration_panel_init (DlArbitrationPanel *self)
{
  GtkWidget *card = dl_settings_add_group (GTK_WIDGET (self), _ ("Arbitration"));

  add_select (self, card);
  add_clock (self, card);
  add_biases (self, card);
}
