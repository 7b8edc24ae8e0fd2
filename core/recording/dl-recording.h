/* A simulation as a text: the scenario that it began with, and each edit with the cycle at which it
 * was applied. A simulation is a function of these, so that this is all of it (model.md 11): it can
 * be kept, sent, run again up to any cycle, and left at any cycle for another future. */
#pragma once

#include "dl-edit.h"
#include "dl-scenario-file.h"

G_BEGIN_DECLS

/* Edits at most, and the last cycle that a recording may name. */
#define DL_RECORDING_MAX_EDITS  100000
#define DL_RECORDING_MAX_CYCLES G_GUINT64_CONSTANT (1000000000000)

typedef struct
{
  guint64 cycle;    /* it is applied when so many cycles have run */
  char *label;      /* of the step, in the language of its author */
  GPtrArray *edits; /* DlEdit */
  guint line;       /* of the file that it is from; 0: none */
} DlRecordedEdit;

typedef struct
{
  DlScenario *scenario; /* in cycle 0 */
  guint results;        /* DL_SIM_RESULTS of the simulators that it was made with */
  guint64 end;          /* the last cycle seen: so many have run */
  GPtrArray *edits;     /* DlRecordedEdit, in the order in which they are applied */
  char *file_name;      /* (nullable) that it was read from, as messages call it */
} DlRecording;

/* A recording of a run that begins. */
DlRecording *dl_recording_new (const DlScenario *scenario);
DlRecording *dl_recording_copy (const DlRecording *recording);
void dl_recording_free (DlRecording *recording);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRecording, dl_recording_free)

/* Adds an edit at @cycle, at or after the latest one; @edits must apply to the scenario as it is by
 * then. The end is not before it. */
void dl_recording_add (DlRecording *recording, guint64 cycle, const char *label,
                       const GPtrArray *edits);
/* Drops what came after @cycle, which becomes the end; edits at @cycle itself, too, unless they are
 * among the first @n_edits. */
void dl_recording_cut (DlRecording *recording, guint64 cycle, guint n_edits);
/* The scenario after the first @n_edits. Free with dl_scenario_free. */
DlScenario *dl_recording_scenario (const DlRecording *recording, guint n_edits);

/* Does @text, a scenario file, hold a recording? */
gboolean dl_recording_is (const char *text, gsize length);
/* Reads a scenario file, as dl_scenario_parse_in does; without a recording, one of a run without
 * edits, as long as the scenario says. Errors: those of dl_scenario_parse_in, for edits as well:
 * FILE:LINE: what is wrong (what would be right). */
DlRecording *dl_recording_parse_in (const char *text, gssize length, const char *file_name,
                                    DlScenarioFiles files, GStrv *warnings, GError **error);
/* Reading it gives the same recording. Free with g_free. */
char *dl_recording_to_text (const DlRecording *recording);

/* A name: the scenario's and the edits', translated: "XT3 11x12x16: Cable X+ of (5,5,11), and 2
 * more edits". Free with g_free. */
char *dl_recording_name (const DlRecording *recording);

G_END_DECLS
