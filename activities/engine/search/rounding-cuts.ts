/**
 * Tightens the relaxation with rounding cuts of the capacity rows and of flow limits, in rounds of separating and
 * relaxing again, until they gain little.
 */
import type { RoundingBase } from '../../milp/mixed-integer-rounding.ts';
import type { ColumnSpec, Row, Term } from '../../milp/model.ts';
import { separateRounding } from '../../milp/separate-rounding.ts';
import { capacityOf } from '../../uc/formulation/capacity.ts';
import { reliefRow } from '../../uc/formulation/flow-relief.ts';
import type { Dispatch, Search } from './kernels/search-state.ts';

const MOST_ROUNDS = 20;
/** Gains of the bound below this share of it are small; so many of them end the rounds. */
const SMALL_GAIN = 2e-5;
const SMALL_GAINS = 2;
/** Rows with smaller duals do not bind. */
const BINDING = 1e-9;
/** Where single units matter less, cuts cost more than they give. */
const MOST_UNITS = 200;
const PER_ROW = { leastViolation: 0.005, most: 3 } as const;

/** The relaxation with cuts; rows of those that do not bind are set free again. */
export function addRoundingCuts(search: Search, relaxation: Dispatch): Dispatch {
  const capacity = capacityBases(search);
  const reliefs = reliefBases(search);
  const cut = cutInRounds(search, relaxation, (at) => [...capacity, ...reliefs(at)]);
  const idle = cut.rows.filter((row) => Math.abs(cut.relaxation.rowDual[row] ?? 0) <= BINDING);
  search.model.freeRows(idle);
  return cut.relaxation;
}

/** A row to round, and divisors besides the coefficients of its fractional columns. */
interface Base {
  readonly row: Row;
  readonly divisors: readonly number[];
}

type BasesAt = (relaxation: Dispatch) => Base[];

function capacityBases({ instance, formulation }: Search): Base[] {
  if (instance.units.length > MOST_UNITS) return [];
  const divisors = [...new Set(instance.units.flatMap(({ pMax }) => pMax))].filter((mw) => mw > 0);
  return formulation.capacityRows.map((_row, t) => ({
    row: capacityOf(instance, t, formulation.x),
    divisors,
  }));
}

/** Bases that flow limits of the model give, binding or not: where a cut binds, its limit need not. */
const reliefBases =
  ({ instance, formulation, model }: Search): BasesAt =>
  ({ primal }) => {
    const { rows } = model.parts();
    return model.limits.flatMap((limit) => {
      const flow = rows[limit.row];
      return flow ? [{ row: reliefRow(instance, formulation, limit, flow, primal), divisors: [] }] : [];
    });
  };

interface Cut {
  readonly relaxation: Dispatch;
  /** Rows of the cuts in the model. */
  readonly rows: readonly number[];
}

function cutInRounds(search: Search, begin: Dispatch, basesAt: BasesAt): Cut {
  const { model, clock } = search;
  const rows: number[] = [];
  let relaxation = begin;
  for (let round = 0, small = 0; round < MOST_ROUNDS && small < SMALL_GAINS; round++) {
    const { primal, objective } = relaxation;
    const { columns } = model.parts();
    const cuts = basesAt(relaxation).flatMap(({ row, divisors }) =>
      separateRounding(toBase(columns, row, primal), { divisors, ...PER_ROW }),
    );
    if (cuts.length === 0) break;
    const first = model.rows();
    model.addCuts(cuts);
    rows.push(...cuts.map((_, k) => first + k));
    const next = model.relax(clock);
    if (next.outcome !== 'optimal') break;
    if (next.objective - objective < SMALL_GAIN * Math.abs(objective)) small += 1;
    relaxation = next;
  }
  return { relaxation, rows };
}

type Columns = readonly Required<ColumnSpec>[];

function toBase(columns: Columns, { terms, lower }: Row, primal: Float64Array): RoundingBase {
  const sums = new Map<number, number>();
  for (const [coefficient, c] of terms) sums.set(c, (sums.get(c) ?? 0) + coefficient);
  const all = [...sums].filter(([c, coefficient]) => coefficient !== 0 && (columns[c]?.upper ?? 0) > 0);
  const integers = all.filter(([c]) => columns[c]?.integer);
  const slack = all.filter(([c]) => !columns[c]?.integer).map(([c, mw]): Term => [mw, c]);
  return {
    columns: Int32Array.from(integers, ([c]) => c),
    coefficients: Float64Array.from(integers, ([, coefficient]) => coefficient),
    lower: Float64Array.from(integers, ([c]) => columns[c]?.lower ?? 0),
    upper: Float64Array.from(integers, ([c]) => columns[c]?.upper ?? 0),
    values: Float64Array.from(integers, ([c]) => primal[c] ?? 0),
    slack,
    slackValue: slack.reduce((mw, [coefficient, c]) => mw + coefficient * (primal[c] ?? 0), 0),
    least: lower,
  };
}
