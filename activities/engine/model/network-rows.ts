/**
 * Network rows that solutions violate: flow limits without an outage and after contingencies, and tangents of losses.
 * Rows are noted while a solver runs, and added when the solver has ended.
 */
import { numberAt } from '../../../temporal/case/arithmetic/series.ts';
import type { SavedLimit } from '../../../temporal/case/messages/warm-start.ts';
import { type ColumnSpec, column as toColumn } from '../../milp/model.ts';
import { limitOf } from '../../network/line-limits.ts';
import { islandBuses, lineAt } from '../../network/network.ts';
import { createScreening, type ScreeningOptions } from '../../network/screening.ts';
import type { ShiftFactors } from '../../network/shift-factors.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { type FlowLimit, flowLimit } from '../../uc/formulation/flow-limit.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { type LossLimit, lossTangentRow } from '../../uc/formulation/loss-tangent.ts';
import type { Instance } from '../../uc/instance.ts';
import { drawLosses, factorsWithLosses, lossTangent } from '../../uc/losses.ts';
import type { Variables } from '../../uc/variables.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { ModelledLimit, ModelRows } from './model-rows.ts';

/** Tolerance of flow limits, MW. */
const TOLERANCE = 1e-5;
const SELECTION = { firstHour: 0, tolerance: TOLERANCE, perLine: 1, perHour: 20 } as const;
/** Number of lines times outages times hours up to which screening is quick. */
const QUICKLY_SCREENED = 5e6;

export function createNetworkRows(
  prepared: PreparedCase,
  formulation: Formulation,
  rows: ModelRows,
  overflows: OverflowColumns,
) {
  const { instance, factors, contingencies } = prepared;
  const { injections } = formulation;
  const { network, periods } = instance;
  const limits: ModelledLimit[] = [];
  const tangents: (LossLimit & { readonly row: number })[] = [];
  const notedLimits: SavedLimit[] = [];
  const notedTangents: LossLimit[] = [];
  const knownLimits = new Set<string>();
  const outages = contingencies.map(({ lines }) => lines);
  const screen = factors && createScreening(factors, network, outages);

  const isOfCase = ({ line, contingency, hour }: SavedLimit): boolean =>
    hour < periods &&
    (contingency === null || contingency < outages.length) &&
    factors?.monitored.includes(line) === true &&
    limitOf(network, line, contingency, hour) < Number.POSITIVE_INFINITY;
  const toLimit = (saved: SavedLimit) => {
    const { line, contingency, hour, direction } = saved;
    return {
      ...{ line, contingency, hour, direction },
      limit: limitOf(network, line, contingency, hour),
      ...limitedFlow(prepared, saved),
      overflow: overflows.column(line, hour),
    };
  };
  const options = (primal: Float64Array): ScreeningOptions => ({
    ...SELECTION,
    known: (line, contingency, hour, direction) =>
      knownLimits.has(limitName({ line, contingency, hour, direction })),
    overflow: (line, hour) => overflows.value(primal, line, hour),
  });
  /** Adds the noted rows; returns their number. */
  const add = (): number => {
    const newLimits = notedLimits.splice(0).map(toLimit);
    const firstLimit = rows.add(newLimits.map((limit) => flowLimit(instance, injections, limit)));
    limits.push(...newLimits.map((limit, at) => ({ ...limit, row: firstLimit + at })));
    const touched = notedTangents.splice(0);
    const firstTangent = rows.add(touched.map((tangent) => lossTangentRow(instance, injections, tangent)));
    tangents.push(...touched.map((tangent, at) => ({ ...tangent, row: firstTangent + at })));
    return newLimits.length + touched.length;
  };
  return {
    /** Flow limits in the model, each with its row. */
    limits,
    tangents,
    /** True when a solution is screened in a few milliseconds. */
    isScreenedQuickly: network.lines.length * (1 + outages.length) * periods <= QUICKLY_SCREENED,
    /**
     * Notes the rows that `primal` violates; returns their number. `isPriced`: applies finer tolerances, for a solution
     * whose duals become prices.
     */
    note(primal: Float64Array, isPriced = false): number {
      if (!factors || !screen) return 0;
      const net = netInjections(instance, formulation, primal);
      const violations = screen(drawLosses(instance, net), options(primal));
      for (const violation of violations) knownLimits.add(limitName(violation));
      const touched = violatedTangents(instance, formulation, factors, net, primal, isPriced);
      notedLimits.push(...violations);
      notedTangents.push(...touched);
      return violations.length + touched.length;
    },
    add,
    /** Adds the saved flow limits that exist in this case. */
    addLimits(saved: readonly SavedLimit[]): void {
      for (const limit of saved) {
        if (!isOfCase(limit) || knownLimits.has(limitName(limit))) continue;
        knownLimits.add(limitName(limit));
        notedLimits.push(limit);
      }
      add();
    },
  };
}

export const limitName = ({ line, contingency, hour, direction }: SavedLimit): string =>
  `${line}/${contingency}/${hour}/${direction}`;

/** Flow on the line of a limit, in the network without the lines that are lost. */
export function limitedFlow(
  { instance: { network, lossShares }, factors, contingencies }: PreparedCase,
  { line, contingency, hour }: SavedLimit,
): Pick<FlowLimit, 'factors' | 'offset'> {
  const lost = contingency === null ? undefined : contingencies[contingency]?.lines;
  const row = (lost ? factors?.ptdfAfter(line, lost) : factors?.ptdf(line)) ?? new Float64Array();
  const shares = lossShares?.[hour];
  return {
    factors: shares ? factorsWithLosses(network, row, shares) : row,
    offset: factors?.offset(line, lost ?? []) ?? 0,
  };
}

/** Tolerance by which losses may fall short, as a share and in MW. */
interface Precision {
  readonly share: number;
  readonly mw: number;
}

const SEARCHED: Precision = { share: 1e-3, mw: 1e-3 };
/**
 * Tolerance for priced solutions. Prices contain the slopes of the losses, and the relative error of a slope is the
 * square root of the relative error of the losses.
 */
const PRICED: Precision = { share: 1e-5, mw: 1e-6 };
/**
 * Tolerance if DC lines cover the losses within an island. The flows on lines of the island are then small, so errors
 * are a larger share of them.
 */
const EVENED: Precision = { share: 1e-6, mw: 1e-7 };

/**
 * Tangents that a solution violates: one for each island and hour in which losses are too small. `net`: supply less
 * load in the solution `primal`, MW, shape [T][buses]. `isPriced`: true if the duals of the solution become prices.
 */
export function violatedTangents(
  { network, lossShares, dcLines }: Instance,
  { x }: { readonly x: Pick<Variables, 'losses'> },
  factors: ShiftFactors,
  net: readonly Float64Array[],
  primal: Float64Array,
  isPriced = false,
): LossLimit[] {
  if (!lossShares) return [];
  const priced = dcLines.length > 0 ? EVENED : PRICED;
  const { share, mw } = isPriced ? priced : SEARCHED;
  const islands = islandBuses(network);
  /** Positions of the phase shifters of an island in arrays of injections. */
  const anglesIn = (island: number): number[] =>
    network.shifters.flatMap(({ line }, k) =>
      network.island[lineAt(network, line).from] === island ? [network.buses.length + k] : [],
    );
  return net.flatMap((injection, hour) => {
    const tangent = lossTangent(network, factors, injection, lossShares[hour] ?? new Float64Array());
    return islands.flatMap((buses, island): LossLimit[] => {
      const losses = tangent.losses[island] ?? 0;
      const column = x.losses(island, hour);
      if (losses - (primal[column] ?? 0) <= share * losses + mw) return [];
      const atRest = tangent.atRest[island] ?? 0;
      return [{ hour, buses: [...buses, ...anglesIn(island)], factors: tangent.factors, atRest, column }];
    });
  });
}

/** Supply less load of a solution at each bus, MW, and its angles of phase shifters; shape [T][injectionCount]. */
export const netInjections = (
  { periods, load }: Instance,
  { injections }: Pick<Formulation, 'injections'>,
  primal: Float64Array,
): Float64Array[] =>
  Array.from({ length: periods }, (_, t) =>
    Float64Array.from(injections, (hours, b) => {
      let mw = -(load[b]?.[t] ?? 0);
      for (const [coefficient, column] of hours[t] ?? []) mw += coefficient * (primal[column] ?? 0);
      return mw;
    }),
  );

type OverflowColumns = ReturnType<typeof createOverflowColumns>;

/**
 * Overload columns (flow above a soft limit): one per soft line and hour, created when first needed. The limits with
 * and without an outage share the column.
 */
export function createOverflowColumns(
  { network, periods }: Instance,
  session: SolverSession,
  firstColumn: number,
) {
  const columns = new Map<string, number>();
  const specs: Required<ColumnSpec>[] = [];
  /** Overload in a solution, MW. */
  const value = (primal: Float64Array, line: number, hour: number): number =>
    Math.max(0, primal[columns.get(`${line}/${hour}`) ?? -1] ?? 0);
  return {
    /** Overload columns created so far, in their order. */
    specs,
    value,
    /** Overload column of a soft line; undefined for a line with a hard limit. */
    column(line: number, hour: number): number | undefined {
      const penalty = network.lines[line]?.element.penalty_usd_per_mwh;
      if (penalty === undefined) return undefined;
      const existing = columns.get(`${line}/${hour}`);
      if (existing !== undefined) return existing;
      const spec = toColumn({ cost: numberAt(penalty, hour) });
      session.addColumns([spec]);
      specs.push(spec);
      const added = firstColumn + columns.size;
      columns.set(`${line}/${hour}`, added);
      return added;
    },
    /** Overload by line id, MW, shape [T]; soft lines only. */
    series: (primal: Float64Array): Record<string, number[]> =>
      Object.fromEntries(
        [...network.lines.entries()]
          .filter(([, { element }]) => element.penalty_usd_per_mwh !== undefined)
          .map(([line, { id }]) => [id, Array.from({ length: periods }, (_, t) => value(primal, line, t))]),
      ),
  };
}
