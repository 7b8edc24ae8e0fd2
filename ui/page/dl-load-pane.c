#include "dl-class-chart.h"
#include "dl-family-room.h"
#include "dl-palette.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define CHART_HEIGHT 112

/* A class of links. */
typedef struct
{
  GtkWidget *box;
  GtkWidget *chart;
  GtkWidget *busiest; /* a button that leads to its link */
} Class;

#define DL_TYPE_LOAD_PANE (dl_load_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlLoadPane, dl_load_pane, DL, LOAD_PANE, DlPane)

struct _DlLoadPane
{
  DlPane parent;
  DlEvaluation *shown; /* nullable */
  DlClassLoads loads;  /* of @shown */

  GtkLabel *headline, *basis, *axis;
  GtkWidget *limit; /* a button that leads to its link */
  Class classes[DL_MAX_LINK_CLASSES];
};

G_DEFINE_FINAL_TYPE (DlLoadPane, dl_load_pane, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

static void
draw_class (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlLoadPane *self = user_data;

  for (guint i = 0; i < DL_MAX_LINK_CLASSES && self->shown != NULL; i++)
    if (self->classes[i].chart == GTK_WIDGET (area) && self->loads.classes[i].n_links > 0)
      {
        const DlClassChart chart
            = { &self->loads, i, _ (self->shown->scenario->family->classes[i].title) };

        dl_class_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                             dl_view_theme (GTK_WIDGET (area)));
      }
}

static char *
value_text (const DlLoadPane *self, double value)
{
  return dl_metric_form_text (dl_class_chart_form (&self->loads), value);
}

static char *
link_name (const DlLoadPane *self, guint link)
{
  return self->shown->scenario->family->name (self->shown->net.shape, dl_place_link (link),
                                              DL_NAME_PEOPLE);
}

static char *
headline_text (const DlLoadPane *self)
{
  const double bound = self->shown->findings.bound_load;
  g_autofree char *most = NULL;

  if (self->loads.limit == DL_NO_LINK)
    return g_strdup (_ ("No link has traffic"));
  if (isfinite (bound))
    return g_strdup_printf (self->shown->findings.is_bound ? _ ("Saturates at load ≤ %.3f")
                                                           : _ ("Saturates at load %.3f"),
                            bound);
  most = dl_metric_form_text (DL_FORM_COUNT, self->shown->findings.peak_load);
  return g_strdup_printf (_ ("Maximum channel load: %s packets"), most);
}

/* A button to @link, which is hidden where there is none. */
static void
show_link (const DlLoadPane *self, GtkWidget *button, guint link, double value)
{
  g_autofree char *name = NULL;
  g_autofree char *size = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (button, link != DL_NO_LINK);
  if (link == DL_NO_LINK)
    return;
  name = link_name (self, link);
  size = value_text (self, value);
  text = button == self->limit
             /* Translators: the link that saturates first, and its utilization or packets */
             ? g_strdup_printf (_ ("Limited by %s, %s"), name, size)
             /* Translators: the busiest link of its class, and its utilization or packets */
             : g_strdup_printf (_ ("Busiest: %s, %s"), name, size);
  gtk_label_set_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), text);
  g_object_set_data (G_OBJECT (button), "dl-link", GUINT_TO_POINTER (link));
}

/* The numbers of a chart for assistive technology. */
static void
describe (const DlLoadPane *self, guint i)
{
  const DlClassLoad *class = &self->loads.classes[i];
  const double step = self->loads.end / DL_CLASS_LOAD_BINS;
  g_autofree char *mean = value_text (self, class->mean);
  g_autofree char *max = value_text (self, class->max);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "%'u link, mean %s, maximum %s.",
                                       "%'u links, mean %s, maximum %s.", class->n_links),
                          class->n_links, mean, max);
  for (guint bin = 0; bin < DL_CLASS_LOAD_BINS; bin++)
    if (class->bins[bin] > 0)
      {
        g_autofree char *end = value_text (self, step * (bin + 1));

        /* Translators: links whose value is at most the one that follows */
        g_string_append_printf (text, _ (" Up to %s: %'u."), end, class->bins[bin]);
      }
  if (class->n_over > 0)
    g_string_append_printf (text, _ (" Overloaded: %'u."), class->n_over);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->classes[i].chart),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (self->shown->scenario->family->classes[i].title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  g_string_free (text, TRUE);
}

static void
show_classes (DlLoadPane *self)
{
  for (guint i = 0; i < DL_MAX_LINK_CLASSES; i++)
    {
      const DlClassLoad *class = &self->loads.classes[i];
      const gboolean any = i<self->loads.n_classes &&class->n_links> 0;

      gtk_widget_set_visible (self->classes[i].box, any);
      if (!any)
        continue;
      show_link (self, self->classes[i].busiest, class->max > 0 ? class->busiest : DL_NO_LINK,
                 class->max);
      describe (self, i);
      gtk_widget_queue_draw (self->classes[i].chart);
    }
}

/* Follows the result only while the page is visible. */
static void
follow (DlLoadPane *self)
{
  DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  g_autofree char *headline = NULL;
  g_autofree char *axis = NULL;
  double most = 0;

  if (result == NULL || result == self->shown || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  self->shown = dl_evaluation_ref (result);
  dl_class_loads_init (&self->loads, result, dl_scale_nice_max);
  headline = headline_text (self);
  gtk_label_set_text (self->headline, headline);
  dl_pane_show_text (self->basis, result->findings.basis);
  for (guint i = 0; i < self->loads.n_classes; i++)
    most = fmax (most, self->loads.classes[i].max);
  show_link (self, self->limit, self->loads.limit, most);
  axis = self->loads.is_utilization ? g_strdup_printf (
             _ ("Share of links by utilization at offered load %g"), self->loads.load)
                                    : g_strdup (_ ("Share of links by packets"));
  gtk_label_set_text (self->axis, axis);
  show_classes (self);
}

static void
on_link (GtkWidget *button, DlLoadPane *self)
{
  const guint link = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "dl-link"));

  dl_view_select (dl_pane_get_view (DL_PANE (self)), dl_place_link (link));
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_LOAD_PANE (object)->shown, dl_evaluation_unref);
  G_OBJECT_CLASS (dl_load_pane_parent_class)->dispose (object);
}

static void
dl_load_pane_class_init (DlLoadPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
add_link_button (DlLoadPane *self, GtkWidget *box, const char *tooltip)
{
  GtkWidget *button = dl_pane_add_button (box, "", tooltip);
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  g_signal_connect (button, "clicked", G_CALLBACK (on_link), self);
  return button;
}

static void
dl_load_pane_init (DlLoadPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->headline = dl_pane_add_label (box, "dl-headline", TRUE);
  self->basis = dl_pane_add_label (box, "dl-description", TRUE);
  self->limit
      = add_link_button (self, box, _ ("Select the link that saturates first, in all views"));
  self->axis = dl_pane_add_label (box, "dl-group-title", TRUE);
  for (guint i = 0; i < DL_MAX_LINK_CLASSES; i++)
    {
      Class *class = &self->classes[i];

      class->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
      class->chart
          = dl_pane_add_chart (class->box, CHART_HEIGHT, draw_class, _ ("Channel load"), self);
      dl_pane_chart_grows (class->chart);
      class->busiest = add_link_button (self, class->box,
                                        _ ("Select the busiest link of this class, in all views"));
      gtk_box_append (GTK_BOX (box), class->box);
    }
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}

/* How evenly the links of each class are loaded, and the link that saturates first. */
static GtkWidget *
create (DlView *view)
{
  DlLoadPane *self = dl_pane_new (DL_TYPE_LOAD_PANE, view, _ ("Channel load"));

  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_load = {
  .id = "load",
  .create = create,
  .title = N_ ("Channel load"),
  .description = N_ ("Distribution of the channel load, and the link that limits it"),
  .topic = "evidence#load",
};
