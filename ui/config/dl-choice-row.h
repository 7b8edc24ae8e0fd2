/* One key of the scenario, chosen from a drop-down: its name and what there is to choose from.
 * The tooltip begins with its own. */
#pragma once

#include "dl-choices.h"
#include "dl-key-row.h"

G_BEGIN_DECLS

typedef struct
{
  const char *key;  /* "group.key" */
  const char *name; /* translatable, with a mnemonic */
  /* What choosing does; NULL: set the key. */
  void (*choose) (DlSession *session, const char *id);
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
} DlChoiceInfo;

#define DL_TYPE_CHOICE_ROW (dl_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (DlChoiceRow, dl_choice_row, DL, CHOICE_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_choice_row_new (const DlChoiceInfo *info);
/* As dl_choices_fill; what the scenario has is chosen. */
void dl_choice_row_fill (DlChoiceRow *self, const DlOption *choices, guint n);

/* From a table of things that have an id, a title and a description. */
#define DL_CHOICE_ROW_FILL(row, things, n_things)                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree DlOption *dl_choices = g_new (DlOption, n_things);                                  \
    for (guint dl_i = 0; dl_i < n_things; dl_i++)                                                  \
      dl_choices[dl_i]                                                                             \
          = (DlOption) { things[dl_i]->id, things[dl_i]->title, things[dl_i]->description };       \
    dl_choice_row_fill (row, dl_choices, n_things);                                                \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
