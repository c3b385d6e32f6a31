/** The linear program of one hour within flow limits. */
import { valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { atLeast, atMost, equal, MilpBuilder, type Row, type Term } from '../../milp/model.ts';
import { limitOf } from '../../network/line-limits.ts';
import type { FlowLimitViolation } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import { type HourDispatch, type Offer, offers, residuals } from '../../uc/hourly-dispatch.ts';
import type { Windows } from '../../uc/output-windows.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { limitedFlow, limitName } from '../model/network-rows.ts';

/** Cost of exceeding a hard limit, $/MWh; so high that the limit is exceeded only if nothing else helps. */
const BROKEN = 1e5;
/** Rounding error, MW. */
const ROUNDING = 1e-6;

export type Limit = Pick<FlowLimitViolation, 'line' | 'contingency' | 'direction'>;

export const inAnyHour = (limit: Limit): string => limitName({ ...limit, hour: 0 });

/** Supply less load at each bus, MW. */
export function injectionOf({ instance }: PreparedCase, dispatch: HourDispatch, t: number): Float64Array {
  const { units, renewables, load, buses } = instance;
  const net = Float64Array.from(buses, (_, b) => (dispatch.unserved[b] ?? 0) - (load[b]?.[t] ?? 0));
  const add = (b: number, mw: number): void => {
    net[b] = (net[b] ?? 0) + mw;
  };
  for (const [g, { bus }] of units.entries()) add(bus, dispatch.output[g] ?? 0);
  for (const [i, { at }] of renewables.entries()) add(at, dispatch.renewable[i] ?? 0);
  return net;
}

/** Columns and balances of the hour. */
function hourColumns({ instance }: PreparedCase, windows: Windows, t: number) {
  const { units, renewables, buses, sheddable, network } = instance;
  const milp = new MilpBuilder();
  const base: HourDispatch = {
    output: windows.low,
    renewable: Float64Array.from(renewables, ({ p_min }) => p_min[t] ?? 0),
    unserved: new Float64Array(buses.length),
  };
  const offered = offers(instance, windows, t);
  const busOf = ({ to, position }: Offer): number =>
    (to === 'output' ? units[position]?.bus : renewables[position]?.at) ?? 0;
  /** Bus of each column. */
  const at = offered.map(busOf);
  for (const { mw, price } of offered) milp.column({ upper: mw, cost: price });
  const shed = sheddable.filter(({ most }) => (most[t] ?? 0) > 0);
  for (const { at: b, most, price } of shed) {
    milp.column({ upper: most[t] ?? 0, cost: price[t] ?? 0 });
    at.push(b);
  }
  for (const [island, mw] of residuals(instance, base, t).entries()) {
    const terms = at.flatMap((b, c): Term[] => (network.island[b] === island ? [[1, c]] : []));
    milp.row(equal(mw, terms));
  }
  return { milp, base, offered, at, shed };
}

/**
 * The linear program of one hour. Its columns are the output of units and renewables above their minimum, load that may
 * be shed, and the overload of soft lines; each island has a balance.
 */
export function hourProgram(prepared: PreparedCase, windows: Windows, t: number) {
  const { network, buses } = prepared.instance;
  const { milp, base, offered, at, shed } = hourColumns(prepared, windows, t);
  const fixed = injectionOf(prepared, base, t);
  const penaltyOf = (line: number) => valueAt(network.lines[line]?.element.penalty_usd_per_mwh, t);
  /** Each line has one overload column, which the limits with and without an outage share. */
  const columns = new Map<number, number>();
  const rows: Float64Array[] = [];
  let next = milp.columns.length;
  return {
    milp,
    limit(session: SolverSession, { line, contingency, direction }: Limit): void {
      const most = limitOf(network, line, contingency, t);
      // A limit of another hour may be absent in this hour.
      if (most === Number.POSITIVE_INFINITY) return;
      const { factors, offset } = limitedFlow(prepared, { line, contingency, hour: t, direction });
      const flow = factors.reduce((mw, factor, b) => mw + factor * (fixed[b] ?? 0), offset);
      const terms = at.map((b, c): Term => [factors[b] ?? 0, c]);
      if (!columns.has(line)) {
        session.addColumns([{ cost: penaltyOf(line) ?? BROKEN }]);
        columns.set(line, next++);
      }
      terms.push([-direction, columns.get(line) ?? 0]);
      rows.push(factors);
      session.addRows([limitRow(direction, most, flow, terms)]);
    },
    /** Sum of the excesses over hard limits in a solution, MW. */
    excess(primal: Float64Array): number {
      const hard = [...columns].filter(([line]) => penaltyOf(line) === undefined);
      const mw = hard.reduce((sum, [, column]) => sum + Math.max(0, primal[column] ?? 0), 0);
      return mw > ROUNDING ? mw : 0;
    },
    /** Excess of a line over its limits in a solution, MW. */
    beyond:
      (primal: Float64Array) =>
      (line: number): number =>
        Math.max(0, primal[columns.get(line) ?? -1] ?? 0),
    /** Value of 1 MW added at each bus, $/MWh. */
    worth: (rowDual: Float64Array): Float64Array =>
      Float64Array.from(buses, (_, b) =>
        rows.reduce(
          (usd, factors, k) => usd + (rowDual[network.islands + k] ?? 0) * (factors[b] ?? 0),
          rowDual[network.island[b] ?? 0] ?? 0,
        ),
      ),
    read(primal: Float64Array, overflows: ReadonlyMap<number, number[]>): HourDispatch {
      const dispatch = {
        output: base.output.slice(),
        renewable: base.renewable.slice(),
        unserved: base.unserved.slice(),
      };
      for (const [c, { to, position }] of offered.entries())
        dispatch[to][position] = (dispatch[to][position] ?? 0) + Math.max(0, primal[c] ?? 0);
      for (const [k, { at: b }] of shed.entries())
        dispatch.unserved[b] = (dispatch.unserved[b] ?? 0) + Math.max(0, primal[offered.length + k] ?? 0);
      for (const [line, column] of columns) {
        const hours = overflows.get(line);
        if (hours) hours[t] = Math.max(0, primal[column] ?? 0);
      }
      return dispatch;
    },
  };
}

const limitRow = (direction: 1 | -1, most: number, flow: number, terms: readonly Term[]): Row =>
  direction > 0 ? atMost(most - flow, terms) : atLeast(-most - flow, terms);
