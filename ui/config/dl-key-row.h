/* One key of the scenario, typed: its name, an entry, and below what is wrong with it. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

/* Which of the scenarios that its key suits (dl_field_suits) a row is for. */
typedef gboolean (*DlKeyScope) (const DlScenario *scenario);
/* Is a row of @key for @scenario? @scope: nullable, for all. */
gboolean dl_key_suits (const char *key, DlKeyScope scope, const DlScenario *scenario);

typedef struct
{
  const char *key;     /* "group.key" of a number */
  const char *name;    /* translatable, with a mnemonic; NULL: the key's title and unit */
  const char *tooltip; /* translatable; NULL: the key's own */
  double step;         /* of the arrow keys; 0: none. Page Up doubles what counts by ones */
  guint width_chars;
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
  /* Why @text is no value of the key in @scenario; NULL: what the key itself says is enough. */
  gboolean (*check) (const DlScenario *scenario, const char *text, GError **error);
  const char *placeholder; /* or NULL */
  const char *word;        /* a value that is no number, as files have it; translatable, or NULL */
} DlKeyInfo;

#define DL_TYPE_KEY_ROW (dl_key_row_get_type ())
G_DECLARE_FINAL_TYPE (DlKeyRow, dl_key_row, DL, KEY_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_key_row_new (const DlKeyInfo *info);
/* A row for each of (n) @infos at the end of @card. */
void dl_key_rows_add (GtkWidget *card, const DlKeyInfo *infos, guint n);

G_END_DECLS
