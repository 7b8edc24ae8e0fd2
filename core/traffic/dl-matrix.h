/* A communication matrix: how many bytes each rank sends to each other one, read from a Matrix
 * Market file or from src,dst,bytes lines. Immutable, shared by reference between threads. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

/* Past any machine that can be opened: the largest dragonfly has 92,544 nodes. */
#define DL_MATRIX_MAX_RANKS 131072
/* The most entries of a file; repeated and zero entries count, too, and entries of a symmetric file
 * twice. */
#define DL_MATRIX_MAX_ENTRIES 16777216
/* Bytes from one rank to another, and of all together: counts that a double holds exactly. */
#define DL_MATRIX_MAX_BYTES (G_GUINT64_CONSTANT (1) << 40)
#define DL_MATRIX_MAX_TOTAL (G_GUINT64_CONSTANT (1) << 53)

typedef enum
{
  DL_MATRIX_ERROR_FORMAT,  /* neither of the two formats, or a kind of matrix without bytes */
  DL_MATRIX_ERROR_SYNTAX,  /* a line that is not of its format */
  DL_MATRIX_ERROR_OUTSIDE, /* a rank that the matrix does not have */
  DL_MATRIX_ERROR_VALUE,   /* bytes that are negative or no number */
  DL_MATRIX_ERROR_COUNT,   /* more or fewer entries than announced, or none */
  DL_MATRIX_ERROR_LIMIT    /* too many ranks, entries or bytes */
} DlMatrixError;

#define DL_MATRIX_ERROR (dl_matrix_error_quark ())
GQuark dl_matrix_error_quark (void);

/* Row by row; within a row by destination, each once. No rank sends to itself. */
typedef struct
{
  DlShared shared;
  guint n_ranks;
  guint n_entries;
  guint32 *first;         /* (n_ranks + 1) where each source's entries begin */
  guint32 *dest;          /* (n_entries) rank */
  guint64 *bytes;         /* (n_entries) at least 1 */
  guint64 total;          /* bytes */
  gboolean has_fractions; /* some line said a fraction */
} DlMatrix;

/* Read a matrix; @length -1: up to the zero byte. @file_name is for messages, FILE:LINE: first.
 *
 * A text that begins with %%MatrixMarket is a square coordinate matrix, integer or real, general or
 * symmetric (its lower triangle, as the format says), ranks counted from 1. Anything else is
 * src,dst,bytes lines, ranks counted from 0, with a header or without; lines that begin with # and
 * empty ones say nothing; the highest rank named makes the matrix's size.
 *
 * Where the first of these lines has src,dst alone, all have: pairs, with one byte each.
 *
 * The same pair more than once adds up, as messages in a log do. A fraction of a byte counts as a
 * whole one. What a rank sends to itself never enters a network and is left out, as is zero.
 *
 * Errors: DL_MATRIX_ERROR. */
DlMatrix *dl_matrix_parse (const char *text, gssize length, const char *file_name, GError **error);

DL_SHARED (DlMatrix, dl_matrix)

G_END_DECLS
