#include "dl-report-choices.h"

#include "dl-library.h"
#include "dl-pin.h"

#include <glib/gi18n-lib.h>

struct _DlReportChoices
{
  GtkBox parent;
  DlSession *session;
  DlCompare *compare; /* nullable */
  DlLive *live;       /* nullable */
  GtkWidget *open, *pinned, *compared, *lines;
  GHashTable *chosen; /* gint64: those of the library */
  GArray *order;      /* gint64: the same, as they were chosen */
};

G_DEFINE_FINAL_TYPE (DlReportChoices, dl_report_choices, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Choices -------------------------------------------------------------------------------------- */

static gboolean
is_active (GtkWidget *check)
{
  return check != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
}

static void
tell (DlReportChoices *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Rows of the comparison that are not the open scenario. */
static guint
n_compared (DlReportChoices *self)
{
  const DlComparison *compared
      = self->compare != NULL ? dl_compare_get_comparison (self->compare) : NULL;
  guint others = 0;

  for (guint i = 0; compared != NULL && i < compared->rows->len; i++)
    others += !dl_compare_is_open (self->compare, dl_comparison_row (compared, i)->id);
  return others;
}

guint
dl_report_choices_n_chosen (DlReportChoices *self)
{
  return is_active (self->open) + is_active (self->pinned)
         + (is_active (self->compared) ? n_compared (self) : 0) + self->order->len;
}

void
dl_report_choices_choose (DlReportChoices *self, gint64 id, gboolean choose)
{
  if (choose == g_hash_table_contains (self->chosen, &id))
    return;
  if (choose)
    {
      g_hash_table_add (self->chosen, g_memdup2 (&id, sizeof id));
      g_array_append_val (self->order, id);
    }
  else
    {
      g_hash_table_remove (self->chosen, &id);
      for (guint i = 0; i < self->order->len; i++)
        if (g_array_index (self->order, gint64, i) == id)
          g_array_remove_index (self->order, i);
    }
  tell (self);
}

static char *
library_name (const char *name)
{
  return g_strconcat ("library:", name, NULL);
}

/* The name of @id in the library's list; NULL if it is not there. */
static char *
name_of (DlReportChoices *self, gint64 id)
{
  GListModel *library = G_LIST_MODEL (dl_session_get_library (self->session));
  const guint n = g_list_model_get_n_items (library);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (library, i);

      if (dl_library_item_get_id (item) == id)
        return library_name (dl_library_item_get_name (item));
    }
  return NULL;
}

GStrv
dl_report_choices_names (DlReportChoices *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (is_active (self->pinned) || is_active (self->compared) || is_active (self->lines)
      || (is_active (self->open) && dl_session_get_scenario_id (self->session) == 0))
    return NULL;
  if (is_active (self->open))
    {
      g_autofree char *name = library_name (dl_session_get_scenario (self->session)->name);

      g_strv_builder_add (names, name);
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      g_autofree char *name = name_of (self, g_array_index (self->order, gint64, i));

      if (name == NULL)
        return NULL;
      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

GArray *
dl_report_choices_lines (DlReportChoices *self)
{
  guint n;
  const DlLiveLine *lines;

  if (!is_active (self->lines))
    return NULL;
  lines = dl_live_get_lines (self->live, &n);
  return n > 0 ? dl_live_lines_report (lines, n) : NULL;
}

/* Reading it ----------------------------------------------------------------------------------- */

typedef struct
{
  DlComparison *comparison;
  GArray *left; /* gint64: still to be read, the last first */
} Collection;

static void
collection_free (gpointer data)
{
  Collection *collection = data;

  dl_comparison_free (collection->comparison);
  g_array_unref (collection->left);
  g_free (collection);
}

static void read_next (GTask *task);

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Collection *collection = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autofree char *origin = NULL;
  const DlScenario *scenario;

  if (answer == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  scenario = answer->record->scenario;
  origin = library_name (scenario->name);
  dl_comparison_add (collection->comparison, scenario->name, origin, scenario);
  read_next (task);
}

static void
read_next (GTask *task)
{
  DlReportChoices *self = g_task_get_source_object (task);
  Collection *collection = g_task_get_task_data (task);
  DlLibrary *library = dl_session_get_library (self->session);
  const guint n = collection->left->len;
  gint64 id;

  if (n == 0 || library == NULL)
    {
      g_task_return_pointer (task, g_steal_pointer (&collection->comparison),
                             (GDestroyNotify) dl_comparison_free);
      return;
    }
  id = g_array_index (collection->left, gint64, n - 1);
  g_array_set_size (collection->left, n - 1);
  dl_store_call_async (dl_library_get_thread (library), DL_STORE_LOAD, (DlStoreArgs) { .id = id },
                       g_task_get_cancellable (task), on_read, g_object_ref (task));
}

static void
add_compared (DlReportChoices *self, DlComparison *comparison)
{
  const DlComparison *compared = dl_compare_get_comparison (self->compare);

  for (guint i = 0; i < compared->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (compared, i);

      if (!dl_compare_is_open (self->compare, row->id))
        dl_comparison_add (comparison, row->name, row->origin, row->scenario);
    }
}

void
dl_report_choices_collect_async (DlReportChoices *self, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Collection *collection = g_new (Collection, 1);
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  DlPin *pin = dl_session_get_pin (self->session);

  *collection = (Collection) { dl_comparison_new (), g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_task_set_task_data (task, collection, collection_free);
  if (is_active (self->open))
    {
      g_autofree char *origin
          = dl_session_get_scenario_id (self->session) != 0 ? library_name (scenario->name) : NULL;

      dl_comparison_add (collection->comparison, scenario->name, origin, scenario);
    }
  if (is_active (self->pinned) && pin != NULL)
    dl_comparison_add (collection->comparison, pin->label, NULL, pin->result->scenario);
  if (is_active (self->compared))
    add_compared (self, collection->comparison);
  for (guint i = self->order->len; i-- > 0;)
    g_array_append_val (collection->left, g_array_index (self->order, gint64, i));
  read_next (task);
}

DlComparison *
dl_report_choices_collect_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The list of the library ---------------------------------------------------------------------- */

static void
on_toggled (GtkCheckButton *check, DlReportChoices *self)
{
  GtkListItem *list_item = g_object_get_data (G_OBJECT (check), "dl-list-item");
  DlLibraryItem *item = gtk_list_item_get_item (list_item);

  if (item != NULL)
    dl_report_choices_choose (self, dl_library_item_get_id (item),
                              gtk_check_button_get_active (check));
}

static GtkWidget *
line (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, class);
  return label;
}

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlReportChoices *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (lines), line ("dl-library-name"));
  gtk_box_append (GTK_BOX (lines), line ("dl-description"));
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_item_set_child (list_item, box);
  g_object_set_data (G_OBJECT (check), "dl-list-item", list_item);
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlReportChoices *self)
{
  DlLibraryItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *check = gtk_widget_get_first_child (box);
  GtkWidget *lines = gtk_widget_get_last_child (box);
  const gint64 id = dl_library_item_get_id (item);
  const char *name = dl_library_item_get_name (item);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (lines)), name);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (lines)),
                      dl_library_item_get_summary (item));
  g_signal_handlers_block_by_func (check, on_toggled, self);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), g_hash_table_contains (self->chosen, &id));
  g_signal_handlers_unblock_by_func (check, on_toggled, self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* A click anywhere in a row. */
static void
on_activate (GtkListView *list, guint position, DlReportChoices *self)
{
  g_autoptr (DlLibraryItem) item
      = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);
  const gint64 id = dl_library_item_get_id (item);
  GtkSelectionModel *model = gtk_list_view_get_model (list);

  dl_report_choices_choose (self, id, !g_hash_table_contains (self->chosen, &id));
  /* Its row is bound again. */
  g_list_model_items_changed (G_LIST_MODEL (model), position, 1, 1);
}

/* The open scenario has a check of its own. */
static gboolean
is_other (gpointer item, gpointer user_data)
{
  DlReportChoices *self = user_data;

  return dl_library_item_get_id (item) != dl_session_get_scenario_id (self->session);
}

static void
add_library (DlReportChoices *self, DlLibrary *library)
{
  GtkWidget *search = gtk_search_entry_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkStringFilter *named
      = gtk_string_filter_new (gtk_property_expression_new (DL_TYPE_LIBRARY_ITEM, NULL, "name"));
  GtkCustomFilter *other = gtk_custom_filter_new (is_other, self, NULL);
  GtkFilterListModel *others, *found;
  GtkWidget *list;

  /* The whole list, not the one that the library's own page last searched. */
  dl_library_set_search (library, "");
  dl_library_refresh (library);
  others = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (library)), GTK_FILTER (other));
  found = gtk_filter_list_model_new (G_LIST_MODEL (others), GTK_FILTER (named));
  g_object_bind_property (search, "text", named, "search", G_BINDING_DEFAULT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search names"), -1);
  gtk_widget_set_tooltip_text (search, _ ("Part of a scenario’s name"));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind), self, 0);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (found))),
                            factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scenarios of the library"), -1);
  g_signal_connect (list, "activate", G_CALLBACK (on_activate), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_size_request (scrolled, -1, 160);
  gtk_box_append (GTK_BOX (self), search);
  gtk_box_append (GTK_BOX (self), scrolled);
}

/* The widget ----------------------------------------------------------------------------------- */

static GtkWidget *
add_check (DlReportChoices *self, const char *text, const char *tooltip, gboolean active)
{
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  gtk_widget_set_tooltip_text (check, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (tell), self);
  gtk_box_append (GTK_BOX (self), check);
  return check;
}

static void
dispose (GObject *object)
{
  DlReportChoices *self = DL_REPORT_CHOICES (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
  self->open = self->pinned = self->compared = NULL;
  g_clear_object (&self->live);
  g_clear_object (&self->compare);
  G_OBJECT_CLASS (dl_report_choices_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlReportChoices *self = DL_REPORT_CHOICES (object);

  g_clear_object (&self->session);
  g_hash_table_unref (self->chosen);
  g_array_unref (self->order);
  G_OBJECT_CLASS (dl_report_choices_parent_class)->finalize (object);
}

static void
dl_report_choices_class_init (DlReportChoicesClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[CHANGED] = g_signal_new ("changed", DL_TYPE_REPORT_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dl_report_choices_init (DlReportChoices *self)
{
  self->chosen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->order = g_array_new (FALSE, FALSE, sizeof (gint64));
}

GtkWidget *
dl_report_choices_new (DlSession *session, DlLive *live, DlCompare *compare)
{
  DlReportChoices *self
      = g_object_new (DL_TYPE_REPORT_CHOICES, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 6,
                      "margin-top", 4, NULL);
  DlLibrary *library = dl_session_get_library (session);
  const DlPin *pin = dl_session_get_pin (session);
  const char *name = dl_session_get_scenario (session)->name;
  g_autofree char *open = g_strdup_printf (_ ("Open: %s"), name);
  guint n = 0;

  self->session = g_object_ref (session);
  if (compare != NULL)
    self->compare = g_object_ref (compare);
  self->open = add_check (self, open, _ ("The current scenario of the window"), TRUE);
  if (pin != NULL)
    {
      g_autofree char *text = g_strdup_printf (_ ("Pinned as B: %s"), pin->label);

      self->pinned = add_check (self, text, _ ("The state that was pinned"), TRUE);
    }
  if (live != NULL)
    {
      self->live = g_object_ref (live);
      dl_live_get_lines (live, &n);
    }
  if (n > 1)
    {
      g_autofree char *text = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u line of the run", "%u lines of the run", n), n);

      self->lines = add_check (
          self, text, _ ("Where they left each other, and what came of each (timeline)"), TRUE);
    }
  n = n_compared (self);
  if (n > 0)
    {
      g_autofree char *text
          = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u other in the comparison",
                                          "%u others in the comparison", n),
                             n);

      self->compared = add_check (self, text, _ ("The scenarios in the window Compare"), TRUE);
    }
  if (library != NULL)
    add_library (self, library);
  return GTK_WIDGET (self);
}
