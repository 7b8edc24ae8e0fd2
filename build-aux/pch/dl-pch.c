/* Nothing: what a header is compiled for. */
typedef int DlNothing;
