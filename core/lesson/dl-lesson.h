/* A lesson: steps that drive the program itself, as a teacher writes them in a text file
 * (data/lessons/README.md has the format). */
#pragma once

#include "dl-condition.h"
#include "dl-edit.h"
#include "dl-flights.h"
#include "dl-lesson-text.h"
#include "dl-recording.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef enum
{
  DL_LESSON_ERROR_SYNTAX,
  DL_LESSON_ERROR_NOT_FOUND
} DlLessonError;

#define DL_LESSON_ERROR (dl_lesson_error_quark ())
GQuark dl_lesson_error_quark (void);

#define DL_LESSON_FORMAT    1
#define DL_LESSON_MAX_BYTES (1024 * 1024)
#define DL_LESSON_MAX_STEPS 200
/* The most items of one key in a step. */
#define DL_LESSON_MAX_ITEMS 50
/* Bytes of a text, in a lesson and of an answer. */
#define DL_LESSON_MAX_TEXT 4096

/* Cycles a second, at most. */
#define DL_LESSON_MAX_SPEED 1000000
/* Cycles that a lesson simulates itself, at most. */
#define DL_LESSON_MAX_CYCLES 100000
/* Instead of a number of cycles: as many as the scenario asks for, until its precision. */
#define DL_LESSON_ENOUGH G_MAXUINT64

/* Parts of the window to show. */
typedef enum
{
  DL_LESSON_SHOW_PAGE,      /* of the evidence, by its id */
  DL_LESSON_SHOW_VIEW,      /* of the network, by its id */
  DL_LESSON_SHOW_METRIC,    /* of the maps, by its id */
  DL_LESSON_SHOW_LIVE,      /* the simulation: run, pause, reset */
  DL_LESSON_SHOW_SPEED,     /* of the simulation: "200/s", "fastest" */
  DL_LESSON_SHOW_RECORDING, /* a run, by the name of its file beside the lesson, without ending */
  /* Until the next step: */
  DL_LESSON_SHOW_ROUTE,  /* of a packet: "0,0,0 > 2,0,0" */
  DL_LESSON_SHOW_CYCLE,  /* the shortest of the verdict */
  DL_LESSON_SHOW_LINK,   /* selected, with its details */
  DL_LESSON_SHOW_AGES,   /* packets in colors of their ages */
  DL_LESSON_SHOW_PACKET, /* chosen: "0,0,0 > 7,0,0 created 12 injected 15" */
  DL_N_LESSON_SHOWS
} DlLessonShow;

/* Parts for a step to point at. */
typedef enum
{
  DL_LESSON_POINT_CONTROL, /* of a key, "torus.datelines" */
  DL_LESSON_POINT_LINK,    /* "2,0,0:x+", "0.0.0-1.0.0#0" */
  DL_LESSON_POINT_NODE,
  DL_LESSON_POINT_GROUP,
  DL_LESSON_POINT_PAGE,
  DL_LESSON_POINT_VIEW,
  DL_LESSON_POINT_ACTION, /* of the window, "undo" */
  DL_N_LESSON_POINTS
} DlLessonPoint;

typedef struct
{
  guint kind; /* DlLessonShow or DlLessonPoint */
  char *what; /* empty where the kind says all */
  guint line;
} DlLessonPlace;

/* "page", "control", ... as in the file. */
const char *dl_lesson_show_name (DlLessonShow kind);
const char *dl_lesson_point_name (DlLessonPoint kind);
/* Cycles a second, 0 for as many as it goes: "200/s", "fastest". FALSE: it is neither. */
gboolean dl_lesson_speed (const char *text, guint *speed);
/* The two nodes of "0,0,0 > 2,0,0". Errors: DL_NETWORK_ERROR. */
gboolean dl_lesson_route_ends (const DlFamily *family, const DlNet *net, const char *text,
                               guint *from, guint *to, GError **error);
/* The packet of "0,0,0 > 7,0,0 created 12 injected 15", as dl_flight_compare knows it. Errors:
 * DL_NETWORK_ERROR. */
gboolean dl_lesson_packet (const DlFamily *family, const DlNet *net, const char *text,
                           DlFlight *packet, GError **error);
/* The place that @point is about; only of links, nodes and groups. Errors: DL_NETWORK_ERROR. */
gboolean dl_lesson_point_place (const DlFamily *family, const DlNet *net,
                                const DlLessonPlace *point, DlPlace *place, GError **error);

typedef enum
{
  DL_QUESTION_NONE,
  DL_QUESTION_FREE,   /* kept for the hand-in, not judged */
  DL_QUESTION_NUMBER, /* the value of a fact */
  DL_QUESTION_CHOICE  /* the one whose conditions hold */
} DlQuestion;

typedef struct
{
  char *text;
  GPtrArray *conditions; /* DlCondition */
  char *reply;           /* shown after this choice, once it is judged; NULL */
  guint line, reply_line;
} DlLessonChoice;

/* Text shown while a condition holds. */
typedef struct
{
  char *text;
  DlCondition *condition; /* NULL in a translation */
  guint line;
} DlLessonWrong;

/* Texts are Markdown with facts in braces (dl-lesson-text.h); missing ones are NULL. */
typedef struct
{
  char *id;
  guint line;
  char *title; /* plain; the lesson's if it has none of its own */
  char *say;
  GPtrArray *sets;   /* char *: "GROUP.KEY=VALUE", as --set */
  GPtrArray *shows;  /* DlLessonPlace */
  GPtrArray *points; /* DlLessonPlace */
  GPtrArray *marks;  /* DlLessonPlace, of kinds of points: links, nodes, groups */
  GPtrArray *thens;  /* DlLessonPlace, as @shows: once it is done */
  DlQuestion question;
  char *ask;
  DlFact *number;      /* of DL_QUESTION_NUMBER */
  double within;       /* how far from it is right */
  gboolean of_value;   /* @within is a share of the value */
  GPtrArray *choices;  /* DlLessonChoice */
  GPtrArray *decides;  /* DlFact: the facts that decide which choice is right */
  guint right;         /* the choice that the explanation and the replies take to be right, from 1;
                          0: not said */
  char *task;          /* "do:" */
  GPtrArray *until;    /* DlCondition: all of them hold when it is done */
  GPtrArray *solution; /* char *, as @sets: does the task, with the keys that @until names */
  GPtrArray *wrongs;   /* DlLessonWrong */
  GPtrArray *hints;    /* char *: of the question, if there is one */
  GPtrArray *do_hints; /* char *, "hint-do:": hints on the task after a question */
  char *explain;
  /* guint, of each, for messages */
  GArray *set_lines, *until_lines, *solution_lines, *hint_lines, *do_hint_lines;
  guint number_line, decides_line, right_line;
  /* "show: recording": */
  DlRecording *recording; /* as its file has it; NULL: none is shown, or it was not read */
  guint64 at;             /* cycle at which it is shown; G_MAXUINT64: its last one */
  guint at_line;
} DlLessonStep;

/* Immutable once it is read, shared by reference. */
typedef struct
{
  DlShared shared;
  char *id;       /* its file's name without ending: "03-deadlock" */
  char *language; /* of its translation, "de"; NULL: the original */
  char *digest;   /* of the original file, whatever its translation: hexadecimal */
  char *title, *summary;
  guint minutes; /* 0: not said */
  char *start;   /* a preset's name */
  guint start_line;
  GPtrArray *sets; /* char *, as of a step */
  GArray *set_lines;
  GPtrArray *steps; /* DlLessonStep; one at least */
} DlLesson;

/* Read a lesson; NULL with the first of @problems (nullable: gets all of them) if there are any.
 * Whatever @text holds. Errors: DL_LESSON_ERROR_SYNTAX, "FILE:LINE: what is wrong (what would be
 * right)". Names of presets, keys and facts are looked up here; whether nodes, links and pages are
 * there, dl_lesson_check says. */
DlLesson *dl_lesson_parse (const char *text, gssize length, const char *file_name,
                           DlProblems *problems, GError **error);
/* NULL-safe. */
DL_SHARED (DlLesson, dl_lesson)

const DlLessonStep *dl_lesson_step (const DlLesson *lesson, guint i);
/* G_MAXUINT if there is none of that id. */
guint dl_lesson_find_step (const DlLesson *lesson, const char *id);
/* Title of step @i: its own, or the lesson's. */
const char *dl_lesson_step_title (const DlLesson *lesson, guint i);

/* Where it begins: the preset with the lesson's own edits. Errors: DL_SCENARIO_ERROR. */
DlScenario *dl_lesson_start (const DlLesson *lesson, GError **error);
/* The edits that @sets are, an array of char *. Errors: DL_SCENARIO_ERROR; @bad (nullable) gets
 * which one. */
GPtrArray *dl_lesson_edits (const GPtrArray *sets, guint *bad, GError **error);
/* Change @scenario as a person does who does what the step waits for: the keys that its until:
 * lines name, then its solution: lines. */
void dl_lesson_step_solve (const DlLessonStep *step, DlScenario *scenario);
/* Cycles that the step wants simulated, by its until: lines; 0: none. */
guint64 dl_lesson_step_cycles (const DlLessonStep *step);
/* The recording that the step shows; NULL: none. */
const DlLessonPlace *dl_lesson_step_recording (const DlLessonStep *step);
/* The cycle that it wants to be gone to, "until: cycle N"; FALSE: none. */
gboolean dl_lesson_step_waits_for_cycle (const DlLessonStep *step, guint64 *cycle);
/* Does it wait for a simulation that has converged? That runs as long as its scenario asks for. */
gboolean dl_lesson_step_waits_for_precision (const DlLessonStep *step);

/* A copy of @lesson in the language of a translation: the same steps by id with texts only. What
 * does not fit is among @problems (nullable) and stays as @lesson has it. Never NULL. */
DlLesson *dl_lesson_translate (const DlLesson *lesson, const char *language, const char *text,
                               gssize length, DlProblems *problems);

/* The metrics that color @family's maps in the window, which ui/ knows: their names, NULL at the
 * end. Free with g_strfreev. */
typedef GStrv (*DlLessonMetrics) (const DlFamily *family);

G_END_DECLS
