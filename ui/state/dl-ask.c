#include "dl-ask.h"

#include "dl-pane.h"
#include "dl-text-size.h"

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
