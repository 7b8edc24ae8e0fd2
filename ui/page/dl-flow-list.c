#include "dl-flow-list.h"

#include "compat.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define BAR_WIDTH  30
#define BAR_HEIGHT 8

typedef struct
{
  GtkWidget *row;
  GtkWidget *name;
  GtkWidget *bar;
  GtkWidget *packets;
  GtkWidget *share;
  GtkWidget *explain; /* nullable */
  DlPlace place;
  double part; /* of what the first row has */
} Row;

struct _DlFlowList
{
  GtkWidget parent;
  DlView *view;
  gboolean explains;
  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *count;
  GtkListBox *list;
  GtkLabel *more;
  Row rows[DL_FLOW_LIST_ROWS];
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (DlFlowList, dl_flow_list, GTK_TYPE_WIDGET)

static guint explain_signal;

static void
draw_bar (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Row *row = user_data;
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (area));

  cairo_rectangle (cr, 0, 0, width, height);
  dl_color_set_alpha (cr, &theme->foreground, 0.1);
  cairo_fill (cr);
  cairo_rectangle (cr, 0, 0, MAX (row->part * width, 1), height);
  dl_color_set (cr, &theme->series[0]);
  cairo_fill (cr);
}

static char *
share_text (double share)
{
  /* Translators: a share */
  return share < 0.0995 ? g_strdup_printf (_ ("%.1f%%"), 100 * share)
                        : g_strdup_printf (_ ("%.0f%%"), 100 * share);
}

/* Sums of fractions may miss a whole number by a little. */
static gboolean
is_whole (double packets)
{
  return fabs (packets - rint (packets)) < 1e-6;
}

char *
dl_flow_number (double packets)
{
  return g_strdup_printf ("%'.*f",
                          is_whole (packets) || packets >= 1000 ? 0
                          : packets >= 10                       ? 1
                                                                : 2,
                          packets);
}

gulong
dl_flow_plural (double packets)
{
  return is_whole (packets) ? rint (packets) : 2;
}

char *
dl_flow_ends (DlPlaceKind kind, guint n)
{
  return g_strdup_printf (kind == DL_PLACE_ROUTER
                              ? g_dngettext (GETTEXT_PACKAGE, "%'u router", "%'u routers", n)
                              : g_dngettext (GETTEXT_PACKAGE, "%'u node", "%'u nodes", n),
                          n);
}

static void
show_row (DlFlowList *self, Row *row, const DlFlowListContent *content, guint i)
{
  const double packets = content->counts[content->ends[i]];
  const DlPlace place = { content->kind, content->ends[i], 0 };
  const DlEvaluation *result = content->result;
  g_autofree char *name = result->scenario->family->name (result->net.shape, place, DL_NAME_PEOPLE);
  g_autofree char *number = dl_flow_number (packets);
  g_autofree char *share = share_text (packets / content->total);
  g_autofree char *label = g_strdup_printf (
      /* Translators: a node, its packets and their share of all */
      g_dngettext (GETTEXT_PACKAGE, "%s: %s packet, %s", "%s: %s packets, %s",
                   dl_flow_plural (packets)),
      name, number, share);

  row->place = place;
  row->part = packets / content->counts[content->ends[0]];
  gtk_label_set_text (GTK_LABEL (row->name), name);
  gtk_label_set_text (GTK_LABEL (row->packets), number);
  gtk_label_set_text (GTK_LABEL (row->share), share);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  if (row->explain != NULL)
    {
      g_autofree char *tip = g_strdup_printf (_ ("Explain a route from %s over this link"), name);
      gtk_widget_set_tooltip_text (row->explain, tip);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row->explain), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      tip, -1);
    }
  gtk_widget_queue_draw (row->bar);
}

/* As wide as the widest, so that the bars are comparable. */
static void
align_columns (DlFlowList *self)
{
  glong name = 0, packets = 0, share = 0;

  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = &self->rows[i];
      name = MAX (name, dl_text_width (gtk_label_get_text (GTK_LABEL (row->name))));
      packets = MAX (packets, dl_text_width (gtk_label_get_text (GTK_LABEL (row->packets))));
      share = MAX (share, dl_text_width (gtk_label_get_text (GTK_LABEL (row->share))));
    }
  for (guint i = 0; i < self->n_rows; i++)
    {
      gtk_label_set_width_chars (GTK_LABEL (self->rows[i].name), name);
      gtk_label_set_width_chars (GTK_LABEL (self->rows[i].packets), packets);
      gtk_label_set_width_chars (GTK_LABEL (self->rows[i].share), share);
    }
}

void
dl_flow_list_show (DlFlowList *self, const DlFlowListContent *content)
{
  g_autofree char *count = dl_flow_ends (content->kind, content->n_all);

  g_return_if_fail (content->n_ends <= DL_FLOW_LIST_ROWS);
  self->n_rows = content->n_ends;
  for (guint i = 0; i < DL_FLOW_LIST_ROWS; i++)
    {
      if (i < content->n_ends)
        show_row (self, &self->rows[i], content, i);
      gtk_widget_set_visible (self->rows[i].row, i < content->n_ends);
    }
  align_columns (self);
  gtk_label_set_text (self->count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->list), content->n_ends > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->more), content->n_all > content->n_ends);
  if (content->n_all > content->n_ends)
    {
      const guint n = content->n_all - content->n_ends;
      double packets = content->total;
      for (guint i = 0; i < content->n_ends; i++)
        packets -= content->counts[content->ends[i]];
      g_autofree char *share = share_text (packets / content->total);
      g_autofree char *more = g_strdup_printf (
          /* Translators: nodes that are not listed, and their share of the packets */
          g_dngettext (GETTEXT_PACKAGE, "and %'u more with %s", "and %'u more with %s", n), n,
          share);
      gtk_label_set_text (self->more, more);
    }
}

char *
dl_flow_list_describe (DlFlowList *self, guint i)
{
  if (i >= self->n_rows)
    return NULL;
  return g_strdup_printf ("%s | %s | %s", gtk_label_get_text (GTK_LABEL (self->rows[i].name)),
                          gtk_label_get_text (GTK_LABEL (self->rows[i].packets)),
                          gtk_label_get_text (GTK_LABEL (self->rows[i].share)));
}

const char *
dl_flow_list_get_more (DlFlowList *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->more)) ? gtk_label_get_text (self->more) : NULL;
}

void
dl_flow_list_activate (DlFlowList *self, guint i)
{
  g_return_if_fail (i < self->n_rows);
  dl_view_select (self->view, self->rows[i].place);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, DlFlowList *self)
{
  dl_flow_list_activate (self, gtk_list_box_row_get_index (row));
}

static void
on_explain (GtkButton *button, DlFlowList *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].explain == GTK_WIDGET (button))
      g_signal_emit (self, explain_signal, 0, self->rows[i].place.a);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlFlowList *self = DL_FLOW_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  self->n_rows = 0;
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_flow_list_parent_class)->dispose (object);
}

static void
dl_flow_list_class_init (DlFlowListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  explain_signal = g_signal_new ("explain", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static GtkWidget *
add_label (GtkWidget *box, float xalign, const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE_FILL);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_row (DlFlowList *self, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  row->row = gtk_list_box_row_new ();
  row->name = add_label (box, 0, NULL);
  row->bar = g_object_new (
      GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "content-width",
      BAR_WIDTH, "content-height", BAR_HEIGHT, "hexpand", TRUE, "valign", GTK_ALIGN_CENTER, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (row->bar), draw_bar, row, NULL);
  gtk_box_append (GTK_BOX (box), row->bar);
  row->packets = add_label (box, 1, NULL);
  row->share = add_label (box, 1, "dl-description");
  if (self->explains)
    {
      row->explain = gtk_button_new_from_icon_name ("go-next-symbolic");
      gtk_widget_add_css_class (row->explain, "dl-row-button");
      gtk_widget_set_valign (row->explain, GTK_ALIGN_CENTER);
      g_signal_connect (row->explain, "clicked", G_CALLBACK (on_explain), self);
      gtk_box_append (GTK_BOX (box), row->explain);
    }
  gtk_widget_add_css_class (box, "dl-flow");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_widget_set_visible (row->row, FALSE);
  gtk_list_box_append (self->list, row->row);
}

static void
dl_flow_list_init (DlFlowList *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->title = GTK_LABEL (add_label (head, 0, "dl-group-title"));
  self->count = GTK_LABEL (add_label (head, 1, "dl-description"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->count), TRUE);
  gtk_box_append (GTK_BOX (self->box), head);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dl-card");
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dl-rows");
  gtk_widget_set_overflow (GTK_WIDGET (self->list), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_activated), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  self->more = GTK_LABEL (add_label (self->box, 0, "dl-description"));
  gtk_widget_add_css_class (self->box, "dl-number");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
dl_flow_list_new (DlView *view, const char *title, gboolean explains)
{
  DlFlowList *self = g_object_new (DL_TYPE_FLOW_LIST, NULL);

  self->view = g_object_ref (view);
  self->explains = explains;
  gtk_label_set_text (self->title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  for (guint i = 0; i < DL_FLOW_LIST_ROWS; i++)
    add_row (self, &self->rows[i]);
  return GTK_WIDGET (self);
}
