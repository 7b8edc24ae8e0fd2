#include "dl-job-rule.h"

#include "dl-choices.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

/* As in the paper's figure 11. */
#define USUAL_NODES 384

static const DlChoice places[] = {
  { "1", N_ ("1 group"), N_ ("All nodes in one group") },
  { "2", N_ ("2 groups"), N_ ("As many nodes in each of two groups") },
  { "3", N_ ("3 groups"), N_ ("As many nodes in each of three groups") },
  { "6", N_ ("6 groups"), N_ ("As many nodes in each of six groups") },
  { "random", N_ ("Random"), N_ ("Drawn among the free nodes with the scenario’s seed") },
  { "linear", N_ ("In order"), N_ ("The next free nodes, router by router") },
};

struct _DlJobRule
{
  GtkPopover parent;
  GtkWidget *name, *nodes;
  GtkDropDown *place;
  GtkLabel *problem;
  GtkWidget *add;
  guint n_groups;
};

static guint added_signal;

G_DEFINE_FINAL_TYPE (DlJobRule, dl_job_rule, GTK_TYPE_POPOVER)

static const char *
name_of (DlJobRule *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->name));
}

/* Why it cannot be added as it is; NULL if it can. */
static const char *
problem_of (DlJobRule *self)
{
  const char *name = name_of (self);

  if (*name == '\0' || *name == '#' || strpbrk (name, ":@,; \t") != NULL)
    return _ ("A name without blanks and the signs : @ , ;");
  if (g_ascii_strtoull (dl_choices_get (self->place), NULL, 10) > self->n_groups)
    return _ ("There are fewer groups");
  return NULL;
}

static void
on_changed (DlJobRule *self)
{
  const char *problem = problem_of (self);

  gtk_widget_set_sensitive (self->add, problem == NULL);
  dl_pane_show_text (self->problem, problem);
}

static void
on_add (DlJobRule *self)
{
  g_autofree char *name = g_strdup (name_of (self));
  g_autofree char *item = NULL;

  if (problem_of (self) != NULL)
    return;
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->nodes));
  item = g_strdup_printf ("%s:%d:%s", name,
                          gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->nodes)),
                          dl_choices_get (self->place));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, added_signal, 0, item, name);
}

void
dl_job_rule_show (DlJobRule *self, const DlDragonfly *dragonfly, const DlJobs *jobs)
{
  g_autofree char *name = jobs != NULL ? dl_jobs_new_name (jobs) : g_strdup ("job-1");
  guint n_free = 0;

  for (guint node = 0; node < dragonfly->n_nodes; node++)
    n_free
        += dl_dragonfly_node_up (dragonfly, node) && (jobs == NULL || jobs->job[node] == DL_NO_SET);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->nodes), 1, MAX (n_free, 1));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->nodes), MIN (USUAL_NODES, n_free));
  self->n_groups = dragonfly->n_groups;
  on_changed (self);
}

static void
add_line (GtkWidget *grid, guint row, const char *title, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
}

static void
dl_job_rule_class_init (DlJobRuleClass *class)
{
  added_signal = g_signal_new ("added", DL_TYPE_JOB_RULE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
dl_job_rule_init (DlJobRule *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *grid = gtk_grid_new ();

  self->name = gtk_entry_new ();
  self->nodes = gtk_spin_button_new_with_range (1, 1, 1);
  self->place = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  dl_choices_fill (self->place, places, G_N_ELEMENTS (places));
  self->add = gtk_button_new_with_mnemonic (_ ("_Add Job"));
  gtk_widget_add_css_class (self->add, "suggested-action");
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (self->nodes), 1, DL_CASCADE_BLADES);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  add_line (grid, 0, _ ("_Name"), self->name);
  add_line (grid, 1, _ ("N_odes"), self->nodes);
  add_line (grid, 2, _ ("O_ver"), GTK_WIDGET (self->place));
  gtk_box_append (GTK_BOX (box), grid);
  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  gtk_label_set_max_width_chars (self->problem, 28);
  gtk_box_append (GTK_BOX (box), self->add);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->place, "notify::selected", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->name, "activate", G_CALLBACK (on_add), self);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (on_add), self);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Add a job by a rule"), -1);
}

GtkWidget *
dl_job_rule_new (void)
{
  return g_object_new (DL_TYPE_JOB_RULE, NULL);
}
