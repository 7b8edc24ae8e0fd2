/* Faults, as text that people copy and paste: names as in files, whichever list they are of. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

/* An item of one of its family's lists of faults. */
typedef struct
{
  const DlBreakable *info; /* of its list */
  char *item;              /* as in files */
} DlFault;

/* Faults that a text names. */
typedef struct
{
  GPtrArray *edits;    /* that break what it names and still works, in one step; none if nothing */
  guint n_broken;      /* items of these edits */
  guint n_already;     /* named, and broken before, or named again */
  GPtrArray *problems; /* (at most DL_FAULT_TEXT_MAX_PROBLEMS) char, translated, one line each:
                          "Line 3: ... (expected ...)" */
  guint n_problems;    /* of them all */
} DlFaultText;

#define DL_FAULT_TEXT_MAX_PROBLEMS 100

/* Read the names in @text, which may be any bytes: set apart by the ends of lines, semicolons,
 * commas or blanks, those inside a name left aside. A name is of the first list of the family that
 * has it; "broken-channels=1,2,2:x+" says which list, and lines as a file has them are good, too.
 * What begins with # or [ says nothing. */
DlFaultText *dl_fault_text_read (const DlScenario *scenario, const char *text);
void dl_fault_text_free (DlFaultText *read);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFaultText, dl_fault_text_free)

/* A line per fault, which dl_fault_text_read takes for the same. @faults: (n) DlFault. */
char *dl_fault_text_write (const DlFamily *family, const DlFault *faults, guint n);

G_END_DECLS
