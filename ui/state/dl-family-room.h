/* Parts of the window for networks of one family alone: a row, in the family's own folder. Their
 * table is ui/families/dl-family-rooms.c. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-shell.h"

G_BEGIN_DECLS

typedef struct _DlVerdictBanner DlVerdictBanner; /* dl-verdict-pane.h */

/* Maker of a view or a page. */
typedef struct
{
  const char *id; /* of dl_features */
  GtkWidget *(*create) (DlView *view);
  gboolean own; /* a page that shows what was run or searched for itself, not the result */
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
  /* (both nullable) Its actions. @banner says what is wrong with routes, and offers some of them.
   * And an edit's @effect is known: TRUE if an action made the edit and says itself what it did. */
  void (*add_actions) (DlShell *shell, DlVerdictBanner *banner);
  gboolean (*announce) (DlShell *shell, const char *effect);
} DlFamilyRoom;

G_END_DECLS
