#include "dl-shell.h"

#include "dl-appearance.h"
#include "dl-pane.h"

#define ASKING "dl-asking"
#define CHOICE "dl-choice"

/* The width of a question, in letters. */
#define WIDTH_CHARS 46

typedef struct
{
  DlAskFunc func;
  GWeakRef owner;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  g_weak_ref_clear (&asking->owner);
  g_free (asking);
}

static void
answer (GtkWindow *window, guint choice)
{
  Asking *asking = g_object_steal_data (G_OBJECT (window), ASKING);
  g_autoptr (GObject) owner = asking != NULL ? g_weak_ref_get (&asking->owner) : NULL;

  gtk_window_destroy (window);
  if (owner != NULL)
    asking->func (choice, owner);
  if (asking != NULL)
    asking_free (asking);
}

static void
on_clicked (GtkWidget *button, GtkWindow *window)
{
  answer (window, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), CHOICE)));
}

static gboolean
on_close (GtkWindow *window)
{
  answer (window, 0);
  return TRUE; /* it is gone by now */
}

static GtkWidget *
add_choice (GtkWindow *window, GtkWidget *box, const DlAskChoice *choice, guint number)
{
  GtkWidget *button = dl_pane_add_button (box, choice->label, choice->tooltip);

  g_object_set_data (G_OBJECT (button), CHOICE, GUINT_TO_POINTER (number));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_clicked), window, 0);
  return button;
}

/* The first one has the keyboard. */
static GtkWidget *
new_choices (GtkWindow *window, const DlAskChoice *choices, guint n)
{
  /* Three labels of a large text have no room beside each other. */
  GtkWidget *box = gtk_box_new (
      dl_text_size_is_large () ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_set_halign (box, GTK_ALIGN_END);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *button = add_choice (window, box, &choices[i], i);

      if (i == 0)
        {
          gtk_window_set_default_widget (window, button);
          gtk_window_set_focus (window, button);
        }
    }
  return box;
}

static void
close_on_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

static void
add_words (GtkWidget *body, const char *css_class, const char *text)
{
  GtkLabel *label = dl_pane_add_label (body, css_class, TRUE);

  gtk_label_set_text (label, text);
  gtk_label_set_max_width_chars (label, WIDTH_CHARS);
}

GtkWindow *
dl_ask (GtkWindow *parent, const char *question, const char *detail, const DlAskChoice *choices,
        guint n_choices, DlAskFunc func, gpointer owner)
{
  GtkWidget *window = g_object_new (
      GTK_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, "transient-for", parent,
      "modal", TRUE, "destroy-with-parent", TRUE, "resizable", FALSE, "title", question, NULL);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0); /* the question is said below */
  GtkWidget *handle = gtk_window_handle_new ();                 /* it is moved by its ground */
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  Asking *asking = g_new0 (Asking, 1);

  asking->func = func;
  g_weak_ref_init (&asking->owner, owner);
  g_object_set_data_full (G_OBJECT (window), ASKING, asking, asking_free);
  gtk_widget_add_css_class (window, "dl-dialog");
  gtk_widget_add_css_class (body, "dl-ask");
  gtk_accessible_update_property (GTK_ACCESSIBLE (window), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  detail, -1);
  gtk_widget_set_visible (bar, FALSE);
  gtk_window_set_titlebar (GTK_WINDOW (window), bar);
  gtk_window_handle_set_child (GTK_WINDOW_HANDLE (handle), body);
  gtk_window_set_child (GTK_WINDOW (window), handle);
  add_words (body, "dl-headline", question);
  add_words (body, NULL, detail);
  gtk_box_append (GTK_BOX (body), new_choices (GTK_WINDOW (window), choices, n_choices));
  close_on_escape (window);
  g_signal_connect (window, "close-request", G_CALLBACK (on_close), NULL);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

G_DEFINE_INTERFACE (DlShell, dl_shell, GTK_TYPE_APPLICATION_WINDOW)

static void
dl_shell_default_init (DlShellInterface *iface)
{
}

/* Display -------------------------------------------------------------------------------------- */

DlView *
dl_shell_get_view (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_view (self);
}

DlSession *
dl_shell_get_session (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);

  return view != NULL ? dl_view_get_session (view) : NULL;
}

const DlFamily *
dl_shell_get_family (DlShell *self)
{
  return dl_session_get_scenario (dl_shell_get_session (self))->family;
}

GSettings *
dl_shell_get_settings (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_settings (self);
}

GtkStack *
dl_shell_get_views (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_views (self);
}

void
dl_shell_show_view (DlShell *self, const char *id)
{
  dl_shell_change_state (self, "show-view", g_variant_new_string (id));
}

void
dl_shell_focus_view (DlShell *self)
{
  gtk_widget_child_focus (gtk_stack_get_visible_child (dl_shell_get_views (self)),
                          GTK_DIR_TAB_FORWARD);
}

const char *
dl_shell_get_page (DlShell *self)
{
  const char *id;

  DL_SHELL_GET_IFACE (self)->get_page (self, &id);
  return id;
}

GtkWidget *
dl_shell_show_page (DlShell *self, const char *id)
{
  const char *shown;

  dl_shell_change_state (self, "evidence-page", g_variant_new_string (id));
  return DL_SHELL_GET_IFACE (self)->get_page (self, &shown);
}

/* Messages ------------------------------------------------------------------------------------- */

DlToast *
dl_shell_get_toast (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_toast (self);
}

void
dl_shell_toast (DlShell *self, const char *title, const char *detail)
{
  dl_toast_show (dl_shell_get_toast (self), title, detail, NULL, NULL, NULL);
}

void
dl_shell_say (DlShell *self, const char *message)
{
  DL_SHELL_GET_IFACE (self)->say (self, message);
}

void
dl_shell_note (DlShell *self, const char *message)
{
  DL_SHELL_GET_IFACE (self)->note (self, message);
}

void
dl_shell_set_lesson (DlShell *self, const char *title)
{
  DL_SHELL_GET_IFACE (self)->set_lesson (self, title);
}

void
dl_shell_withhold (DlShell *self, gboolean withhold)
{
  DL_SHELL_GET_IFACE (self)->withhold (self, withhold);
}

void
dl_shell_open_file (DlShell *self, GFile *file)
{
  DL_SHELL_GET_IFACE (self)->open_file (self, file);
}

/* Actions ---------------------------------------------------------------------------------------
 */

static GSimpleAction *
find_action (DlShell *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

void
dl_shell_add_actions (DlShell *self, const GActionEntry *entries, guint n)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, (int) n, self);
}

void
dl_shell_set_enabled (DlShell *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (find_action (self, action), enabled);
}

GVariant *
dl_shell_get_state (DlShell *self, const char *action)
{
  return g_action_group_get_action_state (G_ACTION_GROUP (self), action);
}

void
dl_shell_change_state (DlShell *self, const char *action, GVariant *state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, state);
}

void
dl_shell_show_state (DlShell *self, const char *action, GVariant *state)
{
  g_simple_action_set_state (find_action (self, action), state);
}

/* Rooms -----------------------------------------------------------------------------------------
 */

#define ROOMS "dl-rooms"

typedef struct
{
  const char *room;
  gpointer state;
  GDestroyNotify free;
} Kept;

void
dl_shell_keep (DlShell *self, const char *room, gpointer state, GDestroyNotify free)
{
  const Kept kept = { room, state, free };
  GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  if (rooms == NULL)
    {
      rooms = g_array_new (FALSE, FALSE, sizeof kept);
      g_object_set_data_full (G_OBJECT (self), ROOMS, rooms, (GDestroyNotify) g_array_unref);
    }
  g_array_append_val (rooms, kept);
}

gpointer
dl_shell_kept (DlShell *self, const char *room)
{
  const GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  for (guint i = 0; rooms != NULL && i < rooms->len; i++)
    if (g_str_equal (g_array_index (rooms, Kept, i).room, room))
      return g_array_index (rooms, Kept, i).state;
  return NULL;
}

void
dl_shell_close (DlShell *self)
{
  GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  while (rooms != NULL && rooms->len > 0)
    {
      const Kept last = g_array_index (rooms, Kept, rooms->len - 1);

      g_array_set_size (rooms, rooms->len - 1); /* it is found no more while it goes */
      if (last.free != NULL)
        last.free (last.state);
    }
}
