/* A condition of a lesson: NAME OP VALUE, judged by the facts of a world. */
#pragma once

#include "dl-fact.h"

G_BEGIN_DECLS

typedef enum
{
  DL_CONDITION_IS,
  DL_CONDITION_IS_NOT,
  DL_CONDITION_BELOW,
  DL_CONDITION_AT_MOST,
  DL_CONDITION_ABOVE,
  DL_CONDITION_AT_LEAST
} DlConditionOp;

/* Operand of a comparison. */
typedef enum
{
  DL_OPERAND_VALUE,  /* a number, a flag, a text */
  DL_OPERAND_FACT,   /* another fact, now */
  DL_OPERAND_BEFORE, /* the same fact when the step began */
  DL_OPERAND_START   /* the same fact when the lesson began */
} DlOperand;

typedef struct
{
  char *source; /* the text of the file */
  DlFact *fact;
  DlConditionOp op;
  DlOperand operand;
  double factor; /* of an operand that is not a value: "0.5 * before"; else 1 */
  double number; /* of a value that is one; a flag's 0 or 1; else NAN */
  char *text;    /* of a value that is none, as a key has it; or NULL */
  DlFact *other; /* of DL_OPERAND_FACT; else NULL */
} DlCondition;

typedef enum
{
  DL_JUDGED_NO,
  DL_JUDGED_YES,
  DL_JUDGED_NOT_YET /* something that it asks for is not known: nothing is analyzed or simulated */
} DlJudged;

/* Errors: DL_FACT_ERROR, DL_SCENARIO_ERROR for text that is not a value of the key. */
DlCondition *dl_condition_parse (const char *text, GError **error);
void dl_condition_free (DlCondition *condition);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCondition, dl_condition_free)

gboolean dl_condition_is_simulated (const DlCondition *condition);
/* In words: "Radix: 4;4;4", "Mean hops: at most 3"; NULL where what it compares with is not known.
 * Free with g_free. */
char *dl_condition_describe (const DlCondition *condition, const DlWorld *now,
                             const DlWorld *before, const DlWorld *start);
/* @before and @start (nullable: not known) are the worlds when the step and the lesson began. */
DlJudged dl_condition_judge (const DlCondition *condition, const DlWorld *now,
                             const DlWorld *before, const DlWorld *start);
/* All of @conditions (DlCondition *): NO if one does not hold, else NOT_YET if one is not known. */
DlJudged dl_conditions_judge (const GPtrArray *conditions, const DlWorld *now,
                              const DlWorld *before, const DlWorld *start);

G_END_DECLS
