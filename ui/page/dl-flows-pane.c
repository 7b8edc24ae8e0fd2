#include "dl-flows-pane.h"

#include "compat.h"
#include "dl-family-room.h"
#include "dl-findings.h"
#include "dl-job.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

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
  GtkSizeGroup *columns[3]; /* names, packets, shares: as wide as the widest, for the bars */
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

/* "1,104" or "3.25": packets, which may be expected ones; free with g_free. For plural forms, a
 * whole number that is as they are. */
static char *
flow_number (double packets)
{
  return g_strdup_printf ("%'.*f",
                          is_whole (packets) || packets >= 1000 ? 0
                          : packets >= 10                       ? 1
                                                                : 2,
                          packets);
}

static gulong
flow_plural (double packets)
{
  return is_whole (packets) ? rint (packets) : 2;
}

/* "3 nodes", "3 routers"; free with g_free. */
static char *
flow_ends (DlPlaceKind kind, guint n)
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
  g_autofree char *number = flow_number (packets);
  g_autofree char *share = share_text (packets / content->total);
  g_autofree char *label = g_strdup_printf (
      /* Translators: a node, its packets and their share of all */
      g_dngettext (GETTEXT_PACKAGE, "%s: %s packet, %s", "%s: %s packets, %s",
                   flow_plural (packets)),
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

/* Data @content points at is not read later. */
static void
flow_list_show (DlFlowList *self, const DlFlowListContent *content)
{
  g_autofree char *count = flow_ends (content->kind, content->n_all);

  g_return_if_fail (content->n_ends <= DL_FLOW_LIST_ROWS);
  self->n_rows = content->n_ends;
  for (guint i = 0; i < DL_FLOW_LIST_ROWS; i++)
    {
      if (i < content->n_ends)
        show_row (self, &self->rows[i], content, i);
      gtk_widget_set_visible (self->rows[i].row, i < content->n_ends);
    }
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
list_on_explain (GtkButton *button, DlFlowList *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].explain == GTK_WIDGET (button))
      g_signal_emit (self, explain_signal, 0, self->rows[i].place.a);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
list_dispose (GObject *object)
{
  DlFlowList *self = DL_FLOW_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  self->n_rows = 0;
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    g_clear_object (&self->columns[i]);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_flow_list_parent_class)->dispose (object);
}

static void
dl_flow_list_class_init (DlFlowListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = list_dispose;
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
      g_signal_connect (row->explain, "clicked", G_CALLBACK (list_on_explain), self);
      gtk_box_append (GTK_BOX (box), row->explain);
    }
  gtk_size_group_add_widget (self->columns[0], row->name);
  gtk_size_group_add_widget (self->columns[1], row->packets);
  gtk_size_group_add_widget (self->columns[2], row->share);
  gtk_widget_add_css_class (box, "dl-flow");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_widget_set_visible (row->row, FALSE);
  gtk_list_box_append (self->list, row->row);
}

static void
dl_flow_list_init (DlFlowList *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
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

/* @title is translated; @explains: rows have a button for "explain". A row that is activated
 * selects its place in @view. */
static GtkWidget *
flow_list_new (DlView *view, const char *title, gboolean explains)
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

/* Sources that the summary adds up. */
#define SUMMARY_SOURCES 10

/* How long the lists of the link before stay as they are, in milliseconds. */
#define COUNTING_MS 150

enum
{
  SOURCES,
  DESTINATIONS,
  N_LISTS
};

/* Reason for this link. */
typedef enum
{
  BY_POINTER,
  BY_SELECTION,
  BY_LOAD
} Why;

/* The packets of one link of one result; immutable. */
typedef struct
{
  DlEvaluation *result;
  DlLinkFlows *flows;
  guint n_all[N_LISTS];
  guint n_top[N_LISTS];
  guint32 top[N_LISTS][DL_FLOW_LIST_ROWS];
} Flows;

struct _DlFlowsPane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlJob *job;
  Flows *shown;          /* nullable */
  DlEvaluation *asked;   /* the result being counted, or counted last */
  guint asked_link;      /* of it */
  guint chosen;          /* the link that was selected last, as long as something is */
  DlEvaluation *busiest; /* the result whose busiest link is known */
  guint busiest_link;
  guint counting_timeout;

  GtkLabel *title;
  GtkLabel *why;
  GtkLabel *figures;
  GtkLabel *basis; /* basis of the figures */
  GtkLabel *summary;
  GtkWidget *lists_box;
  DlFlowList *lists[N_LISTS];
};

G_DEFINE_FINAL_TYPE (DlFlowsPane, dl_flows_pane, DL_TYPE_PANE)

/* Counting --------------------------------------------------------------------------------------
 */

static void
flows_free (Flows *flows)
{
  dl_evaluation_unref (flows->result);
  dl_link_flows_free (flows->flows);
  g_free (flows);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Flows, flows_free)

typedef struct
{
  DlEvaluation *result;
  guint link;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  dl_evaluation_unref (question->result);
  g_free (question);
}

static void
rank (Flows *flows, guint list, const double *counts)
{
  for (guint end = 0; end < flows->flows->n_ends; end++)
    flows->n_all[list] += counts[end] > 0;
  flows->n_top[list]
      = dl_link_flows_top (flows->flows, counts, DL_FLOW_LIST_ROWS, flows->top[list]);
}

static gpointer
count (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const Question *question = data;
  const DlEvaluation *result = question->result;
  g_autoptr (Flows) flows = g_new0 (Flows, 1);

  flows->result = dl_evaluation_ref (question->result);
  flows->flows = result->scenario->family->flows (result->scenario, result->analysis_of_family,
                                                  question->link, cancellable);
  if (flows->flows == NULL)
    return NULL;
  rank (flows, SOURCES, flows->flows->by_source);
  rank (flows, DESTINATIONS, flows->flows->by_dest);
  return g_steal_pointer (&flows);
}

/* Display -------------------------------------------------------------------------------------- */

static char *
packets_text (double packets)
{
  g_autofree char *number = flow_number (packets);

  return g_strdup_printf (
      /* Translators: a number of packets, which may be a fraction */
      g_dngettext (GETTEXT_PACKAGE, "%s packet", "%s packets", flow_plural (packets)), number);
}

static char *
summary_text (const Flows *flows)
{
  const DlLinkState state = flows->result->net.graph->link_state[flows->flows->link];
  double of_top = 0;

  if (state == DL_LINK_ABSENT)
    return g_strdup (_ ("There is no link: it is the edge of the mesh."));
  if (state == DL_LINK_BROKEN)
    return g_strdup (_ ("The link is broken: nothing passes it."));
  if (flows->flows->packets == 0)
    return g_strdup (_ ("No packet of this traffic passes the link."));

  g_autofree char *packets = packets_text (flows->flows->packets);
  g_autofree char *from = flow_ends (flows->flows->ends, flows->n_all[SOURCES]);
  g_autofree char *to = flow_ends (flows->flows->ends, flows->n_all[DESTINATIONS]);

  if (flows->n_all[SOURCES] <= SUMMARY_SOURCES)
    /* Translators: "8 packets from 2 nodes to 4 nodes." */
    return g_strdup_printf (_ ("%s from %s to %s."), packets, from, to);
  for (guint i = 0; i < SUMMARY_SOURCES; i++)
    of_top += flows->flows->by_source[flows->top[SOURCES][i]];
  /* Translators: "1,104 packets from 132 nodes to 96 nodes; the top ten sources send 34 %." */
  return g_strdup_printf (_ ("%s from %s to %s; the top ten sources send %.0f%%."), packets, from,
                          to, 100.0 * of_top / flows->flows->packets);
}

static void
show_flows (DlFlowsPane *self)
{
  const Flows *flows = self->shown;
  const double *const counts[N_LISTS] = { flows->flows->by_source, flows->flows->by_dest };
  g_autofree char *summary = summary_text (flows);

  gtk_label_set_text (self->summary, summary);
  for (guint list = 0; list < N_LISTS; list++)
    {
      const DlFlowListContent content = {
        .result = flows->result,
        .kind = flows->flows->ends,
        .ends = flows->top[list],
        .n_ends = flows->n_top[list],
        .n_all = flows->n_all[list],
        .counts = counts[list],
        .total = flows->flows->packets,
      };
      flow_list_show (self->lists[list], &content);
    }
  gtk_widget_set_visible (self->lists_box, flows->flows->packets > 0);
}

static double
load_of (const DlEvaluation *result, guint link)
{
  double load = 0;

  for (guint vc = 0; vc < result->net.n_vcs; vc++)
    load += result->findings.vc_load[result->net.n_vcs * link + vc];
  return load;
}

static gboolean
has_balance (const DlEvaluation *result)
{
  return result->net.n_vcs == 2 && result->scenario->family->classes->balance_title != NULL;
}

/* "Load 1,104 · VC0 600 · VC1 504"; where two virtual channels are to be alike, with how much they
 * are. */
static char *
figures_text (const DlEvaluation *result, guint link)
{
  const guint n_vcs = result->net.n_vcs;
  const double *vc = &result->findings.vc_load[n_vcs * link];
  g_autofree char *load = NULL;
  GString *text;

  if (has_balance (result))
    return g_strdup_printf (_ ("Load %'.0f\u00a0· VC0\u00a0%'.0f\u00a0· VC1\u00a0%'.0f · "
                               "VC\u00a0balance\u00a0%.4f"),
                            vc[0] + vc[1], vc[0], vc[1], dl_vc_balance (vc[0], vc[1]));
  load = flow_number (load_of (result, link));
  text = g_string_new (NULL);
  /* Translators: the packets that pass a link */
  g_string_append_printf (text, _ ("Load %s"), load);
  for (guint i = 0; i < n_vcs; i++)
    {
      g_autofree char *packets = flow_number (vc[i]);

      g_string_append_printf (text, " · VC%u\u00a0%s", i, packets);
    }
  return g_string_free (text, FALSE);
}

/* The link's name and load, which the result knows: at once. */
static void
show_link (DlFlowsPane *self, const DlEvaluation *result, guint link)
{
  const DlFamily *family = result->scenario->family;
  const gconstpointer shape = result->net.shape;
  g_autofree char *title = family->name (shape, dl_place_link (link), DL_NAME_PEOPLE);
  g_autofree char *figures = load_of (result, link) > 0 ? figures_text (result, link) : NULL;
  g_autofree char *basis = NULL;

  const guint far = result->net.graph->link_to[link];

  if (result->net.graph->link_state[link] != DL_LINK_ABSENT && far != DL_NO_NODE)
    {
      g_autofree char *to = family->name (shape, dl_place_router (far), DL_NAME_PEOPLE);

      if (strstr (title, to) == NULL) /* some links are called by both their ends */
        {
          g_autofree char *from = g_steal_pointer (&title);

          title = g_strdup_printf (_ ("%s → %s"), from, to);
        }
    }
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->figures, figures != NULL ? figures : "");
  gtk_widget_set_visible (GTK_WIDGET (self->figures), figures != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->figures),
                               has_balance (result)
                                   ? _ ("Packets that pass the link, on each virtual channel, and "
                                        "|VC0 − VC1| / (VC0 + VC1) (VC paper 4)")
                                   : NULL);
  if (figures != NULL && result->findings.basis != NULL)
    basis = g_strdup_printf (_ ("Loads are %s."), result->findings.basis);
  dl_pane_show_text (self->basis, basis);
}

static void
show_why (DlFlowsPane *self, Why why)
{
  static const char *const texts[] = {
    N_ ("Under the pointer: a click keeps it here."),
    N_ ("The selected link."),
    N_ ("The busiest link: point at another, or select one."),
  };

  gtk_label_set_text (self->why, _ (texts[why]));
}

static gboolean
on_counting (gpointer user_data)
{
  DlFlowsPane *self = user_data;

  self->counting_timeout = 0;
  gtk_label_set_text (self->summary, _ ("Counting…"));
  gtk_widget_set_sensitive (self->lists_box, FALSE);
  return G_SOURCE_REMOVE;
}

static void
on_counted (gpointer result, gpointer user_data)
{
  DlFlowsPane *self = user_data;

  g_clear_handle_id (&self->counting_timeout, g_source_remove);
  g_clear_pointer (&self->shown, flows_free);
  self->shown = result;
  gtk_widget_set_sensitive (self->lists_box, TRUE);
  show_flows (self);
}

/* Which link ------------------------------------------------------------------------------------
 */

static guint
busiest_link (DlFlowsPane *self, DlEvaluation *result)
{
  double most = -1;

  if (self->busiest == result)
    return self->busiest_link;
  g_clear_pointer (&self->busiest, dl_evaluation_unref);
  self->busiest = dl_evaluation_ref (result);
  self->busiest_link = DL_NO_LINK;
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] == DL_LINK_UP && load_of (result, link) > most)
      {
        most = load_of (result, link);
        self->busiest_link = link;
      }
  return self->busiest_link;
}

static guint
link_now (DlFlowsPane *self, DlEvaluation *result, Why *why)
{
  const guint hovered = dl_view_get_hovered_link (self->view);

  *why = hovered != DL_NO_LINK ? BY_POINTER : self->chosen != DL_NO_LINK ? BY_SELECTION : BY_LOAD;
  switch (*why)
    {
    case BY_POINTER:
      return hovered;
    case BY_SELECTION:
      return self->chosen;
    default:
      return busiest_link (self, result);
    }
}

static void
ask (DlFlowsPane *self, DlEvaluation *result, guint link)
{
  Question *question = g_new (Question, 1);

  *question = (Question) { dl_evaluation_ref (result), link };
  g_clear_pointer (&self->asked, dl_evaluation_unref);
  self->asked = dl_evaluation_ref (result);
  self->asked_link = link;
  if (self->counting_timeout == 0)
    self->counting_timeout = g_timeout_add (COUNTING_MS, on_counting, self);
  dl_job_start (self->job, count, question, question_free, (GDestroyNotify) flows_free, on_counted,
                self);
}

/* The current link and result, while the page is visible. */
static void
follow (DlFlowsPane *self)
{
  DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  guint link;
  Why why;

  if (result == NULL || result->scenario->family->flows == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  link = link_now (self, result, &why);
  if (link == DL_NO_LINK)
    {
      gtk_label_set_text (self->title, _ ("No links"));
      gtk_label_set_text (self->why, _ ("The network has no working link."));
      gtk_label_set_text (self->summary, "");
      gtk_widget_set_visible (GTK_WIDGET (self->figures), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->basis), FALSE);
      gtk_widget_set_visible (self->lists_box, FALSE);
      dl_job_cancel (self->job);
      g_clear_handle_id (&self->counting_timeout, g_source_remove);
      g_clear_pointer (&self->shown, flows_free);
      g_clear_pointer (&self->asked, dl_evaluation_unref);
      return;
    }
  show_why (self, why);
  if (self->asked == result && self->asked_link == link)
    return;
  show_link (self, result, link);
  ask (self, result, link);
}

/* A node or router that is selected, by its row for one, leaves the link that was there. */
static void
on_selection (DlFlowsPane *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  if (place.kind != DL_PLACE_NODE && place.kind != DL_PLACE_ROUTER)
    self->chosen = dl_place_number (place, DL_PLACE_LINK);
  else if (self->chosen == DL_NO_LINK && self->shown != NULL)
    self->chosen = self->shown->flows->link;
  follow (self);
}

static void
on_explain (DlFlowList *list, guint source, DlFlowsPane *self)
{
  const Flows *flows = self->shown;
  guint from, to, which;

  if (flows != NULL
      && flows->result->scenario->family->flow_route (flows->result->scenario,
                                                      flows->result->analysis_of_family,
                                                      flows->flows, source, &from, &to, &which))
    dl_view_show_route (self->view, from, to, which);
}

guint
dl_flows_pane_get_link (DlFlowsPane *self)
{
  return self->shown != NULL && !dl_job_is_running (self->job) ? self->shown->flows->link
                                                               : DL_NO_LINK;
}

const char *
dl_flows_pane_get_summary (DlFlowsPane *self)
{
  return gtk_label_get_text (self->summary);
}

DlFlowList *
dl_flows_pane_get_sources (DlFlowsPane *self)
{
  return self->lists[SOURCES];
}

DlFlowList *
dl_flows_pane_get_destinations (DlFlowsPane *self)
{
  return self->lists[DESTINATIONS];
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlFlowsPane *self = DL_FLOWS_PANE (object);

  dl_job_cancel (self->job);
  g_clear_handle_id (&self->counting_timeout, g_source_remove);
  g_clear_pointer (&self->shown, flows_free);
  g_clear_pointer (&self->asked, dl_evaluation_unref);
  g_clear_pointer (&self->busiest, dl_evaluation_unref);
  G_OBJECT_CLASS (dl_flows_pane_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_clear_object (&DL_FLOWS_PANE (object)->job);
  G_OBJECT_CLASS (dl_flows_pane_parent_class)->finalize (object);
}

static void
dl_flows_pane_class_init (DlFlowsPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_flows_pane_init (DlFlowsPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->job = dl_job_new ();
  self->chosen = DL_NO_LINK;
  self->title = dl_pane_add_label (box, "dl-headline", TRUE);
  self->why = dl_pane_add_label (box, "dl-description", TRUE);
  self->figures = dl_pane_add_label (box, NULL, TRUE);
  self->basis = dl_pane_add_label (box, "dl-description", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->basis), FALSE);
  self->summary = dl_pane_add_label (box, NULL, TRUE);
  self->lists_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  gtk_widget_set_margin_top (self->lists_box, 6);
  gtk_widget_set_visible (self->lists_box, FALSE);
  gtk_box_append (GTK_BOX (box), self->lists_box);
  gtk_widget_add_css_class (box, "dl-evidence");
  gtk_widget_add_css_class (box, "dl-number");
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

static GtkWidget *
create (DlView *view)
{
  static const char *const titles[N_LISTS] = { N_ ("Sources"), N_ ("Destinations") };
  static const char *const tips[N_LISTS] = {
    N_ ("Where the packets that pass the link come from, and how many of them. Activate a row "
        "to select its place in the map."),
    N_ ("Where the packets that pass the link go, and how many of them. Activate a row to "
        "select its place in the map.")
  };
  DlFlowsPane *self = dl_pane_new (DL_TYPE_FLOWS_PANE, view, _ ("Flows"));

  self->view = view;
  for (guint list = 0; list < N_LISTS; list++)
    {
      GtkWidget *widget = flow_list_new (view, _ (titles[list]), list == SOURCES);
      gtk_widget_set_tooltip_text (widget, _ (tips[list]));
      gtk_box_append (GTK_BOX (self->lists_box), widget);
      self->lists[list] = DL_FLOW_LIST (widget);
    }
  g_signal_connect_object (self->lists[SOURCES], "explain", G_CALLBACK (on_explain), self, 0);
  g_signal_connect_object (view, "notify::hovered", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  self->chosen = dl_view_get_selected_link (view);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_flows = {
  .id = "flows",
  .create = create,
  .title = N_ ("Flows"),
  .description = N_ ("The flows over a link, by source and destination"),
  .topic = "evidence#flows",
  .key = '5',
};
