#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static char *
format (DlMetricForm form, const char *sign, double size)
{
  if (isnan (size))
    return g_strdup (_ ("no traffic"));
  if (isinf (size))
    return g_strdup (_ ("not known"));
  switch (form)
    {
    case DL_FORM_COUNT:
      return g_strdup_printf ("%s%'.0f", sign, size);
    case DL_FORM_MEAN:
      return g_strdup_printf ("%s%.2f", sign, size);
    case DL_FORM_SHARE:
    case DL_FORM_UTILIZATION:
      return g_strdup_printf (_ ("%s%.1f%%"), sign, 100 * size);
    case DL_FORM_RATIO:
      break;
    }
  return g_strdup_printf ("%s%.4f", sign, size);
}

char *
dl_metric_form_text (DlMetricForm form, double value)
{
  if (form == DL_FORM_UTILIZATION && value > 1 && !isinf (value))
    /* Translators: of a link: so many times what it can carry */
    return g_strdup_printf (_ ("%.*f times its bandwidth"), value < 10 ? 2 : 1, value);
  return format (form, "", value);
}

char *
dl_metric_value_text (const DlMetric *metric, double value)
{
  return dl_metric_form_text (metric->form, value);
}

char *
dl_metric_value_with_unit (const DlMetric *metric, double value)
{
  char *number = dl_metric_value_text (metric, value);
  char *text;

  if (metric->unit == NULL || !isfinite (value))
    return number;
  text = g_strdup_printf ("%s %s", number, _ (metric->unit));
  g_free (number);
  return text;
}

char *
dl_metric_difference_text (const DlMetric *metric, double difference)
{
  return format (metric->form, difference > 0 ? "+" : difference < 0 ? "−" : "", fabs (difference));
}

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) &255) / 255.0                  \
  }

/* VC0 is blue and VC1 orange, as at the ends of the signed scale. The series are chosen for the
 * largest distance between any two of them under protanopia, deuteranopia and in gray. */
static const DlTheme light = {
  .background = RGB (0xffffff),
  .foreground = RGB (0x2a2a2e),
  .muted = RGB (0x66646b),
  .grid = RGB (0xd6d5d9),
  .accent = RGB (0x1c71d8),
  .broken = RGB (0xc01c28),
  .path = RGB (0xa3138f),
  .idle = { RGB (0xdcdbde), RGB (0xaeadb3) },
  .absent = RGB (0xf3f3f5),
  .node = RGB (0x8f8e96),
  .vc = { RGB (0x12549e), RGB (0xd08022) },
  .series = { RGB (0x1b549b), RGB (0xce811e), RGB (0x12867c), RGB (0x5a0633) },
  .classes = { RGB (0x1f8a3b), RGB (0x2a2a2e), RGB (0x1c71d8) },
  .over = RGB (0x34acf2),
};

static const DlTheme dark = {
  .background = RGB (0x1e1e1e),
  .foreground = RGB (0xf2f1f0),
  .muted = RGB (0xa8a6a3),
  .grid = RGB (0x4a4a4c),
  .accent = RGB (0x78aeed),
  .broken = RGB (0xff7b63),
  .path = RGB (0xffee3b),
  .idle = { RGB (0x4a4a4d), RGB (0x77777c) },
  .absent = RGB (0x282829),
  .node = RGB (0x85858b),
  .vc = { RGB (0x4081d2), RGB (0xf8ba6b) },
  .series = { RGB (0x5c95ea), RGB (0xeca851), RGB (0x99f7da), RGB (0xb93780) },
  .classes = { RGB (0x62d062), RGB (0xf2f1f0), RGB (0x78aeed) },
  .over = RGB (0x2961ce),
  .is_dark = TRUE,
};

static const DlTheme paper = {
  .background = RGB (0xffffff),
  .foreground = RGB (0x141414),
  .muted = RGB (0x505052),
  .grid = RGB (0xcacaca),
  .accent = RGB (0x1a5fb4),
  .broken = RGB (0xb3101e),
  .path = RGB (0x8f117a),
  .idle = { RGB (0xdcdcdc), RGB (0xacacac) },
  .absent = RGB (0xf3f3f3),
  .node = RGB (0x8a8a8a),
  .vc = { RGB (0x12549e), RGB (0xd08022) },
  .series = { RGB (0x1b549b), RGB (0xce811e), RGB (0x12867c), RGB (0x5a0633) },
  .classes = { RGB (0x14702c), RGB (0x141414), RGB (0x1a5fb4) },
  .over = RGB (0x34acf2),
  .is_paper = TRUE,
};

const DlTheme *
dl_theme_light (void)
{
  return &light;
}

const DlTheme *
dl_theme_dark (void)
{
  return &dark;
}

const DlTheme *
dl_theme_paper (void)
{
  return &paper;
}

void
dl_color_set (cairo_t *cr, const DlColor *color)
{
  cairo_set_source_rgb (cr, color->r, color->g, color->b);
}

void
dl_color_set_alpha (cairo_t *cr, const DlColor *color, double alpha)
{
  cairo_set_source_rgba (cr, color->r, color->g, color->b, alpha);
}
