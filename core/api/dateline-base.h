/* Errors, progress and version of the library, and its arrays: numbers with a type and a shape that
 * are looked at where they lie. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define DATELINE_ERROR (dateline_error_quark ())

/**
 * DatelineError:
 * @DATELINE_ERROR_SYNTAX: a file, a key's name or a place's name is not written as these are
 * @DATELINE_ERROR_VALUE: a value is wrong by itself
 * @DATELINE_ERROR_CONFLICT: values contradict each other
 * @DATELINE_ERROR_FORMAT: it was made by a newer version
 * @DATELINE_ERROR_NOT_FOUND: there is nothing of that name or number
 * @DATELINE_ERROR_LIMIT: it is larger than what is possible
 * @DATELINE_ERROR_LIBRARY: a library cannot be read or written
 * @DATELINE_ERROR_BUSY: another call works with the object
 * @DATELINE_ERROR_FAILED: anything else
 *
 * Errors of this library. A message is one sentence: what is wrong and, in parentheses, what would
 * be right; of a file it begins with `FILE:LINE: `, of a key with its name. Errors of the system
 * (%G_FILE_ERROR, %G_IO_ERROR, %G_IO_ERROR_CANCELLED among them) are handed on as they are.
 */
typedef enum
{
  DATELINE_ERROR_SYNTAX,
  DATELINE_ERROR_VALUE,
  DATELINE_ERROR_CONFLICT,
  DATELINE_ERROR_FORMAT,
  DATELINE_ERROR_NOT_FOUND,
  DATELINE_ERROR_LIMIT,
  DATELINE_ERROR_LIBRARY,
  DATELINE_ERROR_BUSY,
  DATELINE_ERROR_FAILED
} DatelineError;

GQuark dateline_error_quark (void);

/**
 * DatelineProgressFunc:
 * @fraction: of the work that is done, 0 to 1, never falling
 * @user_data: (closure): data
 *
 * Told now and then how far a long call has come, on the thread that works.
 */
typedef void (*DatelineProgressFunc) (double fraction, gpointer user_data);

const char *dateline_get_version (void);

/* Arrays ----------------------------------------------------------------------------------------
 */

/**
 * DatelineElement:
 * @DATELINE_ELEMENT_UINT8: whole numbers of a byte
 * @DATELINE_ELEMENT_UINT16: of two bytes
 * @DATELINE_ELEMENT_UINT32: of four bytes
 * @DATELINE_ELEMENT_UINT64: of eight bytes
 * @DATELINE_ELEMENT_FLOAT32: real numbers of single precision
 * @DATELINE_ELEMENT_FLOAT64: real numbers of double precision
 *
 * Type of an array's elements, in the machine's byte order.
 */
typedef enum
{
  DATELINE_ELEMENT_UINT8,
  DATELINE_ELEMENT_UINT16,
  DATELINE_ELEMENT_UINT32,
  DATELINE_ELEMENT_UINT64,
  DATELINE_ELEMENT_FLOAT32,
  DATELINE_ELEMENT_FLOAT64
} DatelineElement;

/**
 * DatelineArray:
 *
 * Numbers with a type and a shape, read-only: bytes that lie where the library computed them, the
 * last index the fastest. An array keeps alive what it is a part of.
 */
typedef struct _DatelineArray DatelineArray;

#define DATELINE_TYPE_ARRAY (dateline_array_get_type ())
GType dateline_array_get_type (void);

DatelineArray *dateline_array_ref (DatelineArray *array);
void dateline_array_unref (DatelineArray *array);
DatelineElement dateline_array_get_element (DatelineArray *array);
const gsize *dateline_array_get_shape (DatelineArray *array, guint *n_dimensions);
gsize dateline_array_get_length (DatelineArray *array);
GBytes *dateline_array_get_bytes (DatelineArray *array);
double dateline_array_get_value (DatelineArray *array, gsize index, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DatelineArray, dateline_array_unref)

G_END_DECLS
