#include "dl-fault-list.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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
finalize_item (GObject *object)
{
  g_free (((DlFaultItem *) object)->fault.item);
  G_OBJECT_CLASS (dl_fault_item_parent_class)->finalize (object);
}

static void
dl_fault_item_class_init (DlFaultItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize_item;
}

static void
dl_fault_item_init (DlFaultItem *item)
{
}

static gboolean
same_fault (const DlFaultItem *a, const DlFaultItem *b)
{
  return a->fault.info == b->fault.info && strcmp (a->fault.item, b->fault.item) == 0;
}

static GPtrArray *
faults_of (const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < family->n_faults; i++)
    {
      g_autofree char *value = dl_field_get (dl_field_find_name (family->faults[i].key), scenario);
      g_auto (GStrv) texts = g_strsplit (value, ";", -1);

      for (guint j = 0; texts[j] != NULL; j++)
        if (*texts[j] != '\0')
          {
            DlFaultItem *item = g_object_new (DL_TYPE_FAULT_ITEM, NULL);

            item->fault = (DlFault) { &family->faults[i], g_strdup (texts[j]) };
            g_ptr_array_add (items, item);
          }
    }
  return items;
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
  const DlFaultInfo *info = item->fault.info;
  g_autofree char *where
      = info->label != NULL ? info->label (item->fault.item) : g_strdup (item->fault.item);
  g_autofree char *text = dl_text_with (_ (info->title), where);
  g_autofree char *tip = dl_text_with (_ (info->tooltip), where);
  g_autofree char *restore = NULL;

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
