#include "dl-arbitration-panel.h"

#include "dl-aging-text.h"
#include "dl-bias-grid.h"
#include "dl-bit-strip.h"
#include "dl-evaluate-aging.h"
#include "dl-key-row.h"
#include "dl-session-edits.h"
#include "dl-slider.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* What AGE_RR_SELECT is mostly set to (age paper, section 2.1: 0101...0101 is half and half). */
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

/* What the equations say to the scenario as it is, on the network as it was analyzed last. */
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
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (bias[2 * dim] != bias[2 * dim + 1])
      return TRUE;
  return FALSE;
}

static void
on_by_port (DlArbitrationPanel *self)
{
  const gboolean by_port = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->by_port));

  for (guint i = 0; i < G_N_ELEMENTS (self->biases); i++)
    dl_bias_grid_set_by_port (DL_BIAS_GRID (self->biases[i]), by_port);
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
      self->biases[i] = dl_bias_grid_new (i == 1);
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
