/* Any bytes as a figure's file: refused with one line, or a text that is sound. PNG's checksums are
 * mended in a second run, or nothing behind them would ever be reached. */
#include "dl-figure-read.h"

#include "fuzz-target.h"

#include <string.h>

static void
read_figure (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *scenario = dl_figure_read_scenario (data, size, &error);

  g_assert_true ((scenario == NULL) == (error != NULL));
  if (scenario != NULL)
    {
      g_assert_true (g_utf8_validate (scenario, -1, NULL));
      return;
    }
  g_assert_true (error->domain == DL_FIGURE_ERROR);
  g_assert_cmpuint (strlen (error->message), >, 0);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
}

static guint32
checksum (const guint8 *data, gsize size)
{
  guint32 sum = 0xffffffff;

  for (gsize i = 0; i < size; i++)
    {
      sum ^= data[i];
      for (guint bit = 0; bit < 8; bit++)
        sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
  return ~sum;
}

static void
mend_png (guint8 *data, gsize size)
{
  for (gsize at = 8; at + 12 <= size;)
    {
      const guint32 length = (guint32) data[at] << 24 | (guint32) data[at + 1] << 16
                             | (guint32) data[at + 2] << 8 | data[at + 3];
      guint32 sum;

      if (length > size - at - 12)
        return;
      sum = GUINT32_TO_BE (checksum (data + at + 4, length + 4));
      memcpy (data + at + 8 + length, &sum, 4);
      at += 12 + (gsize) length;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  read_figure (data, size);
  if (size > 8 && memcmp (data, "\x89PNG\r\n\x1a\n", 8) == 0)
    {
      g_autofree guint8 *mended = g_memdup2 (data, size);
      mend_png (mended, size);
      read_figure (mended, size);
    }
  return 0;
}
