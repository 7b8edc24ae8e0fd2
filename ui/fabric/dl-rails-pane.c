#include "dl-rails-pane.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-machines.h"
#include "dl-families.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#define DL_TYPE_RAILS_PANE (dl_rails_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlRailsPane, dl_rails_pane, DL, RAILS_PANE, DlPane)

struct _DlRailsPane
{
  DlPane parent;
  DlEvaluation *shown; /* nullable */
  DlRows *rows;
  GtkLabel *headline, *summary;
  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (DlRailsPane, dl_rails_pane, DL_TYPE_PANE)

/* "12.5%" of all packets. */
static char *
share_text (const DlFabricShares *shares, double part)
{
  return shares->all > 0 ? g_strdup_printf ("%.1f%%", 100 * part / shares->all) : g_strdup ("–");
}

static void
show_shares (DlRailsPane *self, const DlFabric *fabric, const DlFabricShares *shares)
{
  const DlFabricMachines *machines = fabric->machines;
  g_autofree char *crosses = share_text (shares, shares->crosses);
  g_autofree char *leaf = share_text (shares, shares->all - shares->at_machine - shares->crosses);
  g_autofree char *inside = share_text (shares, shares->at_machine);
  /* Translators: a share of all packets */
  g_autofree char *headline = g_strdup_printf (_ ("%s cross the spines"), crosses);
  g_autofree char *summary = g_strdup_printf (
      /* Translators: numbers of machines and rails, then shares of all packets */
      _ ("%'u machines, %u rails. %s of the packets stay at a leaf switch, %s inside a machine."),
      machines->n_machines, machines->n_rails, leaf, inside);

  gtk_label_set_text (self->headline, headline);
  gtk_label_set_text (self->summary, summary);
}

static void
update (DlRailsPane *self)
{
  DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  const DlFabricAnalysis *analysis;
  const DlFabric *fabric;
  DlFabricShares shares;
  g_autoptr (DlRecord) record = NULL;

  if (self->shown == result || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  self->shown = result != NULL ? dl_evaluation_ref (result) : NULL;
  if (result == NULL || result->scenario->family != &dl_family_fabric)
    return;
  analysis = dl_evaluation_of (result, &dl_family_fabric);
  fabric = analysis->routes->fabric;
  gtk_widget_set_visible (self->table, fabric->machines != NULL);
  if (fabric->machines == NULL)
    {
      gtk_label_set_text (self->headline, _ ("No rails"));
      gtk_label_set_text (self->summary,
                          _ ("Each machine has one port here. “Machines” in the configuration says "
                             "how ports are joined to machines."));
      dl_rows_set_record (self->rows, NULL);
      return;
    }
  record = dl_fabric_rails_record (fabric, analysis->rails);
  dl_rows_set_record (self->rows, record);
  shares = dl_fabric_shares_sum (fabric, analysis->rails);
  show_shares (self, fabric, &shares);
}

static void
dispose (GObject *object)
{
  DlRailsPane *self = DL_RAILS_PANE (object);

  g_clear_object (&self->rows);
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  G_OBJECT_CLASS (dl_rails_pane_parent_class)->dispose (object);
}

static void
dl_rails_pane_class_init (DlRailsPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_rails_pane_init (DlRailsPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->headline = dl_pane_add_label (box, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (box, "dim-label", TRUE);
  self->rows = dl_rows_new_of_record ();
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table),
                                 dl_rows_new_record_view (self->rows));
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_box_append (GTK_BOX (box), self->table);
  dl_pane_set_child (DL_PANE (self), box);
}

GtkWidget *
dl_rails_pane_new (DlView *view)
{
  DlRailsPane *self = dl_pane_new (DL_TYPE_RAILS_PANE, view, _ ("Rails"));

  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  return GTK_WIDGET (self);
}
