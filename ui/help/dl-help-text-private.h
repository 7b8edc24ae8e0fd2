/* What dl-help-text.c and dl-help-text-fill.c share. */
#pragma once

#include "dl-help-text.h"

G_BEGIN_DECLS

#define DL_HELP_MARGIN 24 /* around the text */

typedef struct
{
  gint begin, end; /* offsets in the text */
  char *target;
} DlHelpLink;

struct _DlHelpText
{
  GtkTextView parent;
  GtkTextBuffer *text;
  GtkTextTag *link_tag, *here_tag, *found_tag;
  GArray *links;      /* DlHelpLink */
  GArray *blocks;     /* gint: the offset of each block of the page */
  gint link;          /* that the keyboard is at, or -1 */
  gint found_end;     /* of the place that was found last, or 0 */
  gint scroll_offset; /* where to scroll, or -1 */
  guint scroll_idle;
  gboolean over; /* the pointer is over a link */
};

void dl_help_text_add_tags (DlHelpText *self);
/* By the theme. */
void dl_help_text_colour_tags (DlHelpText *self);
/* @page in place of what was there, as dl_help_text_show has it. */
void dl_help_text_fill (DlHelpText *self, const DlManualPage *page, GPtrArray *keys);

G_END_DECLS
