/* Typed tables: the same rows as text, as facts and as CSV. */
#include "dl-rng.h"
#include "dl-table.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  guint links;
  double load;
  gboolean up;
} Class;

static const Class classes[] = {
  { "green", 12, 0.25, TRUE },
  { "a, b", 3, NAN, FALSE },
};

static const DlTableColumn counts[] = {
  { "links", "links", DL_COLUMN_INTEGER },
  { "load", "load, %", DL_COLUMN_REAL, 1, .percent = TRUE },
};

static void
fill_class (DlCells *cells, gconstpointer data, guint row)
{
  const Class *class = &((const Class *) data)[row];

  dl_cells_text (cells, class->name);
  dl_cells_integer (cells, class->links);
  dl_cells_real (cells, class->load);
  dl_cells_word (cells, class->up ? "up" : "broken", class->up ? "works" : "does not work");
  for (guint vc = 0; vc < 2; vc++)
    {
      dl_cells_real (cells, vc + 0.5);
      if (!class->up)
        dl_cells_show (cells, "-");
    }
  dl_cells_flag (cells, class->up);
}

static DlTable
table_of (void)
{
  static const DlTableColumn columns[] = {
    { "class", "class" },           DL_TABLE_PART (counts),
    { "state", "state" },           { "vc%u", "VC%u", DL_COLUMN_AMOUNT, .n = 2, .first = 2 },
    { "up", NULL, DL_COLUMN_FLAG },
  };

  return DL_TABLE (columns, G_N_ELEMENTS (classes), fill_class, classes);
}

static void
test_text (void)
{
  const DlTable table = table_of ();
  g_autoptr (GString) out = g_string_new (NULL);

  dl_table_append_text (out, &table);
  g_assert_cmpstr (out->str, ==,
                   "class  links  load, %  state          VC2  VC3\n"
                   "green     12     25.0  works          0.5  1.5\n"
                   "a, b       3        -  does not work    -    -\n");
}

static void
test_csv (void)
{
  const DlTable table = table_of ();
  g_autoptr (GString) out = g_string_new (NULL);

  dl_table_append_csv (out, &table);
  g_assert_cmpstr (out->str, ==,
                   "class,links,load,state,vc2,vc3,up\n"
                   "green,12,0.25,up,0.5,1.5,true\n"
                   "\"a, b\",3,,broken,0.5,1.5,false\n");
}

static void
fill_facts (DlCells *cells, gconstpointer data, guint row)
{
  dl_cells_at_most (cells, 0.28125, TRUE);
  dl_cells_absent (cells);
  dl_cells_integer_if (cells, FALSE, 7);
}

static void
test_facts (void)
{
  static const DlTableColumn columns[] = {
    { "bound", "saturation load", DL_COLUMN_REAL, 4 },
    { "absent", "absent" },
    { "unknown", "unknown", DL_COLUMN_INTEGER },
  };
  g_autoptr (GString) out = g_string_new (NULL);

  dl_table_append_facts (out, &DL_TABLE (columns, 1, fill_facts, NULL));
  g_assert_cmpstr (out->str, ==,
                   "saturation load  ≤ 0.2812\n"
                   "unknown                 -\n");
}

/* Rows are made one by one: a table without any has heads alone. */
static void
test_empty (void)
{
  DlTable table = table_of ();
  g_autoptr (GString) out = g_string_new (NULL);

  table.n_rows = 0;
  dl_table_append_text (out, &table);
  g_assert_cmpstr (out->str, ==, "class  links  load, %  state  VC2  VC3\n");
}

/* Records -------------------------------------------------------------------------------------- */

/* One field of CSV into @field; where it ends: at a comma or the end of its line. */
static const char *
read_field (const char *text, GString *field)
{
  gboolean quoted = *text == '"';

  g_string_truncate (field, 0);
  for (text += quoted; *text != '\0'; text++)
    {
      if (quoted && text[0] == '"' && text[1] == '"')
        text++;
      else if (quoted && text[0] == '"')
        {
          quoted = FALSE;
          continue;
        }
      else if (!quoted && (*text == ',' || *text == '\n'))
        break;
      g_string_append_c (field, *text);
    }
  return text;
}

/* Texts that no CSV takes lightly are read back from what is written, and kept as they are. */
static void
test_round_trip (void)
{
  static const char *const awkward[]
      = { "",  "#1",  "a,b",   "say \"x\"", "\"",    "two\nlines", "é→ü",
          " ", "1e3", "-0.25", "0x10",      "12672", "nan" };
  static const DlTableColumn column[] = { { "n%u", .n = 3 } };
  DlRng rng;

  dl_rng_init (&rng, 11);
  for (guint round = 0; round < 300; round++)
    {
      const guint n_rows = dl_rng_below (&rng, 6);
      g_autoptr (DlRecord) record = dl_record_new ();
      g_autoptr (GPtrArray) fields = g_ptr_array_new ();
      g_autoptr (GString) csv = g_string_new (NULL), field = g_string_new (NULL);
      DlCells *cells = DL_RECORD_BEGIN (record, column);
      DlTable table;
      const char *at;

      for (guint i = 0; i < 3 * n_rows; i++)
        {
          const char *text = awkward[dl_rng_below (&rng, G_N_ELEMENTS (awkward))];

          g_ptr_array_add (fields, (gpointer) text);
          dl_cells_text (cells, text);
        }
      table = dl_record_table (record);
      dl_table_append_csv (csv, &table);
      g_assert_cmpuint (dl_record_n_rows (record), ==, n_rows);
      g_assert_true (g_str_has_prefix (csv->str, "n0,n1,n2\n"));
      at = csv->str + strlen ("n0,n1,n2\n");
      for (guint i = 0; i < fields->len; i++)
        {
          at = read_field (at, field);
          g_assert_cmpint (*at++, ==, i % 3 == 2 ? '\n' : ',');
          g_assert_cmpstr (field->str, ==, g_ptr_array_index (fields, i));
          g_assert_cmpstr (dl_record_cell (record, i / 3, i % 3)->text, ==, field->str);
        }
      g_assert_cmpint (*at, ==, '\0');
    }
}

/* Columns that are put together, of A and of B, and numbers in both precisions. */
static void
test_record (void)
{
  static const DlTableColumn first[] = { { "name", "Name" }, { "only" } };
  static const DlTableColumn sides[] = {
    { "load", "Load", DL_COLUMN_REAL, .side = 'A', .single = TRUE },
    { "load", "Load", DL_COLUMN_REAL, .side = 'B' },
  };
  g_autoptr (DlRecord) record = dl_record_new ();
  g_autoptr (GString) csv = g_string_new (NULL), text = g_string_new (NULL);
  g_autofree char *title = NULL, *id = NULL;
  DlCells *cells;
  DlTable table;

  DL_RECORD_ADD (record, first);
  DL_RECORD_ADD (record, sides);
  cells = dl_record_cells (record);
  dl_cells_word (cells, "up", "works");
  dl_cells_absent (cells);
  dl_cells_finite (cells, 0.1f);
  dl_cells_finite (cells, 0.1f);
  dl_cells_text (cells, NULL);
  dl_cells_text (cells, "x");
  dl_cells_finite (cells, INFINITY);
  dl_cells_finite (cells, -0.0);
  title = dl_record_title (record, 3);
  id = dl_record_title (record, 1);
  g_assert_cmpstr (title, ==, "B: Load");
  g_assert_cmpstr (id, ==, "only");
  g_assert_cmpuint (dl_record_n_columns (record), ==, 4);
  g_assert_cmpuint (dl_record_n_rows (record), ==, 2);
  g_assert_cmpstr (dl_record_cell (record, 0, 0)->shown, ==, "works");
  table = dl_record_table (record);
  dl_table_append_csv (csv, &table);
  dl_table_append_text (text, &table);
  g_assert_cmpstr (csv->str, ==,
                   "name,only,load_a,load_b\n"
                   "up,,0.1,0.10000000149011612\n"
                   ",x,,0\n");
  g_assert_cmpstr (text->str, ==,
                   "Name   A: Load  B: Load\n"
                   "works        0        0\n"
                   "-            -        0\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/text", test_text);
  g_test_add_func ("/table/csv", test_csv);
  g_test_add_func ("/table/facts", test_facts);
  g_test_add_func ("/table/empty", test_empty);
  g_test_add_func ("/table/round-trip", test_round_trip);
  g_test_add_func ("/table/record", test_record);
  return g_test_run ();
}
