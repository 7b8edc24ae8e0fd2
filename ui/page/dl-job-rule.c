#include "dl-job-rule.h"

#include "dl-choices.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

/* As in figure 11 of the Cascade paper. */
#define USUAL_NODES 384
#define PAGE        16 /* nodes by which Page Up changes how many */

struct _DlJobRule
{
  GtkPopover parent;
  GtkWidget *name, *nodes;
  GtkLabel *number;
  GtkDropDown *place;
  GPtrArray *strings; /* of the choices */
  GtkLabel *problem;
  GtkWidget *add;
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

/* Choices ------------------------------------------------------------------------------------- */

static char *
keep (DlJobRule *self, char *text)
{
  g_ptr_array_add (self->strings, text);
  return text;
}

/* Over each number of groups that there are, at random, or in order. What was chosen stays so. */
static void
fill_places (DlJobRule *self, const DlJobSites *on)
{
  const DlSiteWords *words = on->sites.words;
  g_autofree char *before = self->strings != NULL ? g_strdup (dl_choices_get (self->place)) : NULL;
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->strings);
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (DlOption));
  const DlOption random = { "random", N_ ("Random"), words->random };
  const DlOption linear = { "linear", N_ ("In order"), words->linear };

  self->strings = g_ptr_array_new_with_free_func (g_free);
  for (const guint *n = words->spreads; *n > 0 && *n <= on->grid->n_units; n++)
    {
      const DlOption choice
          = { keep (self, g_strdup_printf ("%u", *n)), keep (self, words->groups (*n)),
              *n == 1 ? words->one_group : words->spread };

      g_array_append_val (choices, choice);
    }
  g_array_append_val (choices, random);
  g_array_append_val (choices, linear);
  dl_choices_fill (self->place, (const DlOption *) choices->data, choices->len);
  if (before != NULL)
    dl_choices_select (self->place, before);
}

static gint
compare_free (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

static gboolean
is_free (const DlJobSites *on, const DlJobs *jobs, guint node)
{
  return on->sites.is_up (on->sites.network, node)
         && (jobs == NULL || jobs->job[node] == DL_NO_SET);
}

/* The fewest groups that have room for @n nodes. */
static void
choose_enough (DlJobRule *self, const DlJobSites *on, const DlJobs *jobs, guint n)
{
  const guint n_groups = on->sites.n_groups;
  g_autofree guint *n_free = g_new0 (guint, n_groups + 1);
  const guint *spread = on->sites.words->spreads;
  guint room = 0;

  for (guint node = 0; node < on->sites.n_nodes; node++)
    {
      const guint32 group = on->sites.group (on->sites.network, node);

      if (group != DL_NO_GROUP)
        n_free[group] += is_free (on, jobs, node);
    }
  qsort (n_free, n_groups, sizeof *n_free, compare_free);
  for (guint i = 0; i<n_groups && * spread> 0; i++)
    {
      room += n_free[i];
      if (i + 1 < *spread)
        continue;
      if (room >= n)
        {
          g_autofree char *id = g_strdup_printf ("%u", *spread);

          dl_choices_select (self->place, id);
          return;
        }
      spread++;
    }
  dl_choices_select (self->place, "linear");
}

void
dl_job_rule_show (DlJobRule *self, const DlJobSites *on, const DlJobs *jobs)
{
  g_autofree char *name = jobs != NULL ? dl_jobs_new_name (jobs) : g_strdup ("job-1");
  const gboolean is_first = self->strings == NULL;
  guint n_free = 0;

  for (guint node = 0; node < on->sites.n_nodes; node++)
    n_free += is_free (on, jobs, node);
  gtk_label_set_text_with_mnemonic (self->number, _ (on->sites.words->number));
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->nodes), 1, MAX (n_free, 1));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->nodes), MIN (USUAL_NODES, n_free));
  fill_places (self, on);
  if (is_first)
    choose_enough (self, on, jobs, MIN (USUAL_NODES, n_free));
  on_changed (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  DlJobRule *self = DL_JOB_RULE (object);

  g_clear_pointer (&self->strings, g_ptr_array_unref);
  G_OBJECT_CLASS (dl_job_rule_parent_class)->finalize (object);
}

static GtkLabel *
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
  return GTK_LABEL (label);
}

static void
dl_job_rule_class_init (DlJobRuleClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
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
  self->add = gtk_button_new_with_mnemonic (_ ("_Add Job"));
  gtk_widget_add_css_class (self->add, "suggested-action");
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (self->nodes), 1, PAGE);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  add_line (grid, 0, _ ("_Name"), self->name);
  self->number = add_line (grid, 1, "", self->nodes);
  add_line (grid, 2, _ ("O_ver"), GTK_WIDGET (self->place));
  gtk_box_append (GTK_BOX (box), grid);
  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  gtk_label_set_max_width_chars (self->problem, 28);
  gtk_box_append (GTK_BOX (box), self->add);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (on_changed), self);
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
