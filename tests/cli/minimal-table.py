"""The table of the rules of minimal routes, as the manual's page on the dragonfly has it, from the
CSV of "dateline-cli papers cascade-minimal"; each page that is named must contain it."""

import csv
import sys

RULES = {"Nearest exit": "nearest-exit", "Any direct link": "direct", "Fewest hops": "shortest"}


def table(rows):
    values = {}
    for row in rows:
        values.setdefault(row["what"], {})[RULES[row["group"]]] = f"{float(row['computed']):.4g}"
    lines = [" " * 52 + "".join(f"{rule:>14}" for rule in RULES.values())]
    for what, by_rule in values.items():
        lines.append(f"{what:<52}" + "".join(f"{by_rule[rule]:>14}" for rule in RULES.values()))
    return "".join(f"    {line}\n" for line in lines)


def main():
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        text = table(list(csv.DictReader(file)))
    if len(sys.argv) == 2:
        print(text, end="")
    stale = [page for page in sys.argv[2:] if text not in open(page, encoding="utf-8").read()]
    for page in stale:
        print(f"# {page} does not have the table:")
        print("".join(f"# {line}\n" for line in text.splitlines()), end="")
    return len(stale) > 0


if __name__ == "__main__":
    sys.exit(main())
