#include "dateline-private.h"

#include "dl-config.h"
#include "dl-matrix.h"
#include "dl-place.h"
#include "dl-placement.h"
#include "dl-program.h"
#include "dl-scenario.h"
#include "dl-sim-counters.h"
#include "dl-store-error.h"
#include "dl-workload.h"

#include <math.h>

/* Errors --------------------------------------------------------------------------------------- */

/* Without G_DEFINE_QUARK, in whose name the formatter puts blanks: this name is a promise. */
/**
 * dateline_error_quark:
 *
 * Gets the domain of the errors of #DatelineError.
 *
 * Returns: the domain
 */
GQuark
dateline_error_quark (void)
{
  return g_quark_from_static_string ("dateline-error-quark");
}

static DatelineError
code_of_scenario (gint code)
{
  switch (code)
    {
    case DL_SCENARIO_ERROR_SYNTAX:
      return DATELINE_ERROR_SYNTAX;
    case DL_SCENARIO_ERROR_KEY:
      return DATELINE_ERROR_NOT_FOUND;
    case DL_SCENARIO_ERROR_VALUE:
    case DL_SCENARIO_ERROR_OUTSIDE:
      return DATELINE_ERROR_VALUE;
    case DL_SCENARIO_ERROR_FORMAT:
      return DATELINE_ERROR_FORMAT;
    case DL_SCENARIO_ERROR_TOO_LARGE:
      return DATELINE_ERROR_LIMIT;
    default:
      return DATELINE_ERROR_CONFLICT;
    }
}

static DatelineError
code_of_program (gint code)
{
  switch (code)
    {
    case DL_PROGRAM_ERROR_SYNTAX:
      return DATELINE_ERROR_SYNTAX;
    case DL_PROGRAM_ERROR_LIMIT:
      return DATELINE_ERROR_LIMIT;
    default:
      return DATELINE_ERROR_CONFLICT;
    }
}

static DatelineError
code_of (const GError *inner)
{
  if (inner->domain == DL_SCENARIO_ERROR)
    return code_of_scenario (inner->code);
  if (inner->domain == DL_PROGRAM_ERROR)
    return code_of_program (inner->code);
  if (inner->domain == DL_NETWORK_ERROR)
    return inner->code == DL_NETWORK_ERROR_OUTSIDE ? DATELINE_ERROR_NOT_FOUND
                                                   : DATELINE_ERROR_SYNTAX;
  if (inner->domain == DL_STORE_ERROR)
    return inner->code == DL_STORE_ERROR_NOT_FOUND ? DATELINE_ERROR_NOT_FOUND
                                                   : DATELINE_ERROR_LIBRARY;
  if (inner->domain == DL_SIM_ERROR)
    return inner->code == DL_SIM_ERROR_LIMIT ? DATELINE_ERROR_LIMIT : DATELINE_ERROR_CONFLICT;
  if (inner->domain == DL_MATRIX_ERROR || inner->domain == DL_PLACEMENT_ERROR
      || inner->domain == DL_WORKLOAD_ERROR)
    return DATELINE_ERROR_CONFLICT;
  return DATELINE_ERROR_FAILED;
}

void
dl_api_answer (GTask *task, gpointer object, GError *error)
{
  if (object != NULL)
    g_task_return_pointer (task, object, g_object_unref);
  else
    g_task_return_error (task, error);
}

gboolean
dl_api_take_error (GError **error, GError *inner)
{
  if (inner == NULL || inner->domain == DATELINE_ERROR || inner->domain == G_IO_ERROR
      || inner->domain == G_FILE_ERROR)
    {
      if (inner != NULL)
        g_propagate_error (error, inner);
      return FALSE;
    }
  g_set_error_literal (error, DATELINE_ERROR, code_of (inner), inner->message);
  g_error_free (inner);
  return FALSE;
}

gboolean
dl_api_check_index (const char *what, gsize index, gsize n, GError **error)
{
  if (index < n)
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
               "there is no %s %" G_GSIZE_FORMAT " (there are %" G_GSIZE_FORMAT
               ", numbered from 0)",
               what, index, n);
  return FALSE;
}

/**
 * dateline_get_version:
 *
 * Gets the version, of the library that runs and not of the headers.
 *
 * Returns: the library's version, such as "0.1.0"
 */
const char *
dateline_get_version (void)
{
  return DL_VERSION;
}

/* Arrays --------------------------------------------------------------------------------------- */

#define MOST_DIMENSIONS 3

struct _DatelineArray
{
  gatomicrefcount refs;
  DatelineElement element;
  guint n_dimensions;
  gsize shape[MOST_DIMENSIONS];
  GBytes *bytes;
};

G_DEFINE_BOXED_TYPE (DatelineArray, dateline_array, dateline_array_ref, dateline_array_unref)

static gsize
size_of (DatelineElement element)
{
  static const guint8 sizes[] = { 1, 2, 4, 8, 4, 8 };

  return sizes[element];
}

DatelineArray *
dl_api_array_new_of (gconstpointer data, DatelineElement element, const gsize *shape,
                     guint n_dimensions, gpointer owner, GDestroyNotify unref)
{
  DatelineArray *array = g_new0 (DatelineArray, 1);
  gsize length = 1;

  g_assert (n_dimensions <= MOST_DIMENSIONS);
  g_atomic_ref_count_init (&array->refs);
  array->element = element;
  array->n_dimensions = n_dimensions;
  for (guint i = 0; i < n_dimensions; i++)
    length *= array->shape[i] = shape[i];
  array->bytes = g_bytes_new_with_free_func (data, length * size_of (element), unref, owner);
  return array;
}

DatelineArray *
dl_api_array_new_take (gpointer data, DatelineElement element, gsize length)
{
  return dl_api_array_new_of (data, element, &length, 1, data, g_free);
}

/**
 * dateline_array_ref:
 * @array: an array
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @array, with one more reference
 */
DatelineArray *
dateline_array_ref (DatelineArray *array)
{
  g_atomic_ref_count_inc (&array->refs);
  return array;
}

/**
 * dateline_array_unref:
 * @array: (transfer full): an array
 *
 * Lets go of a reference.
 */
void
dateline_array_unref (DatelineArray *array)
{
  if (!g_atomic_ref_count_dec (&array->refs))
    return;
  g_bytes_unref (array->bytes);
  g_free (array);
}

/**
 * dateline_array_get_element:
 * @array: an array
 *
 * Gets the type that the bytes of an array have.
 *
 * Returns: the type of its elements
 */
DatelineElement
dateline_array_get_element (DatelineArray *array)
{
  return array->element;
}

/**
 * dateline_array_get_shape:
 * @array: an array
 * @n_dimensions: (out): how many numbers the shape has
 *
 * Gets the dimensions of an array.
 *
 * Returns: (array length=n_dimensions) (transfer none): how many elements there are along each
 *   dimension, the last one the fastest
 */
const gsize *
dateline_array_get_shape (DatelineArray *array, guint *n_dimensions)
{
  *n_dimensions = array->n_dimensions;
  return array->shape;
}

/**
 * dateline_array_get_length:
 * @array: an array
 *
 * Gets the product of the shape.
 *
 * Returns: how many elements it has in all
 */
gsize
dateline_array_get_length (DatelineArray *array)
{
  return g_bytes_get_size (array->bytes) / size_of (array->element);
}

/**
 * dateline_array_get_bytes:
 * @array: an array
 *
 * The elements where they lie, without a copy.
 *
 * Returns: (transfer none): the bytes of its elements
 */
GBytes *
dateline_array_get_bytes (DatelineArray *array)
{
  return array->bytes;
}

/**
 * dateline_array_get_value:
 * @array: an array
 * @index: the number of an element, whatever the shape
 * @error: return location for an error
 *
 * Gets one element, whatever its type.
 *
 * Returns: the element; NAN with %DATELINE_ERROR_NOT_FOUND where there is none
 */
double
dateline_array_get_value (DatelineArray *array, gsize index, GError **error)
{
  gconstpointer data = g_bytes_get_data (array->bytes, NULL);

  if (!dl_api_check_index ("element", index, dateline_array_get_length (array), error))
    return NAN;
  switch (array->element)
    {
    case DATELINE_ELEMENT_UINT8:
      return ((const guint8 *) data)[index];
    case DATELINE_ELEMENT_UINT16:
      return ((const guint16 *) data)[index];
    case DATELINE_ELEMENT_UINT32:
      return ((const guint32 *) data)[index];
    case DATELINE_ELEMENT_UINT64:
      return ((const guint64 *) data)[index];
    case DATELINE_ELEMENT_FLOAT32:
      return ((const float *) data)[index];
    case DATELINE_ELEMENT_FLOAT64:
    default:
      return ((const double *) data)[index];
    }
}
