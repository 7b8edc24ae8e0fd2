#include "dl-tag-box.h"

#include "dl-store-share.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlTagBox
{
  GtkWidget parent;
  GStrv tags;
  GtkWidget *flow;
  GtkWidget *add_button;
  GtkWidget *popover;
  GtkWidget *entry;
  GtkWidget *known; /* GtkListBox: tags to choose from */
};

enum
{
  CHOSEN,
  ADDED,
  REMOVED,
  ASKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlTagBox, dl_tag_box, GTK_TYPE_WIDGET)

/* Chips ---------------------------------------------------------------------------------------- */

static const char *
tag_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "dl-tag");
}

static void
on_chosen (GtkWidget *button, DlTagBox *self)
{
  g_autofree char *tag = g_strdup (tag_of (button));

  g_signal_emit (self, signals[CHOSEN], 0, tag);
}

static void
on_removed (GtkWidget *button, DlTagBox *self)
{
  g_autofree char *tag = g_strdup (tag_of (button));

  g_signal_emit (self, signals[REMOVED], 0, tag);
}

static void
add_part (GtkWidget *chip, GtkWidget *button, const char *tag, const char *tooltip,
          GCallback clicked, DlTagBox *self)
{
  g_object_set_data_full (G_OBJECT (button), "dl-tag", g_strdup (tag), g_free);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (chip), button);
}

static GtkWidget *
new_chip (DlTagBox *self, const char *tag)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (tag);
  GtkWidget *button = gtk_button_new ();
  g_autofree char *choose = g_strdup_printf (_ ("Show only scenarios with the tag “%s”"), tag);
  g_autofree char *remove = g_strdup_printf (_ ("Remove the tag “%s”"), tag);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_button_set_child (GTK_BUTTON (button), label);
  add_part (chip, button, tag, choose, G_CALLBACK (on_chosen), self);
  add_part (chip, gtk_button_new_from_icon_name ("window-close-symbolic"), tag, remove,
            G_CALLBACK (on_removed), self);
  gtk_widget_add_css_class (chip, "dl-chip");
  return chip;
}

static void
add_to_flow (DlTagBox *self, GtkWidget *widget)
{
  GtkWidget *child = gtk_flow_box_child_new ();

  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), widget);
  gtk_widget_set_focusable (child, FALSE);
  gtk_widget_set_halign (child, GTK_ALIGN_START);
  gtk_flow_box_append (GTK_FLOW_BOX (self->flow), child);
}

void
dl_tag_box_set_tags (DlTagBox *self, const char *const *tags)
{
  GtkWidget *child;

  if (self->tags != NULL && g_strv_equal ((const char *const *) self->tags, tags))
    return;
  g_strfreev (self->tags);
  self->tags = g_strdupv ((char **) tags);
  g_object_ref (self->add_button);
  while ((child = gtk_widget_get_first_child (self->flow)) != NULL)
    {
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), NULL);
      gtk_flow_box_remove (GTK_FLOW_BOX (self->flow), child);
    }
  for (guint i = 0; self->tags[i] != NULL; i++)
    add_to_flow (self, new_chip (self, self->tags[i]));
  add_to_flow (self, self->add_button);
  g_object_unref (self->add_button);
}

/* One more ------------------------------------------------------------------------------------- */

static gboolean
is_offered (GtkListBoxRow *row, gpointer user_data)
{
  DlTagBox *self = user_data;
  g_autofree char *typed = dl_store_fold (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autofree char *tag = dl_store_fold (tag_of (GTK_WIDGET (row)));

  for (guint i = 0; self->tags != NULL && self->tags[i] != NULL; i++)
    {
      g_autofree char *own = dl_store_fold (self->tags[i]);

      if (strcmp (own, tag) == 0)
        return FALSE;
    }
  return strstr (tag, g_strstrip (typed)) != NULL;
}

void
dl_tag_box_set_known (DlTagBox *self, const char *const *tags)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->known)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->known), row);
  for (guint i = 0; tags[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (tags[i]);

      row = gtk_list_box_row_new ();
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      g_object_set_data_full (G_OBJECT (row), "dl-tag", g_strdup (tags[i]), g_free);
      gtk_list_box_append (GTK_LIST_BOX (self->known), row);
    }
}

static void
add (DlTagBox *self, const char *typed)
{
  g_autofree char *tag = g_strstrip (g_strdup (typed));

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (*tag != '\0')
    g_signal_emit (self, signals[ADDED], 0, tag);
}

static void
on_typed (DlTagBox *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->known));
}

static void
on_entered (DlTagBox *self)
{
  add (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
on_row (DlTagBox *self, GtkListBoxRow *row)
{
  add (self, tag_of (GTK_WIDGET (row)));
}

static void
on_shown (DlTagBox *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (self->entry);
  g_signal_emit (self, signals[ASKED], 0);
}

static GtkWidget *
new_popover (DlTagBox *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->entry = gtk_entry_new ();
  gtk_entry_set_max_length (GTK_ENTRY (self->entry), DL_STORE_MAX_TAG_CHARS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("New tag"));
  gtk_widget_set_tooltip_text (self->entry, _ ("A word or two; Enter adds it"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("New tag"), -1);
  self->known = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->known), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->known), is_offered, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->known), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tags of other scenarios"), -1);
  gtk_widget_add_css_class (self->known, "dl-tags-known");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 200);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->known);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_typed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_entered), self);
  g_signal_connect_swapped (self->known, "row-activated", G_CALLBACK (on_row), self);
  return popover;
}

/* Widget --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_TAG_BOX (object)->flow, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_tag_box_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_strfreev (DL_TAG_BOX (object)->tags);
  G_OBJECT_CLASS (dl_tag_box_parent_class)->finalize (object);
}

static void
dl_tag_box_class_init (DlTagBoxClass *class)
{
  static const char *const of_tag[] = { [CHOSEN] = "chosen", "added", "removed" };

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < G_N_ELEMENTS (of_tag); i++)
    signals[i] = g_signal_new (of_tag[i], DL_TYPE_TAG_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ASKED] = g_signal_new ("asked", DL_TYPE_TAG_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
dl_tag_box_init (DlTagBox *self)
{
  static const char *const none[] = { NULL };

  self->flow = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->flow), 20);
  gtk_widget_add_css_class (self->flow, "dl-tags");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->flow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tags"), -1);
  gtk_widget_set_parent (self->flow, GTK_WIDGET (self));
  self->popover = new_popover (self);
  self->add_button = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->add_button), _ ("Add _tag"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->add_button), TRUE);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->add_button), FALSE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->add_button), self->popover);
  gtk_widget_set_tooltip_text (self->add_button, _ ("A word to find this and other scenarios"));
  gtk_widget_add_css_class (self->add_button, "dl-chip-add");
  dl_tag_box_set_tags (self, none);
}
