/* What is wrong with a text file, all of it and not only the first thing: for those who write such
 * files by hand. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* So many are kept; whoever has more begins with these. */
#define DL_PROBLEMS_MAX 20

typedef struct
{
  char *file_name;
  GPtrArray *messages; /* char *: "FILE:LINE: what is wrong (what would be right)", one line each */
  guint n;             /* all that there were */
} DlProblems;

DlProblems *dl_problems_new (const char *file_name);
void dl_problems_free (DlProblems *problems);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlProblems, dl_problems_free)

/* One more, of @line; 0: of the file. @problems NULL: nobody wants to know. */
void dl_problems_add (DlProblems *problems, guint line, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The message of @error, which is freed. */
void dl_problems_add_error (DlProblems *problems, guint line, GError *error);

G_END_DECLS
