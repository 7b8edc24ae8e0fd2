/* The finite field of q elements, q a prime power p^m: polynomials over the integers modulo p,
 * modulo a primitive one of degree m. Elements are 0 .. q - 1, read as m digits to the base p; 0
 * and 1 are the neutral ones. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DL_FINITE_FIELD_MAX 1024

typedef struct
{
  guint q, p, m;
  guint *power; /* (q - 1) of a primitive element */
  guint *log;   /* (q) of which power an element is; of 0 unused */
} DlFiniteField;

/* NULL if @q is not a prime power of at least 2 and at most DL_FINITE_FIELD_MAX. */
DlFiniteField *dl_finite_field_new (guint q);
void dl_finite_field_free (DlFiniteField *field);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFiniteField, dl_finite_field_free)

guint dl_finite_field_add (const DlFiniteField *field, guint a, guint b);
guint dl_finite_field_negative (const DlFiniteField *field, guint a);
guint dl_finite_field_multiply (const DlFiniteField *field, guint a, guint b);

G_END_DECLS
