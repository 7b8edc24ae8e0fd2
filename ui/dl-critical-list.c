#include "dl-critical-list.h"

/* A row ---------------------------------------------------------------------------------------- */

struct _DlCriticalRow
{
  GObject parent;
  DlCritical *critical;
  guint index;
};

G_DEFINE_FINAL_TYPE (DlCriticalRow, dl_critical_row, G_TYPE_OBJECT)

static void
row_finalize (GObject *object)
{
  dl_critical_unref (DL_CRITICAL_ROW (object)->critical);
  G_OBJECT_CLASS (dl_critical_row_parent_class)->finalize (object);
}

static void
dl_critical_row_class_init (DlCriticalRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = row_finalize;
}

static void
dl_critical_row_init (DlCriticalRow *self)
{
}

const DlCritical *
dl_critical_row_get_critical (DlCriticalRow *self)
{
  return self->critical;
}

const DlCriticalCable *
dl_critical_row_get_cable (DlCriticalRow *self)
{
  return &self->critical->cables[self->index];
}

/* The list ------------------------------------------------------------------------------------- */

struct _DlCriticalList
{
  GObject parent;
  DlCritical *critical; /* nullable */
};

static guint
n_rows (DlCriticalList *self)
{
  return self->critical != NULL ? self->critical->n_evaluated : 0;
}

static GType
list_item_type (GListModel *model)
{
  return DL_TYPE_CRITICAL_ROW;
}

static guint
list_n_items (GListModel *model)
{
  return n_rows (DL_CRITICAL_LIST (model));
}

static gpointer
list_item (GListModel *model, guint position)
{
  DlCriticalList *self = DL_CRITICAL_LIST (model);
  DlCriticalRow *row;

  if (position >= n_rows (self))
    return NULL;
  row = g_object_new (DL_TYPE_CRITICAL_ROW, NULL);
  row->critical = dl_critical_ref (self->critical);
  row->index = position;
  return row;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_item_type;
  iface->get_n_items = list_n_items;
  iface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlCriticalList, dl_critical_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static void
list_finalize (GObject *object)
{
  dl_critical_unref (DL_CRITICAL_LIST (object)->critical);
  G_OBJECT_CLASS (dl_critical_list_parent_class)->finalize (object);
}

static void
dl_critical_list_class_init (DlCriticalListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = list_finalize;
}

static void
dl_critical_list_init (DlCriticalList *self)
{
}

DlCriticalList *
dl_critical_list_new (void)
{
  return g_object_new (DL_TYPE_CRITICAL_LIST, NULL);
}

void
dl_critical_list_set (DlCriticalList *self, DlCritical *critical)
{
  const guint before = n_rows (self);

  if (critical == self->critical)
    return;
  dl_critical_unref (self->critical);
  self->critical = critical != NULL ? dl_critical_ref (critical) : NULL;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n_rows (self));
}

guint
dl_critical_list_find (DlCriticalList *self, guint link)
{
  const DlCriticalCable *cable
      = self->critical != NULL ? dl_critical_find (self->critical, link) : NULL;

  return cable != NULL ? cable - self->critical->cables : G_MAXUINT;
}
