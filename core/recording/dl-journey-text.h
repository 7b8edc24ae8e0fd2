/* A packet's journey in words and as a table. */
#pragma once

#include "dl-family.h"
#include "dl-journey.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* A journey and the network that its places are of; immutable, shared by reference. */
typedef struct
{
  DlShared shared;
  DlJourney *journey;
  const DlFamily *family;
  gpointer shape;
} DlJourneyStory;

DlJourneyStory *dl_journey_story_new (const DlJourney *journey, const DlFamily *family,
                                      gpointer shape);
DL_SHARED (DlJourneyStory, dl_journey_story)

/* "(0,0,0) → (3,4,5)". Free with g_free, as the others. */
char *dl_journey_packet_name (const DlFamily *family, gconstpointer shape, const DlFlight *packet);
/* "Injected in cycle 1,020, delivered in cycle 1,098, after 78 cycles." and what it waited for. */
char *dl_journey_summary (const DlJourneyStory *story);
/* "Waits for credits"; translated. */
const char *dl_journey_step_text (const DlJourneyStep *step);
/* Router, or link if it is on one. */
char *dl_journey_step_place (const DlJourneyStory *story, const DlJourneyStep *step);
/* Packets that went instead, "" for none: "(0,0,1) → (3,4,5), and 2 more". */
char *dl_journey_step_others (const DlJourneyStory *story, const DlJourneyStep *step);
/* All of a step in a sentence: "Cycles 1,031 to 1,034, (3,2,4): waits for credits". */
char *dl_journey_step_sentence (const DlJourneyStory *story, const DlJourneyStep *step);

#define DL_JOURNEY_COLUMNS 5
/* Rows are the steps of a DlJourneyStory, the source: cycle, step, place, cycles that it takes,
 * others. */
extern const DlTableColumn dl_journey_columns[DL_JOURNEY_COLUMNS];

#define DL_CHOICE_COLUMNS 8
/* Rows are the candidates of a DlJourneyStory's choices, the source: output, queue, queue later,
 * verdict, cycle, what the queue counts as, route, router. */
extern const DlTableColumn dl_choice_columns[DL_CHOICE_COLUMNS];
/* "3 choices by queues; 1 would be different 50 cycles later." Free with g_free. */
char *dl_choice_summary (const DlJourneyStory *story);

G_END_DECLS
