/* A machine's own cabling as a scenario carries it: the file compressed, and the network that it
 * describes, whole. Immutable, shared by reference. */
#pragma once

#include "dl-aries.h"
#include "dl-cabling.h"
#include "dl-scenario.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  char *text;           /* a line: "zlib:" and the file, compressed, in base64; or a file's name */
  DlDragonfly *network; /* NULL: only the name is known, the file was not read */
  DlCablingReport report;
} DlMachine;

/* Read a machine from a file's content; @file_name is for messages, FILE:LINE: first. Errors:
 * DL_CABLING_ERROR. */
DlMachine *dl_machine_new (const char *content, gssize length, const char *file_name,
                           GError **error);
/* The cabling in a file. Errors: as dl_scenario_read_file, DL_CABLING_ERROR. */
DlMachine *dl_machine_load (const char *file_name, GError **error);
/* The same as @machine's text in a form that is several times shorter and takes longer to make, for
 * figures that carry a scenario; dl_machine_parse gives the machine with its usual text back. Free
 * with g_free. */
char *dl_machine_to_packed_text (const DlMachine *machine);
/* Parse either text. Errors: DL_CABLING_ERROR, G_IO_ERROR for other compressions. */
DlMachine *dl_machine_parse (const char *text, GError **error);
/* Is @text a file's content in either form, and not its name? */
gboolean dl_machine_is_content (const char *text);
/* Irregularities in it, a line each: the first @most of them, and if there are more, how many there
 * are in all. Never NULL; free with g_strfreev. */
GStrv dl_machine_warnings (const DlMachine *machine, guint most);
DL_SHARED (DlMachine, dl_machine)

/* Units of a simulated dragonfly.
 *
 * shape=aries: a cycle is the time in which a green link carries a flit. A full packet of
 * traffic.packet-flits flits carries router.aries-payload-bytes of payload (both assumed); of what
 * a link carries router.payload-efficiency is payload (64%: Cascade paper), so a flit has payload /
 * efficiency / flits bytes. Green and black links carry 5.25 GB/s, blue ones 4.6875 GB/s (paper). A
 * node sends and takes 10 GB/s of payload (paper): that is load 1. The delay from router to router,
 * router.aries-hop-ns, is the paper's 100 ns, rounded to whole cycles. Buffers are assumed; packets
 * of a node in the network at most 1,024 (paper).
 *
 * shape=generic: as network simulators have it, all links and nodes one flit per cycle, with no
 * time that belongs to a cycle. */

typedef struct
{
  double cycle_ns;    /* NAN: generic */
  double flit_bytes;  /* raw, on a link; NAN: generic */
  double load_flits;  /* flits/node/cycle at load 1 */
  guint header_flits; /* of a packet, without payload */
} DlUnits;

/* Units of a dragonfly's scenario. */
DlUnits dl_units (const DlScenario *scenario);
/* The router in these units, of @scenario, whose link delay may be too long to be simulated. */
DlAriesRouter dl_units_router (const DlScenario *scenario);
/* Bandwidth, GB/s, of @bytes in @cycles; NAN where there is no time, and in 0 cycles. */
double dl_units_GBps (const DlUnits *units, double bytes, double cycles);

G_END_DECLS
