/* Parts of the window for networks of one family alone: a row, in the family's own folder. Their
 * table is ui/families/dl-family-rooms.c. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-shell.h"

G_BEGIN_DECLS

typedef struct _DlVerdictBanner DlVerdictBanner; /* dl-verdict-pane.h */

/* Groups of pages: the headings of their menu, in this order. */
typedef enum
{
  DL_PAGE_NETWORK,
  DL_PAGE_SIMULATION,
  DL_PAGE_SEARCH,
  DL_PAGE_MEASURED,
  DL_N_PAGE_GROUPS
} DlPageGroup;

/* A view or a page: how it is made, and all that the window says of it. */
typedef struct
{
  const char *id; /* of dl_features */
  GtkWidget *(*create) (DlView *view);
  const char *title;       /* in menus, of a view with its mnemonic; translatable */
  const char *description; /* one line, translatable */
  const char *topic;       /* its place in the manual */
  char key; /* the digit of its key, the same in all families; 0: by its place, if that is free */

  /* Pages only. */
  DlPageGroup group;
  gboolean own;      /* it shows a run or search of its own, not the result */
  gboolean is_table; /* it can take the map's place, for its columns */

  /* Views only. */
  const char *figure;         /* which one shows the same; NULL: that of the first view */
  const char *label;          /* of its button, translatable */
  const char *hint;           /* hint where nothing is chosen; translatable, at most 65 characters
                                 in each language */
  const char *simulated_hint; /* likewise, once there is a simulation; NULL: the same */
  gboolean is_map;            /* with a legend and a metric */
} DlMaker;

/* A widget that some views have beside them. */
typedef struct
{
  GtkWidget *(*create) (DlView *view);
  gboolean (*is_of) (DlView *view, const char *id); /* the view @id, as the network is now */
  gboolean cuts; /* it stands with what cuts maps open, not with the buttons of the views */
} DlViewTool;

/* A router from inside, as only its model is. */
typedef struct
{
  const DlRouterModel *model;
  GtkWidget *(*create) (DlView *view);
  DlInsideLook (*get_look) (GtkWidget *inside); /* which output or grant is explained */
} DlRouterMaker;

typedef struct
{
  const DlFamily *family;
  const DlMaker *views, *pages; /* the last without an id; nullable */
  const DlViewTool *tools;      /* the last without create; nullable */
  const DlRouterMaker *router;  /* of its own model; nullable */
  /* The configuration; NULL: a row for each key. */
  GtkWidget *(*panel) (DlView *view);
  /* (both nullable) Its actions. @banner states problems of routes, and offers some of them. And an
   * edit's @effect is known: TRUE if an action made the edit and tells its effect itself. */
  void (*add_actions) (DlShell *shell, DlVerdictBanner *banner);
  gboolean (*announce) (DlShell *shell, const char *effect);
} DlFamilyRoom;

G_END_DECLS
