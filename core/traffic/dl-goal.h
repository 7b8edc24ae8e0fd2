/* GOAL, the exchange format of programs of messages, as text (Hoefler, Siebert and Lumsdaine 2009;
 * read by LogGOPSim):
 *
 *   num_ranks 2
 *   rank 0 {
 *   a: calc 100
 *   b: send 1024b to 1 tag 7
 *   b requires a
 *   }
 *
 * A computation takes ns. Labels may be used before they are defined, and ranks be in any order. */
#pragma once

#include "dl-program.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define DL_GOAL_MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define DL_GOAL_MAX_RANKS (1u << 20)

/* @length -1: up to the zero byte. @file_name is for messages. Errors: DL_PROGRAM_ERROR. */
DlProgram *dl_goal_parse (const char *text, gssize length, const char *file_name, GError **error);
/* A new reference to @bytes of a file or, if it is compressed as gzip does, to its text. Errors:
 * DL_PROGRAM_ERROR_LIMIT, G_IO_ERROR. */
GByteArray *dl_goal_unpack (GByteArray *bytes, const char *file_name, GError **error);
/* How many ranks @text says that it has, without a look at them; 0 if it does not say so where a
 * GOAL file has to. @length -1: up to the zero byte. */
guint dl_goal_count_ranks (const char *text, gssize length);
/* A GOAL file in a scenario: its text, and the program that it is, read once for all copies. */
typedef struct
{
  DlShared shared;
  char *text;
  DlProgram *program; /* NULL: @text is the name of a file that has not been read */
} DlGoalFile;
DL_SHARED (DlGoalFile, dl_goal_file)

/* Takes @program (nullable). */
DlGoalFile *dl_goal_file_new (const char *text, DlProgram *program);
/* "" for NULL. */
static inline const char *
dl_goal_file_text (const DlGoalFile *file)
{
  return file != NULL ? file->text : "";
}

/* Text that dl_goal_parse reads as the same program, but for labels and lines. */
char *dl_goal_to_text (const DlProgram *program);

G_END_DECLS
