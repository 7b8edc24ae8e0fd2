/* The cabling of a real Cascade machine, as its own tool prints it: a line per port,
 *     c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(1:0:0)
 * with group:chassis:slot in parentheses and the port in octal; "unused" and "processor" at the far
 * end of those that lead nowhere else. */
#pragma once

#include "dl-dragonfly.h"

#include <glib.h>

G_BEGIN_DECLS

/* Files beyond are refused: a machine of 241 groups has a third of it. */
#define DL_CABLING_MAX_BYTES (256 * 1024 * 1024)

typedef enum
{
  DL_CABLING_ERROR_SYNTAX, /* a line that is not of a cabling file */
  DL_CABLING_ERROR_TWICE,  /* a port with two lines */
  DL_CABLING_ERROR_LIMIT,  /* more than there can be */
  DL_CABLING_ERROR_EMPTY   /* no link */
} DlCablingError;

#define DL_CABLING_ERROR (dl_cabling_error_quark ())
GQuark dl_cabling_error_quark (void);

/* Does @text begin as a cabling file does, with a port by its cabinet? Also if the rest of the line
 * is wrong. */
gboolean dl_cabling_probe (const char *text, gsize length);

/* Findings in a file beside the network. Start zeroed. */
typedef struct
{
  guint n_ports;        /* lines */
  guint n_irregular;    /* lines counted here are not in the network, or not as they should be */
  GPtrArray *irregular; /* (up to 100 of them) char, translated, with the line */
} DlCablingReport;

void dl_cabling_report_clear (DlCablingReport *report);

/* Read @length bytes of @text (-1: to its end); @file_name is for messages, FILE:LINE: first. Links
 * that only one end knows of, that lead back to their own router, or whose ends do not agree, are
 * left out and reported; so are groups that are not as full, or as well connected, as the others.
 * Group numbers may have gaps. Errors: DL_CABLING_ERROR. */
DlDragonfly *dl_cabling_read (const char *text, gssize length, const char *file_name,
                              DlCablingReport *report, GError **error);

/* A cabling file in a form that compresses several times better than the file itself: the ports of
 * a router follow each other, each cable is told at both of its ends, and a place's coordinates are
 * the same wherever it is named. */

/* @content packed, as text; NULL for what would not come back the same to the byte. Free with
 * g_free. */
char *dl_cabling_pack (const char *content, gsize length);
/* Unpacked text; NULL if @text is not a packed file, or if it holds more than @most bytes. Free
 * with g_string_free. */
GString *dl_cabling_unpack (const char *text, gsize most);

G_END_DECLS
