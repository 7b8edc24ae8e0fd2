/* One key of the scenario, typed: its name, an entry, and its problem below. */
#pragma once

#include "dl-choices.h"
#include "dl-settings.h"

G_BEGIN_DECLS

/* Is a row for @scenario, one that its key suits (dl_field_suits)? */
typedef gboolean (*DlKeyScope) (const DlScenario *scenario);

typedef struct
{
  const char *key;     /* "group.key" of a number */
  const char *name;    /* translatable, with a mnemonic; NULL: the key's title and unit */
  const char *tooltip; /* translatable; NULL: the key's own */
  double step;         /* of the arrow keys; 0: none. Page Up doubles what counts by ones */
  guint width_chars;
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
  /* The reason why @text is not a value of the key in @scenario; NULL: the key's own check is
   * enough. */
  gboolean (*check) (const DlScenario *scenario, const char *text, GError **error);
  const char *placeholder; /* or NULL */
  const char *word;        /* a value that is not a number, in the words of files; translatable, or
                              NULL */
  gboolean is_bytes;       /* shown and typed with a unit (dl-bytes.h); arrow keys double it */
} DlKeyInfo;

#define DL_TYPE_KEY_ROW (dl_key_row_get_type ())
G_DECLARE_FINAL_TYPE (DlKeyRow, dl_key_row, DL, KEY_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_key_row_new (const DlKeyInfo *info);
/* A row for each of (n) @infos at the end of @card. */
void dl_key_rows_add (GtkWidget *card, const DlKeyInfo *infos, guint n);

/* One key of the scenario, chosen from a drop-down: its name and what there is to choose from.
 * The tooltip begins with its own. */

typedef struct
{
  const char *key;  /* "group.key" */
  const char *name; /* translatable, with a mnemonic */
  /* Action of a choice; NULL: set the key. */
  void (*choose) (DlSession *session, const char *id);
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
} DlChoiceInfo;

#define DL_TYPE_CHOICE_ROW (dl_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (DlChoiceRow, dl_choice_row, DL, CHOICE_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_choice_row_new (const DlChoiceInfo *info);
/* Like dl_choices_fill; the scenario's value is chosen. */
void dl_choice_row_fill (DlChoiceRow *self, const DlOption *choices, guint n);

/* Fill @row from a table of things that have an id, a title and a description. */
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

/* One whole number of the scenario that can be dragged, too: its name, a number field, and what
 * there is to say beside it. */

typedef struct
{
  const char *key;  /* "group.key" */
  const char *name; /* translatable, with a mnemonic */
  /* translatable: what it is, its range, where it is from */
  const char *tooltip;
  gint least;
  /* The most there can be, whatever the other keys are. */
  gint most;
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
  /* Number in @scenario; NULL: the key's value. */
  gint (*get) (const DlScenario *scenario);
  /* The way back: the key's value that stands for @value. Free with g_free. NULL: @value. */
  char *(*text) (const DlScenario *scenario, gint value);
  /* "of 17": free with g_free; may be NULL. */
  char *(*beside) (const DlScenario *scenario);
} DlNumberInfo;

#define DL_TYPE_NUMBER_ROW (dl_number_row_get_type ())
G_DECLARE_FINAL_TYPE (DlNumberRow, dl_number_row, DL, NUMBER_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_number_row_new (const DlNumberInfo *info);

G_END_DECLS
