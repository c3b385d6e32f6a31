/**
 * The relaxation of a model that is too large to relax as a whole, by sifting over the commitment (Bixby, Gregory,
 * Lustig, Marsten, Shanno, Very large-scale linear programming, Operations Research 40, 1992). The units are priced at
 * some duals, and only decisions whose min-marginals rise little are left open. The model within these bounds is small,
 * and gives the duals for the next pricing. Prices move within a box around the best prices so far, since far from
 * these the small model predicts the whole model badly. The result is the best Lagrangian bound. It holds for any
 * duals, and equals the relaxation when the two bounds meet.
 */

import type { Formulation } from '../../../uc/formulation/index.ts';
import { type Lagrangian, lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import { thresholdBounds } from '../../../uc/lagrangian/threshold-bounds.ts';
import { meritOrderPrices } from '../../../uc/merit-order.ts';
import { type Bounds, boundColumns, restrictModel } from '../../model/restricted-model.ts';
import type { Dispatch, Search } from '../kernels/search.ts';
import { thresholdsOf } from '../kernels/search-kernels.ts';
import { addPriceBox, type PricedRow, priceBoxes } from './price-box.ts';

/** Share of unit-hours that are open; doubled if the open part has no solution. */
const OPEN_SHARE = 0.12;
/**
 * Half the width of the first box, as a share of the price. The next constants are the largest half width, and the
 * factor by which it changes.
 */
const FIRST_WIDTH = 0.1;
const MOST_WIDTH = 3;
const STEP = 2.5;
/** The box widens if the step gains more than this share of the gain predicted by the small model. */
const PROMISED = 0.5;
/**
 * The bounds meet if they differ by less than this share of the cost, and if the remaining slack is less than the next
 * constant, as a share of the load.
 */
const CLOSE = 5e-4;
const LITTLE_SLACK = 1e-5;
/** Share of the rows that the last solution may violate; the search adds these rows later. */
const FEW = 1e-3;
const MOST_ROUNDS = 20;
/**
 * Largest rise of the bound, as a multiple of the first bound. A larger rise shows that some demand cannot be met at
 * any price.
 */
const UNAFFORDABLE = 20;

interface Center {
  readonly duals: Float64Array;
  readonly relaxed: Lagrangian;
}

interface Sifting {
  readonly center: Center;
  /** Bounds of the integer columns; the decisions between them are open. */
  readonly open: Bounds;
  /** Share of unit-hours that are open around a center. */
  readonly share: number;
  /** Half the width of the box around the center, as a share of the price. */
  readonly width: number;
}

/**
 * Number of rows above which a model is sifted. A lower number applies if most hours have ramps and there is no
 * network, since such a model is relaxed slowly.
 */
const MOST_ROWS = 200_000;
const MOST_ROWS_RAMPED = 80_000;
const RAMPED = 0.5;

export function isSifted({ session, integers, instance, formulation }: Search): boolean {
  if (!session.isIncremental || integers.count === 0) return false;
  const { deferred, sharedFrom, milp } = formulation;
  const ramps = deferred.filter((row) => row >= sharedFrom).length;
  const { network, units, periods } = instance;
  const isRamped = network.lines.length === 0 && ramps > RAMPED * units.length * periods;
  return milp.rows.length > (isRamped ? MOST_ROWS_RAMPED : MOST_ROWS);
}

/**
 * Sifts a model; undefined if no prices give a bound. Outcome `limit`: the bounds did not meet in time, or cannot meet.
 * `rowDual`: duals at which the bound holds, by row of the model. Network rows that solutions violate are added.
 */
export async function siftRelaxation(
  search: Search,
  leftS: () => number,
): Promise<
  Dispatch | { readonly outcome: 'limit'; readonly bound: number; readonly rowDual: Float64Array } | undefined
> {
  const center = priceAt(search, firstDuals(search));
  if (!center) return undefined;
  showBound(search, center);
  const boxAround = priceBoxes(search, center.duals);
  let sifting = opened(search, { center, share: OPEN_SHARE, width: FIRST_WIDTH });
  for (let round = 0; round < MOST_ROUNDS && leftS() > 0 && isAffordable(sifting, center); round++) {
    const box = boxAround(sifting.center.duals, sifting.width);
    const small = await relaxWithin(search, sifting.open, box, leftS());
    if (!small) {
      if (sifting.share >= 1) break;
      sifting = opened(search, { ...sifting, share: 2 * sifting.share });
      continue;
    }
    const added = search.model.addViolated(small.primal);
    sifting = moved(search, sifting, small);
    showBound(search, sifting.center);
    const { relaxed, duals } = sifting.center;
    if (added <= FEW * search.model.rows() && haveMet(search, relaxed, small))
      return { outcome: 'optimal', objective: relaxed.bound, primal: small.primal, rowDual: duals };
  }
  return { outcome: 'limit', bound: sifting.center.relaxed.bound, rowDual: sifting.center.duals };
}

const showBound = ({ show }: Search, { relaxed: { bound } }: Center): void => show({ bound, nodes: null });

const opened = (search: Search, sifting: Omit<Sifting, 'open'>): Sifting => ({
  ...sifting,
  open: cheapest(search, sifting.center.relaxed, sifting.share),
});

/**
 * Moves to better duals; widens the box if the small model predicted the gain well. Without a gain, opens more
 * decisions in a smaller box.
 */
function moved(search: Search, sifting: Sifting, small: Small): Sifting {
  const { center, open, share, width } = sifting;
  const next = priceAt(search, small.duals);
  const narrower = { ...sifting, width: width / STEP };
  if (!next) return narrower;
  const { bound } = center.relaxed;
  const gain = next.relaxed.bound - bound;
  if (gain <= 0) return { ...narrower, open: union(open, cheapest(search, next.relaxed, share)) };
  const isHeld = gain > PROMISED * (small.objective - bound);
  const wider = isHeld ? Math.min(MOST_WIDTH, width * STEP) : width;
  return opened(search, { center: next, share, width: wider });
}

const isAffordable = ({ center }: Sifting, first: Center): boolean =>
  center.relaxed.bound - first.relaxed.bound <= UNAFFORDABLE * Math.abs(first.relaxed.bound);

function haveMet(
  { instance: { load } }: Search,
  { bound }: Lagrangian,
  { objective, slack }: Small,
): boolean {
  const total = load.flat().reduce((sum, mw) => sum + Math.abs(mw), 0);
  return slack <= LITTLE_SLACK * total && objective - bound <= CLOSE * Math.abs(objective);
}

/** First duals: energy at its merit-order price, all others 0. */
function firstDuals({ instance, formulation, model }: Search): Float64Array {
  const duals = new Float64Array(model.rows());
  for (const [island, prices] of meritOrderPrices(instance).entries()) {
    for (const [t, price] of prices.entries()) {
      const row = formulation.balanceRows[island]?.[t];
      if (row !== undefined) duals[row] = price;
    }
  }
  return duals;
}

function priceAt({ instance, formulation, model }: Search, initialDuals: Float64Array): Center | undefined {
  const duals = withFreeCounts(formulation, initialDuals);
  const relaxed = lagrangian(instance, formulation, { ...model.parts(), duals });
  return relaxed && { duals, relaxed };
}

/**
 * Sets the prices of numbers of units to their value in the capacity rows: at any other price, the Lagrangian solution
 * would have these numbers at a bound.
 */
function withFreeCounts({ counts, capacityRows }: Formulation, prices: Float64Array): Float64Array {
  const duals = prices.slice();
  for (const { row, hour, mw } of counts) duals[row] = mw * (prices[capacityRows[hour] ?? -1] ?? 0);
  return duals;
}

/** Bounds that leave open the decisions that raise the Lagrangian bound least. */
function cheapest({ formulation, model, integers }: Search, relaxed: Lagrangian, share: number): Bounds {
  const thresholds = thresholdsOf(relaxed);
  const threshold = (thresholds[Math.floor(share * thresholds.length)] ?? Infinity) * (1 + 1e-9);
  return thresholdBounds(formulation, relaxed, model.parts().columns, integers.columns, threshold);
}

/** Bounds that leave a decision open if either of two bounds leaves it open. */
const union = (a: Bounds, b: Bounds): Bounds => ({
  lower: a.lower.map((value, k) => Math.min(value, b.lower[k] ?? value)),
  upper: a.upper.map((value, k) => Math.max(value, b.upper[k] ?? value)),
});

/** An optimum within bounds and a box, converted to a solution of the whole model. */
interface Small {
  /** Objective, $. */
  readonly objective: number;
  /** Duals in the whole model, shape [rows], 0 for omitted rows. `primal`: the solution, shape [columns]. */
  readonly duals: Float64Array;
  readonly primal: Float64Array;
  /** Slack of the box that the solution uses, MW. */
  readonly slack: number;
}

/**
 * Solves the relaxation within bounds of the integer columns and a box of prices. Undefined if it has no solution, or
 * time is up.
 */
async function relaxWithin(
  { model, integers, openPart }: Search,
  open: Bounds,
  box: readonly PricedRow[],
  timeLimitS: number,
): Promise<Small | undefined> {
  const { columns, rows } = model.parts();
  const small = restrictModel({ columns: boundColumns(columns, integers.columns, open), rows });
  if (!small) return undefined;
  const slack = addPriceBox(small, box);
  const session = await openPart(small.milp);
  try {
    const relaxation = session.relax({ timeLimitS });
    if (relaxation.outcome !== 'optimal') return undefined;
    const { objective, primal, rowDual } = relaxation;
    const duals = new Float64Array(rows.length);
    for (const [at, row] of small.rows.entries()) duals[row] = rowDual[at] ?? 0;
    return {
      objective: objective + small.constant,
      duals,
      primal: small.expand(primal),
      slack: slack.reduce((mw, column) => mw + (primal[column] ?? 0), 0),
    };
  } finally {
    session.dispose();
  }
}
