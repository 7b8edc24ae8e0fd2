#include "dl-router-panel.h"

#include "compat.h"
#include "dl-key-row.h"

#include <glib/gi18n-lib.h>

struct _DlRouterPanel
{
  DlSettings parent;
};

G_DEFINE_FINAL_TYPE (DlRouterPanel, dl_router_panel, DL_TYPE_SETTINGS)

static const DlKeyInfo router[] = {
  { "router.input-buffer", N_ ("Input buffer, flits"),
    N_ ("Input buffer: flits of each virtual channel of an input port, at least a packet; by "
        "default 96 (age paper, section 1.2)"),
    1, 6 },
  { "router.staging-buffer", N_ ("Staging buffer, flits"),
    N_ ("Staging buffer: flits at an output for each input port and virtual channel, at least a "
        "packet; by default 16 (age paper, section 1.2)"),
    1, 6 },
  { "router.link-cycles", N_ ("Link, cycles"),
    N_ ("Link delay: cycles of 2 ns from router to router; by default 18, which makes a hop of 25 "
        "cycles with the crossbar (age paper, section 2, footnote 4)"),
    1, 6 },
  { "router.crossbar-cycles", N_ ("Crossbar, cycles"),
    N_ ("Crossbar delay: cycles of 2 ns from input buffer to staging buffer; by default 7 (age "
        "paper, section 2, footnote 4)"),
    1, 6 },
  { "router.ejection-rate", N_ ("Ejection, flits/cycle"),
    N_ ("Ejection rate: flits a cycle that a processor takes, .001 to 1; by default 0.416667, 2 of "
        "a link's 4.8 GB/s (age paper, section 3.1, footnote 7)"),
    0.01, 8 },
  { "router.link-error-rate", N_ ("Link errors, share"),
    N_ ("Link error rate: share of flits that arrive damaged, 0 to .5, and are sent again, go back "
        "N; by default 0 (age paper, section 1.2)"),
    0.001, 8 },
  { "router.payload-efficiency", N_ ("Payload, share of link"),
    N_ ("Payload efficiency: the share of what a link carries that is payload, .05 to 1; by "
        "default "
        ".64, which makes 7.5 of 11.7 GB/s (Cascade paper, section VIII)"),
    0.01, 6 },
  { "router.aries-hop-ns", N_ ("Hop, ns"),
    N_ ("Hop time: nanoseconds from router to router, 1 to 100000; by default 100 (Cascade paper, "
        "section VIII)"),
    1, 6 },
  { "router.aries-buffer", N_ ("Input buffer, flits (assumed)"),
    N_ ("Input buffer: flits of each virtual channel of an input port, at least a packet; by "
        "default 128 (assumed: the Cascade paper does not say)"),
    1, 6 },
  { "router.aries-payload-bytes", N_ ("Packet, bytes (assumed)"),
    N_ ("Payload of a full packet: bytes, 8 to 1024; by default 64 (assumed: the Cascade paper "
        "does "
        "not say)"),
    8, 6 },
  { "router.aries-outstanding", N_ ("Outstanding packets"),
    N_ ("Packets of a node in the network at most, at least 1; by default 1024 (Cascade paper, "
        "section VIII)"),
    1, 6 },
};

static const DlKeyInfo simulation[] = {
  { "simulation.warmup-cycles", N_ ("Warm-up, cycles"),
    N_ ("Warm-up: cycles before anything is measured, by the command line and by curves; by "
        "default 15000 (this program’s own)"),
    1000, 8 },
  { "simulation.cycles", N_ ("Cycles"),
    N_ ("Cycles that the command line and curves simulate, warm-up included; by default 50000 "
        "(this program’s own)"),
    1000, 8 },
  { "simulation.threads", N_ ("Threads"),
    N_ ("Threads of a simulation, 1 to 256; by default 1. The results are the same for each "
        "number (this program’s own)"),
    1, 8 },
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
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-panel");
  add_router (self);
  dl_key_rows_add (dl_settings_add_group (GTK_WIDGET (self), _ ("Simulation")), simulation,
                   G_N_ELEMENTS (simulation));
}

GtkWidget *
dl_router_panel_new (void)
{
  return g_object_new (DL_TYPE_ROUTER_PANEL, NULL);
}
