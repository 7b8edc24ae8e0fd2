#include "dl-fault-list.h"

#include "dl-dragonfly-name.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* As many as are shown at once; more scroll. */
#define MOST_ROWS   6
#define MOST_HEIGHT 208

/* Items ---------------------------------------------------------------------------------------- */

#define DL_TYPE_FAULT_ITEM (dl_fault_item_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultItem, dl_fault_item, DL, FAULT_ITEM, GObject)

struct _DlFaultItem
{
  GObject parent;
  DlFault fault;
};

G_DEFINE_FINAL_TYPE (DlFaultItem, dl_fault_item, G_TYPE_OBJECT)

static void
dl_fault_item_class_init (DlFaultItemClass *class)
{
}

static void
dl_fault_item_init (DlFaultItem *item)
{
}

static gboolean
same_fault (const DlFaultItem *a, const DlFaultItem *b)
{
  if (a->fault.kind != b->fault.kind)
    return FALSE;
  switch (a->fault.kind)
    {
    case DL_FAULT_BLUE:
      return dl_cable_at_compare (&a->fault.blue, &b->fault.blue) == 0;
    case DL_FAULT_LINK:
      return dl_dragonfly_link_at_compare (&a->fault.link, &b->fault.link) == 0;
    case DL_FAULT_ROUTER:
      return dl_router_at_compare (&a->fault.router, &b->fault.router) == 0;
    default:
      return dl_link_at_compare (&a->fault.at, &b->fault.at) == 0;
    }
}

static void
append_fault (GPtrArray *items, DlFault fault)
{
  DlFaultItem *item = g_object_new (DL_TYPE_FAULT_ITEM, NULL);

  item->fault = fault;
  g_ptr_array_add (items, item);
}

static void
append_torus (GPtrArray *items, const DlTorusSpec *torus)
{
  for (guint i = 0; i < torus->broken_cables->len; i++)
    append_fault (items, (DlFault) { DL_FAULT_CABLE,
                                     .at = g_array_index (torus->broken_cables, DlLinkAt, i) });
  for (guint i = 0; i < torus->broken_channels->len; i++)
    append_fault (items, (DlFault) { DL_FAULT_CHANNEL,
                                     .at = g_array_index (torus->broken_channels, DlLinkAt, i) });
  for (guint i = 0; i < torus->broken_nodes->len; i++)
    append_fault (
        items,
        (DlFault) { DL_FAULT_NODE, .at = { g_array_index (torus->broken_nodes, DlCoord, i), 0 } });
}

static void
append_dragonfly (GPtrArray *items, const DlDragonflySpec *spec)
{
  for (guint i = 0; i < spec->broken_cables->len; i++)
    append_fault (items, (DlFault) { DL_FAULT_BLUE,
                                     .blue = g_array_index (spec->broken_cables, DlCableAt, i) });
  for (guint i = 0; i < spec->broken_links->len; i++)
    append_fault (items, (DlFault) { DL_FAULT_LINK, .link = g_array_index (spec->broken_links,
                                                                           DlDragonflyLinkAt, i) });
  for (guint i = 0; i < spec->broken_routers->len; i++)
    append_fault (items, (DlFault) { DL_FAULT_ROUTER, .router = g_array_index (spec->broken_routers,
                                                                               DlRouterAt, i) });
}

static GPtrArray *
faults_of (const DlScenario *scenario)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    append_dragonfly (items, &dl_dragonfly_options (scenario)->spec);
  else
    append_torus (items, &dl_torus_options (scenario)->spec);
  return items;
}

/* Where it is. */
static char *
place_of (const DlFault *fault)
{
  switch (fault->kind)
    {
    case DL_FAULT_BLUE:
      return dl_cable_at_to_string (fault->blue);
    case DL_FAULT_LINK:
      return dl_dragonfly_link_at_to_string (fault->link);
    case DL_FAULT_ROUTER:
      return dl_router_at_to_string (fault->router);
    case DL_FAULT_NODE:
      return dl_node_label (fault->at.from);
    default:
      return dl_link_label (fault->at);
    }
}

/* The list ------------------------------------------------------------------------------------- */

struct _DlFaultList
{
  GtkWidget parent;
  GtkWidget *scroller;
  GListStore *items; /* DlFaultItem */
};

enum
{
  RESTORE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlFaultList, dl_fault_list, GTK_TYPE_WIDGET)

static void
on_restore_clicked (GtkButton *button, GtkListItem *list_item)
{
  const DlFaultItem *item = gtk_list_item_get_item (list_item);

  g_signal_emit (gtk_widget_get_ancestor (GTK_WIDGET (button), DL_TYPE_FAULT_LIST),
                 signals[RESTORE], 0, &item->fault);
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlFaultList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *button = gtk_button_new_with_label (_ ("Restore"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  /* Names differ at their ends: no dots there, whatever room the button's word leaves. */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_add_css_class (box, "dl-row");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  g_signal_connect (button, "clicked", G_CALLBACK (on_restore_clicked), list_item);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlFaultList *self)
{
  const DlFaultItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *button = gtk_widget_get_last_child (box);
  g_autofree char *where = place_of (&item->fault);
  g_autofree char *text = NULL;
  g_autofree char *tip = NULL;
  g_autofree char *restore = NULL;

  switch (item->fault.kind)
    {
    case DL_FAULT_CABLE:
      text = g_strdup (where);
      tip = g_strdup_printf (_ ("The cable %s is broken, in both directions"), where);
      break;
    case DL_FAULT_CHANNEL:
      /* Translators: a link that is broken in one direction only, “X+ of (3,4,5) →” */
      text = g_strdup_printf (_ ("%s →"), where);
      tip = g_strdup_printf (_ ("The link %s is broken, in this direction only"), where);
      break;
    case DL_FAULT_NODE:
      text = g_strdup_printf (_ ("Node %s"), where);
      tip = g_strdup_printf (_ ("The node %s is broken, with all its links"), where);
      break;
    case DL_FAULT_BLUE:
      text = g_strdup_printf (_ ("Cable %s"), where);
      tip = g_strdup_printf (
          _ ("Blue cable %s, two groups and which of their cables, is broken with "
             "its four links"),
          where);
      break;
    case DL_FAULT_LINK:
      text = g_strdup (where);
      tip = g_strdup_printf (_ ("The link %s is broken, in both directions"), where);
      break;
    case DL_FAULT_ROUTER:
      text = g_strdup_printf (_ ("Router %s"), where);
      tip = g_strdup_printf (_ ("The router %s is broken, with its nodes and all its links"),
                             where);
      break;
    }
  /* Translators: a button’s name for those who cannot see where it is, “Restore X+ of (3,4,5)” */
  restore = g_strdup_printf (_ ("Restore %s"), text);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (box, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, restore,
                                  -1);
}

static void
dispose (GObject *object)
{
  DlFaultList *self = DL_FAULT_LIST (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (dl_fault_list_parent_class)->dispose (object);
}

static void
dl_fault_list_class_init (DlFaultListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  signals[RESTORE] = g_signal_new ("restore", DL_TYPE_FAULT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
dl_fault_list_init (DlFaultList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkNoSelection *selection;
  GtkWidget *list;

  self->items = g_list_store_new (DL_TYPE_FAULT_ITEM);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->items)));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (selection), g_steal_pointer (&factory));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-faults");
}

/* Replaces only what differs, so that the list keeps its place. */
guint
dl_fault_list_follow (DlFaultList *self, const DlScenario *scenario)
{
  GListModel *model = G_LIST_MODEL (self->items);
  g_autoptr (GPtrArray) items = faults_of (scenario);
  const guint n_old = g_list_model_get_n_items (model);
  guint head = 0, tail = 0;

  for (; head < MIN (n_old, items->len); head++)
    {
      g_autoptr (DlFaultItem) old = g_list_model_get_item (model, head);
      if (!same_fault (old, items->pdata[head]))
        break;
    }
  for (; tail < MIN (n_old, items->len) - head; tail++)
    {
      g_autoptr (DlFaultItem) old = g_list_model_get_item (model, n_old - 1 - tail);
      if (!same_fault (old, items->pdata[items->len - 1 - tail]))
        break;
    }
  if (head + tail < MAX (n_old, items->len))
    g_list_store_splice (self->items, head, n_old - head - tail, items->pdata + head,
                         items->len - head - tail);
  /* A scrolled window that may scroll is never as low as one row, and is no higher than that where
   * nothing asks for more. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  items->len > MOST_ROWS ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              items->len > MOST_ROWS ? MOST_HEIGHT : -1);
  return items->len;
}
