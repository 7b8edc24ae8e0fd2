/* Rates of links, in the words of InfiniBand: lanes times a data rate per lane, or a number of
 * Gb/s. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DL_RATE_MAX_GBPS 100000.0

typedef struct
{
  double gbps;  /* data rate of all lanes; 0: not stated */
  guint8 width; /* lanes */
  guint8 speed; /* of a lane, 1 is the slowest; 0: only @gbps is known */
} DlRate;

/* "4xEDR", or a number of Gb/s above 0 as "100". Lanes carry SDR 2, DDR 4, QDR 8, FDR10 10, FDR
 * 13.64, EDR 25, HDR 50, NDR 100, XDR 200 Gb/s (InfiniBand Architecture 1.7, 5.6). FALSE: it is
 * neither, *@rate is unchanged. */
gboolean dl_rate_parse (const char *text, DlRate *rate);
/* Likewise of other programs, with units of bits or bytes: "100Gbps", "1.5 Tb/s", "12.5GB/s",
 * "400G".
 * @gbps: the unit of a number alone. */
gboolean dl_rate_parse_units (const char *text, double gbps, DlRate *rate);
/* "4xEDR" or "16 Gb/s", for people; NULL: not stated. Free with g_free. */
char *dl_rate_text (DlRate rate);
/* The same as dl_rate_parse takes it; "": not stated. Free with g_free. */
char *dl_rate_key (DlRate rate);

G_END_DECLS
