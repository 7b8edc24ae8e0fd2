#include "dl-faults-panel.h"

#include "dl-accessible.h"
#include "dl-break.h"
#include "dl-random-dialog.h"
#include "dl-session-edits.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Rows shown at once; more scroll. */
#define MOST_ROWS 6

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

  for (guint i = 0; i < family->n_lists; i++)
    {
      g_autofree char *value
          = dl_field_get (dl_field_find_name (family->breakables[i].key), scenario);
      g_auto (GStrv) texts = dl_value_items (value);

      for (guint j = 0; texts[j] != NULL; j++)
        {
          DlFaultItem *item = g_object_new (DL_TYPE_FAULT_ITEM, NULL);

          item->fault = (DlFault) { &family->breakables[i], g_strdup (texts[j]) };
          g_ptr_array_add (items, item);
        }
    }
  return items;
}

/* The list ------------------------------------------------------------------------------------- */

struct _DlFaultList
{
  GtkWidget parent;
  GtkWidget *scroller, *list, *menu;
  GListStore *items; /* DlFaultItem */
  GtkMultiSelection *selection;
  gboolean following; /* the rows follow a scenario, not the user */
};

enum
{
  RESTORE,
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlFaultList, dl_fault_list, GTK_TYPE_WIDGET)

/* The faults of the rows that are chosen: DlFault, which borrow their names. */
static GArray *
get_chosen (DlFaultList *self)
{
  GArray *faults = g_array_new (FALSE, FALSE, sizeof (DlFault));
  g_autoptr (GtkBitset) set
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint position;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, set, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (DlFaultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), position);
      g_array_append_val (faults, item->fault);
    }
  return faults;
}

static void
on_restore_clicked (GtkButton *button, GtkListItem *list_item)
{
  const DlFaultItem *item = gtk_list_item_get_item (list_item);

  g_signal_emit (gtk_widget_get_ancestor (GTK_WIDGET (button), DL_TYPE_FAULT_LIST),
                 signals[RESTORE], 0, &item->fault, 1);
}

static void
restore_chosen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GArray) faults = get_chosen (DL_FAULT_LIST (widget));

  if (faults->len > 0)
    g_signal_emit (widget, signals[RESTORE], 0, faults->data, faults->len);
}

/* In the words of files. */
static void
copy_chosen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GArray) faults = get_chosen (DL_FAULT_LIST (widget));
  g_autofree char *text = NULL;

  if (faults->len == 0)
    return;
  text = dl_fault_text_write (
      dl_field_find_name (g_array_index (faults, DlFault, 0).info->key)->family,
      (const DlFault *) faults->data, faults->len);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
go_there (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GArray) faults = get_chosen (DL_FAULT_LIST (widget));

  if (faults->len == 1)
    g_signal_emit (widget, signals[CHOSEN], 0, faults->data);
}

static void
on_selection (DlFaultList *self)
{
  g_autoptr (GtkBitset) set
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  const guint64 n = gtk_bitset_get_size (set);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "faults.go-there", n == 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "faults.copy", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "faults.restore", n > 0);
  if (!self->following)
    go_there (GTK_WIDGET (self), NULL, NULL);
}

/* The action that pastes is the panel's around it, which also says which key a sweep varies: that
 * is the list's name. */
static GMenuModel *
new_menu (DlFaultList *self)
{
  g_autoptr (GMenu) own = g_menu_new (), sweep = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Sweep This…"), NULL);
  GMenu *menu = g_menu_new ();

  g_menu_append (own, _ ("_Go There"), "faults.go-there");
  g_menu_append (own, _ ("_Restore"), "faults.restore");
  g_menu_append (own, _ ("_Copy"), "faults.copy");
  g_menu_append (own, _ ("_Paste"), "faults.paste");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  g_menu_item_set_action_and_target (item, "win.sweep-key", "s",
                                     gtk_widget_get_name (GTK_WIDGET (self)));
  g_menu_append_item (sweep, item);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (sweep));
  return G_MENU_MODEL (menu);
}

/* The menu, at a point of the list. */
static void
open_menu (DlFaultList *self, double x, double y)
{
  g_autoptr (GMenuModel) model = new_menu (self);

  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), model);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { x, y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* The row at a point of the list; NULL: none. */
static GtkListItem *
item_at (DlFaultList *self, double x, double y)
{
  GtkWidget *under = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkListItem *item = NULL;

  for (; under != NULL && item == NULL; under = gtk_widget_get_parent (under))
    item = g_object_get_data (G_OBJECT (under), "dl-item");
  return item;
}

/* Open the menu of the chosen rows if this is one of them, else of this row. */
static void
on_secondary (DlFaultList *self, int n_press, double x, double y, GtkGesture *click)
{
  GtkListItem *item = item_at (self, x, y);

  if (item != NULL && !gtk_list_item_get_selected (item))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection),
                                     gtk_list_item_get_position (item), TRUE);
  open_menu (self, x, y);
  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
menu_by_key (GtkWidget *widget, const char *action, GVariant *parameter)
{
  open_menu (DL_FAULT_LIST (widget), gtk_widget_get_width (widget) / 2., 16);
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
  g_object_set_data (G_OBJECT (box), "dl-item", list_item);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlFaultList *self)
{
  const DlFaultItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *button = gtk_widget_get_last_child (box);
  const DlBreakable *info = item->fault.info;
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

/* Names wrap where they have no room. */
static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Height of the highest row; 0 before there are any. */
static int
row_height (DlFaultList *self, int width)
{
  int highest = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      int height;

      gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
      highest = MAX (highest, height);
    }
  return highest;
}

/* The height of its rows, at most six: whatever the size of text, more scroll. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlFaultList *self = DL_FAULT_LIST (widget);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *natural = *minimum = MIN (n, MOST_ROWS) * row_height (self, for_size);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlFaultList *self = DL_FAULT_LIST (widget);

  gtk_widget_allocate (self->scroller, width, height, baseline, NULL);
  gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
dispose (GObject *object)
{
  DlFaultList *self = DL_FAULT_LIST (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (dl_fault_list_parent_class)->dispose (object);
}

static void
dl_fault_list_class_init (DlFaultListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->get_request_mode = get_request_mode;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  signals[RESTORE] = g_signal_new ("restore", DL_TYPE_FAULT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_UINT);
  signals[CHOSEN] = g_signal_new ("chosen", DL_TYPE_FAULT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_install_action (widget_class, "faults.go-there", NULL, go_there);
  gtk_widget_class_install_action (widget_class, "faults.copy", NULL, copy_chosen);
  gtk_widget_class_install_action (widget_class, "faults.restore", NULL, restore_chosen);
  gtk_widget_class_install_action (widget_class, "faults.menu", NULL, menu_by_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "faults.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "faults.restore", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "faults.restore", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "faults.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "faults.menu",
                                       NULL);
}

static void
dl_fault_list_init (DlFaultList *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->items = g_list_store_new (DL_TYPE_FAULT_ITEM);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->items)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)),
                                  g_steal_pointer (&factory));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Faults"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("Choosing one goes there; Delete restores, Ctrl+C copies, Ctrl+V pastes"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  self->menu = gtk_popover_menu_new_from_model (NULL);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-faults");
  dl_focus_set_own_menu (GTK_WIDGET (self));
  on_selection (self);
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
  self->following = TRUE;
  if (head + tail < MAX (n_old, items->len))
    g_list_store_splice (self->items, head, n_old - head - tail, items->pdata + head,
                         items->len - head - tail);
  on_selection (self); /* rows that went are not chosen any more */
  self->following = FALSE;
  /* A scrolled window that may scroll is never as low as one row. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  items->len > MOST_ROWS ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  return items->len;
}

static void
break_named (DlShell *self, gboolean other)
{
  DlView *view = dl_shell_get_view (self);
  const DlPlace place = dl_view_get_named (view);

  if (place.kind != DL_PLACE_NOTHING)
    {
      dl_view_select (view, place); /* as a click breaks */
      dl_view_toggle (view, place, other);
    }
  else
    dl_shell_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                    NULL);
}

static void
break_cable (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_named (user_data, FALSE);
}

static void
break_direction (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_named (user_data, TRUE);
}

/* Router of the named place; a pair of groups has none. */
static DlPlace
named_router (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);

  return dl_view_router_at (view, dl_view_get_named (view));
}

static void
break_node (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_view_toggle (dl_shell_get_view (user_data), named_router (user_data), FALSE);
}

static void
break_random (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_random_dialog_present (user_data, dl_shell_get_session (user_data));
}

/* Select an item of a list, which the parameter names by its key. */
static void
go_to_fault (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlEvaluation *result = dl_session_get_result (dl_shell_get_session (user_data));
  const DlFamily *family = dl_shell_get_family (user_data);
  const DlBreakable *list;
  const char *key, *item;
  DlPlace place;

  if (result == NULL || result->scenario->family != family)
    return;
  g_variant_get (parameter, "(&s&s)", &key, &item);
  list = dl_break_list (family, key);
  if (list != NULL && dl_break_find (family, list, result->net.shape, item, &place))
    dl_view_select (dl_shell_get_view (user_data), place);
}

static void
restore_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_restore_all (dl_shell_get_session (user_data));
}

static void
change_break_tool (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (dl_shell_get_view (user_data), "break-tool", g_variant_get_boolean (state), NULL);
}

/* Enable the actions that apply to the named place. */
static void
on_named (DlShell *self)
{
  dl_shell_set_enabled (self, "break-node", named_router (self).kind != DL_PLACE_NOTHING);
}

static void
update (DlShell *self)
{
  g_autoptr (GPtrArray) restore
      = dl_edits_restore_all (dl_session_get_scenario (dl_shell_get_session (self)));

  on_named (self);
  dl_shell_set_enabled (self, "restore-all", restore->len > 0);
}

void
dl_fault_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "break", .activate = break_cable },
    { .name = "break-direction", .activate = break_direction },
    { .name = "break-node", .activate = break_node },
    { .name = "break-random", .activate = break_random },
    { .name = "go-to-fault", .activate = go_to_fault, .parameter_type = "(ss)" },
    { .name = "restore-all", .activate = restore_all },
    { .name = "break-tool", .state = "false", .change_state = change_break_tool },
  };
  DlSession *session = dl_shell_get_session (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_shell_get_view (shell), "notify::selection", G_CALLBACK (on_named),
                           shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_shell_get_view (shell), "notify::hovered", G_CALLBACK (on_named),
                           shell, G_CONNECT_SWAPPED);
  update (shell);
}

struct _DlFaultsPanel
{
  DlSettings parent;
  GtkWidget *card, *none, *counts, *list, *problem, *compare;
};

G_DEFINE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL_TYPE_SETTINGS)

/* Problems told of names not understood: as many as there is room for. */
#define MOST_PROBLEMS 4

static void
on_restore (DlFaultsPanel *self, const DlFault *faults, guint n)
{
  dl_session_restore_faults (dl_settings_get_session (DL_SETTINGS (self)), faults, n);
}

static void
on_chosen (DlFaultsPanel *self, const DlFault *fault)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-fault", "(ss)", fault->info->key,
                              fault->item);
}

/* Pasting -------------------------------------------------------------------------------------- */

static void
show_problem (DlFaultsPanel *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->problem), text != NULL ? text : "");
  gtk_widget_set_visible (self->problem, text != NULL);
}

/* NULL: all of it was understood. */
static char *
problem_text (const DlFaultText *read)
{
  GString *text = g_string_new (NULL);
  const guint n = MIN (read->n_problems, MOST_PROBLEMS);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            (const char *) read->problems->pdata[i]);
  if (read->n_problems > n)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "\n%'u more name is not understood.",
                                         "\n%'u more names are not understood.",
                                         read->n_problems - n),
                            read->n_problems - n);
  if (read->n_problems == 0 && read->n_broken == 0)
    g_string_append (text, read->n_already > 0
                               ? _ ("All of these are broken already.")
                               : _ ("The clipboard does not name any cables or nodes."));
  return g_string_free (text, text->len == 0);
}

static void
on_pasted (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlFaultsPanel) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  g_autoptr (DlFaultText) read = NULL;
  g_autofree char *problem = NULL;

  if (session == NULL)
    return;
  read = dl_session_break_named (session, text != NULL ? text : "");
  problem = problem_text (read);
  show_problem (self, problem);
}

static void
paste (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_pasted,
                                 g_object_ref (widget));
}

/* Display -------------------------------------------------------------------------------------- */

/* "2 cables, 1 router" */
static char *
counts_text (const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < family->n_lists; i++)
    {
      const DlBreakable *info = &family->breakables[i];
      const guint n = dl_family_count_faults (scenario, info->key);

      if (n > 0 && info->count != NULL)
        g_ptr_array_add (parts, info->count (n));
    }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (GStrv) parts->pdata);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlFaultsPanel *self = DL_FAULTS_PANEL (settings);
  const guint n = dl_fault_list_follow (DL_FAULT_LIST (self->list), scenario);
  /* Translators: how many there are, “Faults (3)” */
  g_autofree char *title = n > 0 ? g_strdup_printf (_ ("Faults (%u)"), n) : NULL;
  g_autofree char *counts = counts_text (scenario);

  show_problem (self, NULL); /* that was another scenario */
  dl_settings_set_title (self->card, title != NULL ? title : _ ("Faults"));
  gtk_widget_set_visible (self->none, n == 0);
  gtk_label_set_label (GTK_LABEL (self->counts), counts);
  gtk_widget_set_visible (self->counts, *counts != '\0');
  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->compare, scenario->family->engine_key != NULL);
  /* The key that a sweep of faults varies. */
  gtk_widget_set_name (self->list, scenario->family->cables_key);
}

static void
dl_faults_panel_class_init (DlFaultsPanelClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  DL_SETTINGS_CLASS (class)->follow = follow;
  gtk_widget_class_install_action (widget_class, "faults.paste", NULL, paste);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "faults.paste",
                                       NULL);
}

static void
add_buttons (DlFaultsPanel *self)
{
  GtkWidget *buttons = dl_settings_add_buttons (gtk_widget_get_parent (self->card));
  GtkWidget *button = dl_settings_add_button (
      buttons, _ ("_Break at Random…"),
      _ ("Break a number of random cables, nodes or routers, as one step"));

  gtk_widget_set_hexpand (button, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.break-random");
  button = dl_settings_add_button (
      buttons, _ ("Pas_te"),
      _ ("Break what the clipboard names, as one step: a name per line, or several with commas, as "
         "in scenario files (Ctrl+V)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "faults.paste");
  button
      = dl_settings_add_button (buttons, _ ("Restore _All"), _ ("Restore all faults, as one step"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.restore-all");
  self->compare = dl_settings_add_button (
      buttons, _ ("_Compare Engines"),
      _ ("This network under each routing engine: unreachable pairs, deadlock, load and hops"));
  gtk_widget_set_hexpand (self->compare, TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->compare),
                                           "win.evidence-page::engines");
}

static void
dl_faults_panel_init (DlFaultsPanel *self)
{
  self->card = dl_settings_add_group (GTK_WIDGET (self), _ ("Faults"));
  self->none = dl_settings_add_note (self->card, _ ("Nothing is broken."));
  self->counts = dl_settings_add_note (self->card, NULL);
  self->list = g_object_new (DL_TYPE_FAULT_LIST, NULL);
  g_signal_connect_swapped (self->list, "chosen", G_CALLBACK (on_chosen), self);
  gtk_widget_set_name (self->none, "faults-none");
  g_signal_connect_swapped (self->list, "restore", G_CALLBACK (on_restore), self);
  gtk_box_append (GTK_BOX (self->card), self->list);
  self->problem = dl_settings_add_problem (self->card);
  add_buttons (self);
}

void
dl_faults_panel_add_first (DlFaultsPanel *self, GtkWidget *row)
{
  gtk_box_prepend (GTK_BOX (self->card), row);
}

GtkWidget *
dl_faults_panel_new (void)
{
  return g_object_new (DL_TYPE_FAULTS_PANEL, NULL);
}
