/* Internals of the library's view: dl-library-view.c the list, dl-library-view.c the
 * actions on one of its rows, dl-library-details.c those on results and the whole. */
#pragma once

#include "dl-library-details.h"
#include "dl-library-row.h"
#include "dl-library-view.h"

struct _DlLibraryView
{
  GtkWidget parent;
  DlSession *session;
  DlLibrary *library; /* the session's, or NULL */
  GBinding *search_binding;
  GtkSingleSelection *selection;
  GPtrArray *rows;      /* GtkListItem that show an item */
  GHashTable *textures; /* gint64 id to GdkTexture: shown until the item's own is there */
  GHashTable *removed;  /* gint64 id: gone, but still in the list until it is read again */
  gboolean listed;
  gint64 renamed_id;
  gint64 exported_id; /* while its file is chosen */
  gint64 gone_sweep;  /* the sweep removed last, which can be restored; 0: none */
  gint64 gone_id;     /* or deleted, a scenario */
  gint64 selected_id; /* to be selected again when the list was read again */
  guint selected_position;
  gboolean relisting;
  gboolean list_focused; /* before it was read again */
  guint look_timeout;    /* while it can be seen */

  GtkWidget *content;
  GtkWidget *search;
  GtkWidget *tag_button;
  GtkLabel *tag_label;
  DlLibraryDetails *details;
  GtkWidget *problem_line;
  GtkWidget *pages;
  GtkWidget *list;
  GtkWidget *message_icon, *message_title, *message_detail;
  GtkWidget *clear_button, *retry_button;
  GtkWidget *count;
  GtkWidget *rename_popover, *rename_entry, *rename_button;
};

/* NULL if there is none in the list; the caller owns it. */
DlLibraryItem *dl_library_view_find_item (DlLibraryView *self, gint64 id);

/* Actions: results, files and disk use. */
void dl_library_view_install_result_actions (GtkWidgetClass *widget_class);
