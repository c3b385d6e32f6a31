/**
 * Tightens the relaxation by rounding cuts of the capacity rows and of flow limits, and by covers (cover-cuts.ts).
 * Rounds of separation and relaxation continue until they gain little.
 */
import { type RoundingBase, separateRounding } from '../../milp/mixed-integer-rounding.ts';
import { activity, type ColumnSpec, type Row, type Term } from '../../milp/model.ts';
import { capacityOf } from '../../uc/formulation/capacity.ts';
import { type Relief, reliefOf } from '../../uc/formulation/flow-relief.ts';
import type { ModelledLimit } from '../model/model-rows.ts';
import { coverCuts } from './cover-cuts.ts';
import type { Dispatch, Search } from './kernels/search.ts';
import type { OpenedSearch } from './open-search.ts';

const MOST_ROUNDS = 20;
/**
 * A round gains little if it raises the bound by less than this share. The next constant is the number of such rounds
 * after which the rounds end.
 */
const SMALL_GAIN = 2e-5;
const SMALL_GAINS = 2;
/** Size of a dual below which its row does not bind. */
const BINDING = 1e-9;
/** Number of units above which cuts cost more than they gain, since each unit matters less. */
const MOST_UNITS = 200;
const PER_ROW = { leastViolation: 0.005, most: 3 } as const;

/** Solves the relaxation with cuts. Cuts that do not bind lose their limits. */
export async function addRoundingCuts(search: OpenedSearch, relaxation: Dispatch): Promise<Dispatch> {
  if (search.instance.units.length > MOST_UNITS) return relaxation;
  const capacity = capacityBases(search);
  const rounded = (at: Dispatch): Row[] => {
    const { columns } = search.model.parts();
    const reliefs = reliefBases(search, at).map((relief) => ({ relief, divisors: [] }));
    return [...capacity(at), ...reliefs].flatMap(({ relief, divisors }) =>
      separateRounding(toBase(columns, relief, at.primal), { divisors, ...PER_ROW }),
    );
  };
  const covers = coverCuts(search);
  try {
    const cut = await cutInRounds(search, relaxation, async (at) => [
      ...rounded(at),
      ...((await covers?.separate(at.primal)) ?? []),
    ]);
    const idle = cut.rows.filter((row) => Math.abs(cut.relaxation.rowDual[row] ?? 0) <= BINDING);
    search.model.freeRows(idle);
    return cut.relaxation;
  } finally {
    covers?.dispose();
  }
}

/** Finds the rows to be rounded, and divisors besides the coefficients of their fractional columns. */
type BasesAt = (relaxation: Dispatch) => { readonly relief: Relief; readonly divisors: readonly number[] }[];

function capacityBases({ instance, formulation }: Search): BasesAt {
  const divisors = [...new Set(instance.units.flatMap(({ pMax }) => pMax))].filter((mw) => mw > 0);
  const rows = formulation.capacityRows.map((_row, t) => capacityOf(instance, t, formulation.x));
  return ({ primal }) =>
    rows.map((row, t) => ({ relief: reliefOf(instance, formulation, t, row, primal), divisors }));
}

/** The last relaxation, and the positions of the cuts in the model. */
async function cutInRounds(
  search: Search,
  begin: Dispatch,
  separate: (relaxation: Dispatch) => Promise<Row[]>,
) {
  const { model, clock } = search;
  const rows: number[] = [];
  let relaxation = begin;
  for (let round = 0, small = 0; round < MOST_ROUNDS && small < SMALL_GAINS; round++) {
    const { objective } = relaxation;
    const cuts = await separate(relaxation);
    if (cuts.length === 0) break;
    const first = model.addCuts(cuts);
    rows.push(...cuts.map((_, k) => first + k));
    const next = model.relax(clock);
    if (next.outcome !== 'optimal') break;
    if (next.objective - objective < SMALL_GAIN * Math.abs(objective)) small += 1;
    relaxation = next;
  }
  return { relaxation, rows };
}

function toBase(
  columns: readonly Required<ColumnSpec>[],
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

/**
 * Most flow limits of an hour to which the balance is added. The next constant is the most units eliminated from each.
 * Larger numbers gain little.
 */
const MOST_LIMITS = 2;
const MOST_DROPPED = 2;
/** A unit closer to a bound of its output than this counts as at the bound, MW. */
const NEAR = 1e-4;

/** A flow limit, written as a row with only a lower limit. */
interface LowerLimit {
  readonly limit: ModelledLimit;
  readonly row: Row;
  /** Distance between the flow and the limit, MW. */
  readonly distance: number;
}

/**
 * Base rows of rounding cuts: requirements of flow limits on the units that relieve their lines. The first rows are the
 * limits of the model alone, binding or not, since a cut may bind where the limit does not. The next rows are the
 * nearest limits of an hour plus a multiple of the balance that eliminates a unit between its bounds
 * (uc/formulation/flow-relief.ts).
 */
function reliefBases(search: Search, { primal }: Dispatch): Relief[] {
  const { instance, formulation, model } = search;
  const { rows } = model.parts();
  const all = model.limits.flatMap((limit): LowerLimit[] => {
    const flow = rows[limit.row];
    if (!flow) return [];
    const row = limit.direction > 0 ? times(-1, flow) : flow;
    return [{ limit, row, distance: activity(row.terms, primal) - row.lower }];
  });
  const hours = Array.from({ length: instance.periods }, (_, hour) => {
    const ofHour = all.filter(({ limit }) => limit.hour === hour).sort((a, b) => a.distance - b.distance);
    const units = ofHour.length > 0 ? unitsBetween(search, hour, primal).slice(0, MOST_DROPPED) : [];
    const balanced = ofHour.slice(0, MOST_LIMITS).flatMap((one) => withoutUnits(search, one, rows, units));
    return [...ofHour.map(({ row }) => row), ...balanced].map((row) =>
      reliefOf(instance, formulation, hour, row, primal),
    );
  });
  return hours.flat();
}

/**
 * The row plus multiples of the balance of its island: one row for each unit, in which the output of this unit cancels
 * out.
 */
function withoutUnits(
  { instance: { network }, formulation: { balanceRows, x } }: Search,
  { limit: { line, hour }, row }: LowerLimit,
  rows: readonly Row[],
  units: readonly number[],
): Row[] {
  const island = network.island[network.lines[line]?.from ?? -1] ?? -1;
  const balance = rows[balanceRows[island]?.[hour] ?? -1];
  if (!balance) return [];
  const factors = units.map((g) => coefficientOf(row, x.above(g, hour)));
  return [...new Set(factors)]
    .filter((factor) => factor !== 0)
    .map((factor) => plus(row, times(-factor, balance)));
}

/** Units between their bounds; those furthest from both bounds come first. */
function unitsBetween(
  { instance, formulation: { x } }: Search,
  hour: number,
  primal: Float64Array,
): number[] {
  return instance.units
    .map(({ pMin, pMax }, g) => {
      const above = primal[x.above(g, hour)] ?? 0;
      const range = (pMax[hour] ?? 0) - (pMin[hour] ?? 0);
      return { g, mw: Math.min(above, range * (primal[x.on(g, hour)] ?? 0) - above) };
    })
    .filter(({ mw }) => mw > NEAR)
    .sort((a, b) => b.mw - a.mw)
    .map(({ g }) => g);
}

const coefficientOf = ({ terms }: Row, position: number): number =>
  terms.reduce((sum, [coefficient, column]) => (column === position ? sum + coefficient : sum), 0);

const times = (factor: number, { lower, upper, terms }: Row): Row => ({
  lower: factor * (factor > 0 ? lower : upper),
  upper: factor * (factor > 0 ? upper : lower),
  terms: terms.map(([coefficient, column]): Term => [factor * coefficient, column]),
});

const plus = (a: Row, b: Row): Row => ({
  lower: a.lower + b.lower,
  upper: a.upper + b.upper,
  terms: [...a.terms, ...b.terms],
});
