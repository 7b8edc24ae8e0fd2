#include "dl-load-box.h"

#include "dl-family.h"
#include "dl-key-row.h"
#include "dl-numerals.h"
#include "dl-slider.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#define KEY "traffic.load"

struct _DlLoadBox
{
  DlSettings parent;
  GtkWidget *slider;
  GtkWidget *saturated;
  double load; /* the last that was not saturated: where the switch goes back to */
  gboolean following;
};

G_DEFINE_FINAL_TYPE (DlLoadBox, dl_load_box, DL_TYPE_SETTINGS)

/* Scopes: what loads and packets of a machine are counted in. */
static gboolean
counts_payload (const DlScenario *scenario)
{
  return dl_scenario_load_unit (scenario) != NULL;
}

static gboolean
counts_flits (const DlScenario *scenario)
{
  return !counts_payload (scenario);
}

/* The same key by what it counts. */
static const DlKeyInfo loads[] = {
  { KEY, N_ ("_Load, flits/cycle"),
    N_ ("Offered load: flits/node/cycle, 0 to 1, or “saturated”. Default 0.34. A link carries one "
        "flit/cycle (age paper, section 2)"),
    .step = 0.01, .width_chars = 8, .scope = counts_flits, .word = "saturated" },
  { KEY, N_ ("_Load, share"),
    N_ ("Offered load: share of the injection bandwidth of a node, about 10 GB/s of payload, 0 to "
        "1, or “saturated”. Default 0.34 (Cascade paper, section VIII)"),
    .step = 0.01, .width_chars = 8, .scope = counts_payload, .word = "saturated" },
};

static void
on_moved (GtkWidget *slider, double load, DlLoadBox *self)
{
  g_autofree char *text = dl_value_format_double (load);

  dl_settings_set (DL_SETTINGS (self), KEY, text);
}

static void
on_saturated (DlLoadBox *self)
{
  g_autofree char *load = dl_value_format_double (self->load);

  if (self->following)
    return;
  dl_settings_settled (DL_SETTINGS (self));
  dl_settings_set (DL_SETTINGS (self), KEY,
                   gtk_switch_get_active (GTK_SWITCH (self->saturated)) ? "saturated" : load);
  dl_settings_settled (DL_SETTINGS (self));
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlLoadBox *self = DL_LOAD_BOX (settings);
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autofree char *value = dl_value_format_double (traffic->load);
  g_autofree char *number = dl_numerals_show (value);
  g_autofree char *text = counts_payload (scenario)
                              ? g_strdup_printf (_ ("%s of the injection bandwidth"), number)
                              : g_strdup_printf (_ ("%s flits/node/cycle"), number);

  if (!traffic->saturated)
    self->load = traffic->load;
  self->following = TRUE;
  gtk_switch_set_active (GTK_SWITCH (self->saturated), traffic->saturated);
  self->following = FALSE;
  gtk_widget_set_sensitive (self->slider, !traffic->saturated);
  gtk_widget_set_tooltip_text (self->slider, _ (loads[counts_payload (scenario)].tooltip));
  dl_slider_follow (DL_SLIDER (self->slider), traffic->load,
                    traffic->saturated ? _ ("saturated") : text);
}

static void
dl_load_box_class_init (DlLoadBoxClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
add_load (DlLoadBox *self)
{
  GtkWidget *part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->slider = dl_slider_new (&dl_slider_root);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slider), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Offered load"), -1);
  g_signal_connect (self->slider, "moved", G_CALLBACK (on_moved), self);
  g_signal_connect_swapped (self->slider, "settled", G_CALLBACK (dl_settings_settled), self);
  gtk_widget_add_css_class (lines, "dl-lines");
  gtk_widget_set_name (lines, KEY "/lines");
  gtk_box_append (GTK_BOX (lines), self->slider);
  dl_key_rows_add (part, loads, G_N_ELEMENTS (loads));
  gtk_box_append (GTK_BOX (part), lines);
  gtk_box_append (GTK_BOX (self), part);
}

static void
add_saturated (DlLoadBox *self)
{
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));

  self->saturated = gtk_switch_new ();
  dl_settings_add_name (line, _ ("Sat_urated"), self->saturated);
  gtk_widget_set_valign (self->saturated, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (
      self->saturated, _ ("Saturated: every source has an infinite backlog and sends as fast as "
                          "the network accepts. Default off (age paper, section 2)"));
  g_signal_connect_swapped (self->saturated, "notify::active", G_CALLBACK (on_saturated), self);
  gtk_widget_set_name (line, KEY "/saturated");
  gtk_box_append (GTK_BOX (line), self->saturated);
}

static void
dl_load_box_init (DlLoadBox *self)
{
  static const DlKeyInfo rows[] = {
    { "traffic.packet-flits", N_ ("Packet, flits"),
      N_ ("Packet length: flits, 1 to 9. Default 9, the maximum (age paper, sections 1.1 and 3.2)"),
      1, 4, .scope = counts_flits },
    { "traffic.packet-flits", N_ ("Packet, flits"),
      N_ ("Packet length: flits of a full packet, 1 to 9. Default 9 (assumed; not in the Cascade "
          "paper)"),
      1, 4, .scope = counts_payload },
    { "traffic.burst-messages", N_ ("Burst, packets"), .step = 1, .width_chars = 7 },
    { "traffic.response-share", N_ ("Responses, share"), .step = 0.01, .width_chars = 7 },
  };

  self->load = 0.34;
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-card-part");
  add_load (self);
  add_saturated (self);
  dl_key_rows_add (GTK_WIDGET (self), rows, G_N_ELEMENTS (rows));
}

GtkWidget *
dl_load_box_new (void)
{
  return g_object_new (DL_TYPE_LOAD_BOX, NULL);
}
