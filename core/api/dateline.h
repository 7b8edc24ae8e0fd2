/* libdateline: the laboratory of interconnects for programs. */
#pragma once

#include "dateline-analysis.h"
#include "dateline-base.h"
#include "dateline-library.h"
#include "dateline-network.h"
#include "dateline-scenario.h"
#include "dateline-simulation.h"
#include "dateline-sweep.h"
#include "dateline-table.h"
