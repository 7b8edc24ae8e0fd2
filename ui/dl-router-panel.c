#include "dl-router-panel.h"

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
};

static const DlKeyInfo simulation[] = {
  { "simulation.warmup-cycles", N_ ("Warm-up, cycles"),
    N_ ("Warm-up: cycles before anything is measured, by the command line and by curves; by "
        "default 15000"),
    1000, 8 },
  { "simulation.cycles", N_ ("Cycles"),
    N_ ("Cycles that the command line and curves simulate, warm-up included; by default 50000"),
    1000, 8 },
  { "simulation.threads", N_ ("Threads"),
    N_ ("Threads of a simulation, 1 to 256; by default 1. The results are the same for each "
        "number"),
    1, 8 },
};

static void
add_rows (GtkWidget *card, const DlKeyInfo *rows, guint n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    gtk_box_append (GTK_BOX (card), dl_key_row_new (&rows[i]));
}

static void
add_router (DlRouterPanel *self)
{
  GtkWidget *expander = gtk_expander_new (NULL);
  GtkWidget *title = gtk_label_new (_ ("Router"));
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_widget_add_css_class (card, "dl-card");
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  gtk_expander_set_label_widget (GTK_EXPANDER (expander), title);
  add_rows (card, router, G_N_ELEMENTS (router));
  gtk_expander_set_child (GTK_EXPANDER (expander), card);
  gtk_widget_set_tooltip_text (title, _ ("Buffers, delays and rates of the SeaStar router"));
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
  add_rows (dl_settings_add_group (GTK_WIDGET (self), _ ("Simulation")), simulation,
            G_N_ELEMENTS (simulation));
}

GtkWidget *
dl_router_panel_new (void)
{
  return g_object_new (DL_TYPE_ROUTER_PANEL, NULL);
}
