/* Typed tables: the same rows as text, as facts and as CSV. */
#include "dl-table.h"

#include <math.h>

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/text", test_text);
  g_test_add_func ("/table/csv", test_csv);
  g_test_add_func ("/table/facts", test_facts);
  g_test_add_func ("/table/empty", test_empty);
  return g_test_run ();
}
