#include "dl-evidence-pages.h"

#include "dl-cascade-pane.h"
#include "dl-choices.h"
#include "dl-critical-pane.h"
#include "dl-curve-pane.h"
#include "dl-difference-pane.h"
#include "dl-engines-pane.h"
#include "dl-evidence.h"
#include "dl-flows-pane.h"
#include "dl-jobs-pane.h"
#include "dl-measured-pane.h"
#include "dl-model-pane.h"
#include "dl-optimize-pane.h"
#include "dl-route-pane.h"
#include "dl-simulation-pane.h"
#include "dl-tables-pane.h"
#include "dl-text-size.h"
#include "dl-verdict-pane.h"

#include <glib/gi18n-lib.h>

/* A window of 1024 has room for it beside the configuration and the ring matrix. */
#define WIDTH 280

/* What makes each page of dl_features. */
static const struct
{
  const char *id;
  GtkWidget *(*create) (DlView *view);
} makers[] = {
  { "evidence", dl_evidence_pane_new }, { "sizes", dl_cascade_pane_new },
  { "jobs", dl_jobs_pane_new },         { "simulation", dl_simulation_pane_new },
  { "curve", dl_curve_pane_new },       { "route", dl_route_pane_new },
  { "deadlock", dl_verdict_pane_new },  { "critical", dl_critical_pane_new },
  { "flows", dl_flows_pane_new },       { "search", dl_optimize_pane_new },
  { "tables", dl_tables_pane_new },     { "difference", dl_difference_pane_new },
  { "model", dl_model_pane_new },       { "measured", dl_measured_pane_new },
  { "engines", dl_engines_pane_new },
};

struct _DlEvidencePages
{
  GtkWidget parent;
  DlView *view;
  const DlFamily *family;
  GtkWidget *box;
  GtkDropDown *selector;
  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (DlEvidencePages, dl_evidence_pages, GTK_TYPE_WIDGET)

static GtkWidget *
make_page (const char *id, DlView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (g_str_equal (makers[i].id, id))
      return makers[i].create (view);
  g_return_val_if_reached (gtk_label_new (id));
}

static void
on_chosen (DlEvidencePages *self)
{
  const char *id = dl_choices_get (self->selector);

  if (id != NULL && g_strcmp0 (id, dl_evidence_pages_get_shown (self)) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.evidence-page", "s", id);
}

void
dl_evidence_pages_set_view (DlEvidencePages *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  dl_evidence_pages_show (self, NULL);
}

/* Those of the family, in the selector. */
static void
fill_selector (DlEvidencePages *self)
{
  DlChoice choices[G_N_ELEMENTS (makers)];
  const DlFeature *page;
  guint n = 0;

  for (; (page = dl_family_feature (self->family, DL_FEATURE_PAGE, n)) != NULL; n++)
    choices[n] = (DlChoice) { page->id, page->title, page->description };
  g_signal_handlers_block_by_func (self->selector, on_chosen, self);
  dl_choices_fill (self->selector, choices, n);
  g_signal_handlers_unblock_by_func (self->selector, on_chosen, self);
}

void
dl_evidence_pages_set_family (DlEvidencePages *self, const DlFamily *family)
{
  if (family == self->family)
    return;
  self->family = family;
  fill_selector (self);
  dl_evidence_pages_show (self, dl_evidence_pages_get_shown (self));
}

void
dl_evidence_pages_show (DlEvidencePages *self, const char *id)
{
  id = (dl_family_has_feature (self->family, DL_FEATURE_PAGE, id)
            ? dl_feature_find (DL_FEATURE_PAGE, id)
            : dl_family_feature (self->family, DL_FEATURE_PAGE, 0))
           ->id;
  if (gtk_stack_get_child_by_name (self->stack, id) == NULL)
    gtk_stack_add_named (self->stack, make_page (id, self->view), id);
  gtk_stack_set_visible_child_name (self->stack, id);
  dl_choices_select (self->selector, id);
}

const char *
dl_evidence_pages_get_shown (DlEvidencePages *self)
{
  return gtk_stack_get_visible_child_name (self->stack);
}

GtkWidget *
dl_evidence_pages_get_page (DlEvidencePages *self)
{
  return gtk_stack_get_visible_child (self->stack);
}

static void
dispose (GObject *object)
{
  DlEvidencePages *self = DL_EVIDENCE_PAGES (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_evidence_pages_parent_class)->dispose (object);
}

/* The same width whatever the page, so that the map stays where it is under the pointer. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (DL_EVIDENCE_PAGES (widget)->box, orientation, for_size, minimum, natural,
                      NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum = MAX (*minimum, (int) (WIDTH * MIN (dl_text_size_scale (), 1.4)));
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (DL_EVIDENCE_PAGES (widget)->box, width, height, baseline, NULL);
}

static void
dl_evidence_pages_class_init (DlEvidencePagesClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WIDGET_CLASS (class)->measure = measure;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
}

static void
dl_evidence_pages_init (DlEvidencePages *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  guint n;

  self->family = dl_families (&n)[0];
  self->selector = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->selector), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->selector), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Page of evidence"), -1);
  g_signal_connect_swapped (self->selector, "notify::selected", G_CALLBACK (on_chosen), self);
  fill_selector (self);
  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->selector));

  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
