#include "dl-wait-chart.h"

#include "dl-plot.h"
#include "dl-stall-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LABEL_GAP 8 /* between a label and its bar, and between that and its number */

static const struct
{
  const char *title, *description;
  DlFill fill;
} rows[DL_N_WAITS] = {
  [DL_WAIT_VC] = { N_ ("for a VC"),
                   N_ ("A head flit waited for a virtual channel of its output, each of which "
                       "belonged or was given to another packet"),
                   DL_FILL_SOLID },
  [DL_WAIT_CREDIT] = { N_ ("for a credit"),
                       N_ ("A flit’s packet had a virtual channel, but its buffer downstream was "
                           "full"),
                       DL_FILL_RISING },
  [DL_WAIT_SWITCH] = { N_ ("for the switch"),
                       N_ ("A flit had a virtual channel and a credit, but switch allocation gave "
                           "its input or output to another flit"),
                       DL_FILL_LEVEL },
};

/* "for a credit" */
static const char *
title_of (DlWait wait)
{
  g_assert (wait < DL_N_WAITS);
  return _ (rows[wait].title);
}

const char *
dl_wait_description (DlWait wait)
{
  g_assert (wait < DL_N_WAITS);
  return _ (rows[wait].description);
}

static double
row_height (DlRect rect)
{
  return (rect.height - DL_LINE_NORMAL) / DL_N_WAITS;
}

gboolean
dl_wait_chart_hit (DlRect rect, double y, DlWait *wait)
{
  const double row = (y - rect.y - DL_LINE_NORMAL) / row_height (rect);

  if (row < 0 || row >= DL_N_WAITS)
    return FALSE;
  *wait = row;
  return TRUE;
}

void
dl_wait_chart_draw (cairo_t *cr, DlRect rect, const double *waits, double reach,
                    const DlTheme *theme)
{
  const DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };
  const double height = row_height (rect);
  double labels = 0, numbers = 0, max = reach, room;

  dl_plot_heading (&plot, rect.y,
                   theme->no_titles ? (DlHeading) { .unit = _ ("cycles/packet") }
                                    : (DlHeading) { _ ("Waiting cycles per packet") });
  for (DlWait wait = 0; wait < DL_N_WAITS; wait++)
    {
      g_autofree char *number = dl_stall_text (waits[wait]);

      labels = MAX (labels, dl_chart_text_width (cr, title_of (wait), DL_TEXT_SMALL, FALSE));
      numbers = MAX (numbers, dl_chart_text_width (cr, number, DL_TEXT_SMALL, FALSE));
      if (waits[wait] > max)
        max = waits[wait];
    }
  labels = MIN (labels, rect.width / 2);
  /* The last gap is for the outline of the keyboard. */
  room = MAX (4, rect.width - labels - numbers - 2.5 * LABEL_GAP);
  for (DlWait wait = 0; wait < DL_N_WAITS; wait++)
    {
      const double y = rect.y + DL_LINE_NORMAL + wait * height;
      const double text = y + (height - DL_LINE_SMALL) / 2;
      const double width = waits[wait] > 0 ? waits[wait] / max * room : 0;
      const double x = rect.x + labels + LABEL_GAP;
      g_autofree char *number = dl_stall_text (waits[wait]);

      dl_chart_text (cr, &theme->foreground, rect.x, text, title_of (wait), DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, labels + 1);
      if (width > 0)
        dl_chart_fill (cr, (DlRect) { x, y + 3, width, height - 6 }, rows[wait].fill,
                       &theme->series[wait]);
      dl_chart_text (cr, &theme->foreground, x + width + LABEL_GAP, text, number, DL_TEXT_SMALL,
                     FALSE, DL_ALIGN_START, 0);
    }
}
