/* Channels of a network as files call them. */
#pragma once

#include "dl-family.h"

static inline char *
channel_name (const DlFamily *family, gconstpointer shape, guint channel)
{
  DlNet net;

  family->view (shape, &net);
  return dl_family_channel_name (family, &net, channel);
}
