/* An input-queued router from inside, in words. All texts are translated, and freed with g_free. */
#pragma once

#include "dl-family.h"
#include "dl-iq-inside.h"

G_BEGIN_DECLS

/* The state on show, and its network. */
typedef struct
{
  const DlIqInside *inside;
  const DlFamily *family;
  gconstpointer shape;
} DlIqShown;

/* "X+", "0.3.0", "Node" */
char *dl_iq_port_text (const DlIqShown *shown, guint port);
/* Text of a virtual channel by its number: "X+ VC1" */
char *dl_iq_vc_text (const DlIqShown *shown, guint number);
/* "Router (2,3,0) · cycle 120" */
char *dl_iq_title_text (const DlIqShown *shown);
/* For a row: "2 of 9 → (5,2,0)", empty if it is idle. */
char *dl_iq_packet_short (const DlIqShown *shown, guint input);

/* Sentences: of an input's virtual channel, an output's, and of a cell of the VC allocator or of
 * the switch allocator, whether or not it was asked for. */
char *dl_iq_input_text (const DlIqShown *shown, guint input);
char *dl_iq_output_text (const DlIqShown *shown, guint output);
char *dl_iq_vc_cell_text (const DlIqShown *shown, guint input, guint output);
char *dl_iq_switch_cell_text (const DlIqShown *shown, guint input, guint port);
/* An allocator's last step, for the line above it: "3 ask, 2 granted" */
char *dl_iq_allocation_text (const DlIqShown *shown, const DlIqAllocation *allocation);
/* Everything the picture shows, for those who do not see it. */
char *dl_iq_describe (const DlIqShown *shown);

/* The request of an allocation for a cell; NULL if there was none. */
const DlIqRequest *dl_iq_find_request (const DlIqAllocation *allocation, guint input, guint output);

G_END_DECLS
