/**
 * Rows of the network that solutions turned out to violate: flow limits of the base case and after contingencies, and
 * tangents of the losses. They are noted while a solver runs and added when it has ended.
 */

import type { SavedLimit } from '../../../temporal/case/messages/warm-start.ts';
import { type ColumnSpec, column as toColumn } from '../../milp/model.ts';
import { limitOf } from '../../network/line-limits.ts';
import { createScreening, type ScreeningOptions } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { type FlowLimit, flowLimit } from '../../uc/formulation/flow-limit.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { type LossLimit, lossTangentRow } from '../../uc/formulation/loss-tangent.ts';
import type { Instance } from '../../uc/instance.ts';
import { drawLosses, factorsWithLosses } from '../../uc/losses.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { netInjections, violatedTangents } from './loss-limits.ts';
import type { ModelRows } from './model-rows.ts';

/** A flow limit in the model. */
export interface ModelledLimit extends FlowLimit {
  readonly line: number;
  /** Position in the contingencies of the case; null = base case. */
  readonly contingency: number | null;
  /** Row of the model. */
  readonly row: number;
}

/** A tangent of the losses in the model. */
interface ModelledTangent extends LossLimit {
  readonly row: number;
}

export interface NetworkRows {
  readonly limits: readonly ModelledLimit[];
  readonly tangents: readonly ModelledTangent[];
  /** True when a solution is screened in a few milliseconds. */
  readonly isScreenedQuickly: boolean;
  /** Notes the rows that `primal` violates, more finely where it is priced; returns how many. */
  note(primal: Float64Array, isPriced?: boolean): number;
  /** Adds the rows noted; returns how many. */
  add(): number;
  /** Adds those of these flow limits that the case has. */
  addLimits(limits: readonly SavedLimit[]): void;
}

/** MW. */
const TOLERANCE = 1e-5;
const SELECTION = { firstHour: 0, tolerance: TOLERANCE, perLine: 1, perHour: 20 } as const;
/** Lines by outages by hours. */
const QUICKLY_SCREENED = 5e6;

export function createNetworkRows(
  prepared: PreparedCase,
  formulation: Formulation,
  rows: ModelRows,
  overflows: OverflowColumns,
): NetworkRows {
  const { instance, factors, contingencies } = prepared;
  const { injections } = formulation;
  const { network, periods } = instance;
  const limits: ModelledLimit[] = [];
  const tangents: ModelledTangent[] = [];
  const notedLimits: SavedLimit[] = [];
  const notedTangents: LossLimit[] = [];
  const known = new Set<string>();
  const outages = contingencies.map(({ lines }) => lines);
  const screen = factors && createScreening(factors, network, outages);

  const isOfCase = ({ line, contingency, hour }: SavedLimit): boolean =>
    hour < periods &&
    (contingency === null || contingency < outages.length) &&
    factors?.monitored.includes(line) === true &&
    limitOf(network, line, contingency, hour) < Number.POSITIVE_INFINITY;
  const toLimit = (noted: SavedLimit, at: number): ModelledLimit => {
    const { line, contingency, hour, direction } = noted;
    return {
      line,
      contingency,
      hour,
      direction,
      limit: limitOf(network, line, contingency, hour),
      ...limitedFlow(prepared, noted),
      overflow: overflows.column(line, hour),
      row: rows.count() + at,
    };
  };
  const options = (primal: Float64Array): ScreeningOptions => ({
    ...SELECTION,
    known: (line, contingency, hour, direction) =>
      known.has(limitName({ line, contingency, hour, direction })),
    overflow: (line, hour) => overflows.value(primal, line, hour),
  });
  const add = (): number => {
    const before = rows.count();
    const found = notedLimits.splice(0).map(toLimit);
    rows.add(found.map((limit) => flowLimit(instance, injections, limit)));
    limits.push(...found);
    const touched = notedTangents.splice(0);
    tangents.push(...touched.map((tangent, at) => ({ ...tangent, row: rows.count() + at })));
    rows.add(touched.map((tangent) => lossTangentRow(instance, injections, tangent)));
    return rows.count() - before;
  };
  return {
    limits,
    tangents,
    isScreenedQuickly: network.lines.length * (1 + outages.length) * periods <= QUICKLY_SCREENED,
    note(primal, isPriced = false) {
      if (!factors || !screen) return 0;
      const net = netInjections(instance, formulation, primal);
      const found = screen(drawLosses(instance, net), options(primal));
      for (const violation of found) known.add(limitName(violation));
      const touched = violatedTangents(instance, formulation, factors, net, primal, isPriced);
      notedLimits.push(...found);
      notedTangents.push(...touched);
      return found.length + touched.length;
    },
    add,
    addLimits(wanted) {
      for (const limit of wanted) {
        if (!isOfCase(limit) || known.has(limitName(limit))) continue;
        known.add(limitName(limit));
        notedLimits.push(limit);
      }
      add();
    },
  };
}

export const limitName = ({ line, contingency, hour, direction }: SavedLimit): string =>
  `${line}/${contingency}/${hour}/${direction}`;

/** The flow of the line of a limit, in the network that is left then. */
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

/** One overflow variable per soft line and hour, made when first needed, shared by base case and contingencies. */
export interface OverflowColumns {
  /** Overflow columns made so far, in order. */
  readonly specs: readonly Required<ColumnSpec>[];
  /** Column of a soft line, undefined for a hard one. */
  column(line: number, hour: number): number | undefined;
  /** MW. */
  value(primal: Float64Array, line: number, hour: number): number;
  /** MW by line id, shape [T]; soft lines only. */
  series(primal: Float64Array): Record<string, number[]>;
}

export function createOverflowColumns(
  { network, periods }: Instance,
  session: SolverSession,
  firstColumn: number,
): OverflowColumns {
  const columns = new Map<string, number>();
  const specs: Required<ColumnSpec>[] = [];
  const value = (primal: Float64Array, line: number, hour: number): number =>
    Math.max(0, primal[columns.get(`${line}/${hour}`) ?? -1] ?? 0);
  return {
    specs,
    value,
    column(line, hour) {
      const cost = network.lines[line]?.element.penalty_usd_per_mwh;
      if (cost === undefined) return undefined;
      const known = columns.get(`${line}/${hour}`);
      if (known !== undefined) return known;
      const spec = toColumn({ cost });
      session.addColumns([spec]);
      specs.push(spec);
      const added = firstColumn + columns.size;
      columns.set(`${line}/${hour}`, added);
      return added;
    },
    series: (primal) =>
      Object.fromEntries(
        [...network.lines.entries()]
          .filter(([, { element }]) => element.penalty_usd_per_mwh !== undefined)
          .map(([line, { id }]) => [id, Array.from({ length: periods }, (_, t) => value(primal, line, t))]),
      ),
  };
}
