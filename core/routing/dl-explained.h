/* A packet's route with all that there is to say of it, of whatever family of networks: what the
 * window shows hop by hop. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DL_NO_STEP G_MAXUINT

/* Texts about a hop, translated; all but the title may be NULL. */
typedef struct
{
  char *title;   /* "X+.0": port and virtual channel */
  char *place;   /* "(3,4,5)": what it leaves */
  char *note;    /* a few quiet words */
  char *tag;     /* one that stands out */
  char *detail;  /* lines: the rules, their place in the paper, and rejected choices */
  char *problem; /* the problem, in one line */
} DlStepText;

void dl_step_text_clear (DlStepText *text);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlStepText, dl_step_text_clear)
/* Both own what they say afterwards. */
void dl_step_text_copy (const DlStepText *from, DlStepText *to);

typedef struct
{
  guint n_hops;      /* as far as it comes */
  guint32 *channels; /* (n_hops) link * VCs of the network + VC */
  DlStepText *steps; /* (n_hops) */
  guint n_routes;    /* that packets of the pair take, as far as the family counts them: @which of
                        DlFamily.explain goes round them; 0 if it does not */
  guint broken_step; /* the turn from this hop to the next is illegal; DL_NO_STEP: none is */
  gboolean good;     /* it arrives, and all its turns are legal */
  char *summary;     /* "5 hops, delivered, legal", or why it does not arrive */
  char *line;        /* "X+.0 X+.0 Y-.1", not translated; empty without a hop */
  char *text;        /* all of it, as the command line has it */
} DlExplained;

/* Room for @n_hops, all empty. Whoever shows it keeps a reference; one thread's. */
DlExplained *dl_explained_new (guint n_hops);
DlExplained *dl_explained_ref (DlExplained *explained);
void dl_explained_unref (DlExplained *explained);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlExplained, dl_explained_unref)

/* Where in the papers a rule is written, as people are told: the one place in which the names of
 * the papers are translated for the tables of rules. */

/* @section as the tables have it, "VC paper 2.2.1" or "Cascade paper 3", in the user's language; a
 * text that names no paper, and NULL, does not change. The text is kept for good: there are few. */
const char *dl_section_text (const char *section);

G_END_DECLS
