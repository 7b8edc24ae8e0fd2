#include "dl-router-panel.h"

#include "compat.h"
#include "dl-choice-row.h"
#include "dl-key-row.h"

#include <glib/gi18n-lib.h>

struct _DlRouterPanel
{
  DlSettings parent;
};

G_DEFINE_FINAL_TYPE (DlRouterPanel, dl_router_panel, DL_TYPE_SETTINGS)

static const DlKeyInfo router[] = {
  { "router.input-buffer", .step = 1, .width_chars = 6 },
  { "router.staging-buffer", .step = 1, .width_chars = 6 },
  { "router.link-cycles", N_ ("Link, cycles"), .step = 1, .width_chars = 6 },
  { "router.crossbar-cycles", N_ ("Crossbar, cycles"), .step = 1, .width_chars = 6 },
  { "router.ejection-rate", N_ ("Ejection, flits/cycle"), .step = 0.01, .width_chars = 8 },
  { "router.link-error-rate", N_ ("Link errors, share"), .step = 0.001, .width_chars = 8 },
  { "router.payload-efficiency", N_ ("Payload, share of link"), .step = 0.01, .width_chars = 6 },
  { "router.aries-hop-ns", N_ ("Hop, ns"), .step = 1, .width_chars = 6 },
  { "router.aries-buffer", N_ ("Input buffer, flits (assumed)"), .step = 1, .width_chars = 6 },
  { "router.aries-payload-bytes", N_ ("Packet, bytes (assumed)"), .step = 8, .width_chars = 6 },
  { "router.aries-outstanding", N_ ("Outstanding packets"), .step = 1, .width_chars = 6 },
};

static const DlKeyInfo simulation[] = {
  { "simulation.warmup-cycles", .step = 1000, .width_chars = 8, .word = N_ ("auto") },
  { "simulation.cycles", N_ ("Cycles"), .step = 1000, .width_chars = 8 },
  { "simulation.precision", .step = 0.01, .width_chars = 8 },
  { "simulation.threads", .step = 1, .width_chars = 8 },
};

static const DlChoiceInfo stop = { "simulation.stop", N_ ("_Stop") };

static const DlChoice stops[] = {
  { "cycles", N_ ("After the cycles"), N_ ("A run ends after its cycles.") },
  { "precision", N_ ("At the precision"),
    N_ ("A run ends as soon as it has converged, or after its cycles.") },
};

static void
add_router (DlRouterPanel *self)
{
  GtkWidget *expander = gtk_expander_new (NULL);
  GtkWidget *title = gtk_label_new (_ ("Router"));
  GtkWidget *card = dl_settings_new_card ();

  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_expander_set_label_widget (GTK_EXPANDER (expander), title);
  dl_key_rows_add (card, router, G_N_ELEMENTS (router));
  dl_compat_set_expander_child (GTK_EXPANDER (expander), card);
  gtk_widget_set_tooltip_text (
      title, _ ("Buffers, delays and rates of the routers (age paper, sections 1.2 and 2; "
                "Cascade paper, section VIII)"));
  gtk_box_append (GTK_BOX (self), expander);
}

static void
dl_router_panel_class_init (DlRouterPanelClass *class)
{
}

static void
dl_router_panel_init (DlRouterPanel *self)
{
  GtkWidget *group, *row;

  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-panel");
  add_router (self);
  group = dl_settings_add_group (GTK_WIDGET (self), _ ("Simulation"));
  dl_key_rows_add (group, simulation, G_N_ELEMENTS (simulation));
  row = dl_choice_row_new (&stop);
  dl_choice_row_fill (DL_CHOICE_ROW (row), stops, G_N_ELEMENTS (stops));
  gtk_box_append (GTK_BOX (group), row);
}

GtkWidget *
dl_router_panel_new (void)
{
  return g_object_new (DL_TYPE_ROUTER_PANEL, NULL);
}
