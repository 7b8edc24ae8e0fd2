/* Everywhere that the box goes, as rows that are found by typed text: made of the tables that the
 * program has of its places, pages, keys and so on. Without a display. */
#pragma once

#include "dl-family.h"
#include "dl-shell.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* In the order of rows that are found equally well. */
typedef enum
{
  DL_GOTO_PLACE, /* of the open network */
  DL_GOTO_PAGE,
  DL_GOTO_VIEW,
  DL_GOTO_COLOR,   /* a metric that colors maps */
  DL_GOTO_SETTING, /* a key of the scenario, in the configuration */
  DL_GOTO_PRESET,
  DL_GOTO_SCENARIO, /* of the library */
  DL_GOTO_ACTION,
  DL_GOTO_LESSON,
  DL_GOTO_HELP, /* a part of the manual */
  DL_N_GOTO_KINDS
} DlGotoKind;

typedef struct
{
  DlGotoKind kind;
  char *title;
  char *detail;                       /* a line about it; empty: none */
  char *action;                       /* that goes there: a detailed name, "win.show-view::ring" */
  char *keys;                         /* that do the same, as people call them; NULL: none */
  gboolean possible;                  /* is the action, at the moment? TRUE at first */
  char *folded_title, *folded_detail; /* dl_match_fold */
} DlGotoRow;

/* "Page", translated. */
const char *dl_goto_kind_title (DlGotoKind kind);

/* @action with @target (nullable, taken if floating), as rows have it. Free with g_free. */
char *dl_goto_action (const char *action, GVariant *target);

/* @action is taken. Free with dl_goto_row_free. */
DlGotoRow *dl_goto_row_new (DlGotoKind kind, const char *title, const char *detail, char *action);
void dl_goto_row_free (DlGotoRow *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlGotoRow, dl_goto_row_free)

/* Arrays of DlGotoRow that own their rows. Each function adds what its table has. */
GPtrArray *dl_goto_rows_new (void);
/* @action is taken. */
DlGotoRow *dl_goto_add (GPtrArray *rows, DlGotoKind kind, const char *title, const char *detail,
                        char *action);
void dl_goto_add_features (GPtrArray *rows, const DlFamily *family);
void dl_goto_add_colors (GPtrArray *rows, const DlFamily *family);
/* The keys of @scenario's network that @controls, a set of their names, has. */
void dl_goto_add_settings (GPtrArray *rows, const DlScenario *scenario, GHashTable *controls);
void dl_goto_add_presets (GPtrArray *rows);
/* @library: of DlLibraryItem. */
void dl_goto_add_scenarios (GPtrArray *rows, GListModel *library);
/* The actions of the window and the application in @menu and below it that no row of @rows has. */
void dl_goto_add_menu (GPtrArray *rows, GMenuModel *menu);
/* Lessons and parts of the manual, which are read for it: some 50 ms, on any thread. */
void dl_goto_add_texts (GPtrArray *rows);
/* Has one of @rows that action? */
gboolean dl_goto_has_action (const GPtrArray *rows, const char *action);

/* Rows that @text finds in the @n arrays of @rows, the best first, which borrow them; none for a
 * blank text. Free with g_ptr_array_unref. */
GPtrArray *dl_goto_find (GPtrArray *const *rows, guint n, const char *text);

/* Possible input, with places of @net (nullable) as examples: a sentence. Free with g_free. */
char *dl_goto_expected (const DlFamily *family, const DlNet *net);

/* Targets of a window, of the network and the scenario that are open. */

/* Pages, views, settings with a control in @panels, presets, and the actions of menus and keys,
 * with the keys that work around @box and whether they are possible at the moment. */
void dl_goto_collect (GPtrArray *rows, DlShell *shell, GtkStack *panels, GtkWidget *box);

G_END_DECLS
