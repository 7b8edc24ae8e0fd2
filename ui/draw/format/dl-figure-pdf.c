/* Figures as PDF, with the notes in the document information. */
#include "dl-figure-private.h"

#include "dl-deflate.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>

#include <string.h>

/* Bytes of a scenario; shorter ones are for every program to read. */
#define DEFLATE_ABOVE 8192

/* cairo writes a line of ASCII unchanged, and anything else with four digits per character. */
char *
dl_figure_pdf_keywords (const char *scenario)
{
  const gsize length = strlen (scenario);
  g_autofree char *deflated = NULL;

  if (length <= DEFLATE_ABOVE)
    return g_strdup (scenario);
  deflated = dl_deflate (scenario, length);
  return g_strconcat (DL_FIGURE_PDF_DEFLATED, deflated, NULL);
}

static cairo_status_t
append_bytes (gpointer closure, const guint8 *data, guint length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_notes (cairo_surface_t *surface, const DlFigureNotes *notes)
{
  g_autofree char *creator = g_strdup_printf ("Dateline %s", notes->version);
  g_autofree char *keywords = dl_figure_pdf_keywords (notes->scenario);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, notes->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, notes->subject);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, keywords);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, creator);
  /* Without this it would be now, and the same figure another file each time. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

GBytes *
dl_figure_render_pdf (const DlFigureJob *job, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (append_bytes, bytes, job->width, job->height);

  set_notes (surface, job->notes);
  if (!dl_figure_draw_on (job, surface, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
