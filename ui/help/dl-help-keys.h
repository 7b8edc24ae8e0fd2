/* The keys of the program, for the manual's topic of them: they are written down nowhere else. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *group;  /* "Views" */
  const char *action; /* "win.undo"; NULL: keys without one */
  char *keys;         /* "Ctrl+1", as people call them */
  const char *title;  /* what they do */
} DlHelpKey;

/* "Ctrl+Z" of "<Control>z"; as it is what cannot be read. Free with g_free. */
char *dl_help_key_name (const char *accelerator);
/* (DlHelpKey) Group by group. Keys of actions are those of @application (nullable: they are empty
 * then). Free with g_ptr_array_unref. */
GPtrArray *dl_help_keys_new (GtkApplication *application);

G_END_DECLS
