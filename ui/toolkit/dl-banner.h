/* A card for states that last: the problem, and its remedies. It lies over the content. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_BANNER (dl_banner_get_type ())
G_DECLARE_FINAL_TYPE (DlBanner, dl_banner, DL, BANNER, GtkWidget)

/* Show @message; NULL hides the banner. */
void dl_banner_set_message (DlBanner *self, const char *message);
/* Show @note, which is no problem, in calm colors; NULL hides the banner. */
void dl_banner_set_note (DlBanner *self, const char *note);
/* Is it a note that is seen now? */
gboolean dl_banner_shows_note (DlBanner *self);
/* Message or note shown, or waiting; NULL. */
const char *dl_banner_get_message (DlBanner *self);
/* One at a time: @next is less urgent, and waits while this one or what this one waits for is
 * shown. The one that is shown says how many there are. Both are of one window. */
void dl_banner_set_next (DlBanner *self, DlBanner *next);
/* For what changes often: it comes and goes at once. */
void dl_banner_set_steady (DlBanner *self);
/* For a state that is not a problem. */
void dl_banner_set_calm (DlBanner *self);
/* A button that activates @action_name. The banner's. */
GtkWidget *dl_banner_add_button (DlBanner *self, const char *label, const char *action_name);
/* A button that hides the banner, for what the user may dismiss; signal closed (). */
void dl_banner_add_close (DlBanner *self);

G_END_DECLS
