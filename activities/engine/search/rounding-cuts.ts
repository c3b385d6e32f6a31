/**
 * Tightens the relaxation with rounding cuts of the capacity rows and of flow limits, in rounds of separating and
 * relaxing again, until they gain little.
 */
import { type RoundingBase, separateRounding } from '../../milp/mixed-integer-rounding.ts';
import { activity, type ColumnSpec } from '../../milp/model.ts';
import { capacityOf } from '../../uc/formulation/capacity.ts';
import { type Relief, reliefOf } from '../../uc/formulation/flow-relief.ts';
import type { Dispatch, Search } from './kernels/search-state.ts';
import { reliefBases } from './relief-bases.ts';

const MOST_ROUNDS = 20;
/** Gains of the bound below this share of it are small; so many of them end the rounds. */
const SMALL_GAIN = 2e-5;
const SMALL_GAINS = 2;
/** Rows with smaller duals do not bind. */
const BINDING = 1e-9;
/** Where single units matter less, cuts cost more than they give. */
const MOST_UNITS = 200;
const PER_ROW = { leastViolation: 0.005, most: 3 } as const;

/** The relaxation with cuts; cuts that do not bind are relaxed again. */
export function addRoundingCuts(search: Search, relaxation: Dispatch): Dispatch {
  if (search.instance.units.length > MOST_UNITS) return relaxation;
  const capacity = capacityBases(search);
  const cut = cutInRounds(search, relaxation, (at) => [
    ...capacity(at),
    ...reliefBases(search, at).map((relief) => ({ relief, divisors: [] })),
  ]);
  const idle = cut.rows.filter((row) => Math.abs(cut.relaxation.rowDual[row] ?? 0) <= BINDING);
  search.model.freeRows(idle);
  return cut.relaxation;
}

/** What is rounded, and divisors besides the coefficients of its fractional columns. */
interface Base {
  readonly relief: Relief;
  readonly divisors: readonly number[];
}

type BasesAt = (relaxation: Dispatch) => Base[];

function capacityBases({ instance, formulation }: Search): BasesAt {
  const divisors = [...new Set(instance.units.flatMap(({ pMax }) => pMax))].filter((mw) => mw > 0);
  const rows = formulation.capacityRows.map((_row, t) => capacityOf(instance, t, formulation.x));
  return ({ primal }) =>
    rows.map((row, t) => ({ relief: reliefOf(instance, formulation, t, row, primal), divisors }));
}

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
    const cuts = basesAt(relaxation).flatMap(({ relief, divisors }) =>
      separateRounding(toBase(columns, relief, primal), { divisors, ...PER_ROW }),
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

function toBase(
  columns: Columns,
  { integers, slack, leastSlack, least }: Relief,
  primal: Float64Array,
): RoundingBase {
  const sums = new Map<number, number>();
  for (const [coefficient, c] of integers) sums.set(c, (sums.get(c) ?? 0) + coefficient);
  const all = [...sums].filter(([c, coefficient]) => coefficient !== 0 && (columns[c]?.upper ?? 0) > 0);
  return {
    columns: Int32Array.from(all, ([c]) => c),
    coefficients: Float64Array.from(all, ([, coefficient]) => coefficient),
    lower: Float64Array.from(all, ([c]) => columns[c]?.lower ?? 0),
    upper: Float64Array.from(all, ([c]) => columns[c]?.upper ?? 0),
    values: Float64Array.from(all, ([c]) => primal[c] ?? 0),
    slack,
    leastSlack,
    slackValue: activity(slack, primal) - leastSlack,
    least,
  };
}
