"""What the simulator says of the links of a stretch: by two calls of replay --links."""

import csv
import subprocess


def links(program, recording, cycle):
    """(x, y, z, direction) -> row, with numbers as numbers."""
    name = f"links-{cycle}.csv"
    subprocess.run(
        [program, "replay", recording, "--at", str(cycle), "--links", name],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with open(name, newline="") as file:
        return {
            (int(row["x"]), int(row["y"]), int(row["z"]), row["direction"]): row
            for row in csv.DictReader(file)
        }


def flits(row, cycle):
    return round(float(row["utilization"]) * cycle) if cycle else 0


def key(name):
    """Of "X+ of (1,2,3)"."""
    direction, place = name.split(" of ")
    return (*map(int, place.strip("()").split(",")), direction.lower().replace("−", "-"))
