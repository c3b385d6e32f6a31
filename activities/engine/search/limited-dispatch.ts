/**
 * Dispatch of an hour within the flow limits, before and after contingencies: a small linear program (`hourProgram`) to
 * which limits are added as they are violated. Those of the hours before are there from the beginning.
 */
import { atLeast, atMost, equal, type Milp, MilpBuilder, type Row, type Term } from '../../milp/model.ts';
import { limitOf } from '../../network/line-limits.ts';
import { createScreening, type FlowLimitViolation } from '../../network/screening.ts';
import type { SolverSession } from '../../solvers/solver.ts';
import {
  type HourDispatch,
  type Offer,
  offers,
  type Redispatch,
  residuals,
  type Shortage,
} from '../../uc/hourly-dispatch.ts';
import type { Windows } from '../../uc/output-windows.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { limitedFlow, limitName } from '../model/network-rows.ts';

interface Means {
  open(milp: Milp): Promise<SolverSession>;
  /** s. */
  leftS(): number;
}

/** MW. */
const TOLERANCE = 1e-5;
const MOST_ROUNDS = 30;
const MOST_REMEMBERED = 30;
/** s. */
const LEAST_S = 0.1;

export function limitedDispatch(prepared: PreparedCase, means: Means) {
  const { instance, factors, contingencies } = prepared;
  const { network, periods, payload } = instance;
  if (!factors) return undefined;
  const screen = createScreening(
    factors,
    network,
    contingencies.map(({ lines }) => lines),
  );
  const penalties = new Map(payload.transmission_lines?.map((line) => [line.id, line.penalty_usd_per_mwh]));
  const soft = [...network.lines.keys()].filter(
    (l) => penalties.get(network.lines[l]?.id ?? '') !== undefined,
  );
  const overflows = new Map(soft.map((line) => [line, new Array<number>(periods).fill(0)]));
  const remembered = new Map<string, Limit>();
  const violated = (t: number, dispatch: HourDispatch, known: ReadonlySet<string>): FlowLimitViolation[] =>
    screen([injectionOf(prepared, dispatch, t)], {
      firstHour: t,
      tolerance: TOLERANCE,
      perLine: 1,
      perHour: 20,
      known: (line, contingency, _, direction) => known.has(inAnyHour({ line, contingency, direction })),
      overflow: (line) => overflows.get(line)?.[t] ?? 0,
    });
  /** Adds limits until no other is broken. */
  const within = async (
    t: number,
    windows: Windows,
    first: readonly Limit[],
  ): Promise<HourDispatch | Shortage> => {
    const hour = hourProgram(prepared, windows, t, penalties);
    const session = await means.open(hour.milp);
    const known = new Set<string>();
    const add = (limit: Limit): void => {
      const name = inAnyHour(limit);
      if (known.has(name)) return;
      known.add(name);
      if (remembered.size < MOST_REMEMBERED) remembered.set(name, limit);
      hour.limit(session, limit);
    };
    try {
      let broken: readonly Limit[] = [...remembered.values(), ...first];
      for (let round = 0; round < MOST_ROUNDS && means.leftS() > 0; round++) {
        broken.forEach(add);
        const relaxation = session.relax({
          timeLimitS: Math.max(LEAST_S, means.leftS()),
          // A search that was stopped may have left nothing but this.
          evenIfStopped: true,
        });
        if (relaxation.outcome !== 'optimal') break;
        const found = hour.read(relaxation.primal, overflows);
        broken = violated(t, found, known);
        if (broken.length > 0) continue;
        const missing = hour.excess(relaxation.primal);
        return missing === 0 ? found : { hour: t, missing, worth: hour.worth(relaxation.rowDual), windows };
      }
      return { hour: t, missing: 0 };
    } finally {
      session.dispose();
    }
  };
  const redispatch: Redispatch = async (t, windows, merit) => {
    if (means.leftS() <= 0) return { hour: t, missing: 0 };
    for (const hours of overflows.values()) hours[t] = 0;
    const broken = violated(t, merit, new Set());
    if (broken.length === 0) return merit;
    return within(t, windows, broken);
  };
  /** MW by line id, shape [T], of the last dispatch of each hour; soft lines only. */
  const overflow = (): Record<string, number[]> =>
    Object.fromEntries([...overflows].map(([line, hours]) => [network.lines[line]?.id ?? '', [...hours]]));
  return { redispatch, overflow };
}

/** What a MW beyond a hard limit costs, so that it is broken where nothing else helps, $/MWh. */
const BROKEN = 1e5;
/** MW. */
const ROUNDING = 1e-6;

type Limit = Pick<FlowLimitViolation, 'line' | 'contingency' | 'direction'>;

const inAnyHour = (limit: Limit): string => limitName({ ...limit, hour: 0 });

/** Supply less load of each bus, MW. */
function injectionOf({ instance }: PreparedCase, found: HourDispatch, t: number): Float64Array {
  const { units, renewables, load, buses } = instance;
  const net = Float64Array.from(buses, (_, b) => (found.unserved[b] ?? 0) - (load[b]?.[t] ?? 0));
  const add = (b: number, mw: number): void => {
    net[b] = (net[b] ?? 0) + mw;
  };
  for (const [g, { bus }] of units.entries()) add(bus, found.output[g] ?? 0);
  for (const [i, { at }] of renewables.entries()) add(at, found.renewable[i] ?? 0);
  return net;
}

/** Columns and balances of the hour. */
function hourColumns({ instance }: PreparedCase, windows: Windows, t: number) {
  const { units, renewables, buses, load, network, unservedPrice } = instance;
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
  const shed = unservedPrice === undefined ? [] : [...load.keys()].filter((b) => (load[b]?.[t] ?? 0) > 0);
  for (const b of shed) {
    milp.column({ upper: load[b]?.[t] ?? 0, cost: unservedPrice ?? 0 });
    at.push(b);
  }
  for (const [island, mw] of residuals(instance, base, t).entries()) {
    const terms = at.flatMap((b, c): Term[] => (network.island[b] === island ? [[1, c]] : []));
    milp.row(equal(mw, terms));
  }
  return { milp, base, offered, at, shed };
}

/**
 * The linear program of one hour: what units and renewables have above their least output, load that may be shed, and soft
 * lines, with a balance for each island. `penalties`: $/MWh of soft lines by id.
 */
function hourProgram(
  prepared: PreparedCase,
  windows: Windows,
  t: number,
  penalties: ReadonlyMap<string, number | undefined>,
) {
  const { network, buses } = prepared.instance;
  const { milp, base, offered, at, shed } = hourColumns(prepared, windows, t);
  const fixed = injectionOf(prepared, base, t);
  const columns = new Map<number, number>();
  const broken: number[] = [];
  const rows: Float64Array[] = [];
  let next = milp.columns.length;
  return {
    milp,
    limit(session: SolverSession, { line, contingency, direction }: Limit): void {
      const most = limitOf(network, line, contingency, t);
      // A limit of another hour need not be one of this.
      if (most === Number.POSITIVE_INFINITY) return;
      const { id = '' } = network.lines[line] ?? {};
      const { factors, offset } = limitedFlow(prepared, { line, contingency, hour: t, direction });
      const flow = factors.reduce((mw, factor, b) => mw + factor * (fixed[b] ?? 0), offset);
      const terms = at.map((b, c): Term => [factors[b] ?? 0, c]);
      const cost = penalties.get(id);
      if (cost !== undefined) {
        if (!columns.has(line)) {
          session.addColumns([{ cost }]);
          columns.set(line, next++);
        }
        terms.push([-direction, columns.get(line) ?? 0]);
      } else {
        session.addColumns([{ cost: BROKEN }]);
        broken.push(next);
        terms.push([-direction, next++]);
      }
      rows.push(factors);
      session.addRows([limitRow(direction, most, flow, terms)]);
    },
    /** MW by which hard limits are broken. */
    excess(primal: Float64Array): number {
      const mw = broken.reduce((sum, column) => sum + Math.max(0, primal[column] ?? 0), 0);
      return mw > ROUNDING ? mw : 0;
    },
    /** What a MW more is worth at each bus, $/MWh. */
    worth: (rowDual: Float64Array): Float64Array =>
      Float64Array.from(buses, (_, b) =>
        rows.reduce(
          (usd, factors, k) => usd + (rowDual[network.islands + k] ?? 0) * (factors[b] ?? 0),
          rowDual[network.island[b] ?? 0] ?? 0,
        ),
      ),
    read(primal: Float64Array, overflows: ReadonlyMap<number, number[]>): HourDispatch {
      const found = {
        output: base.output.slice(),
        renewable: base.renewable.slice(),
        unserved: base.unserved.slice(),
      };
      for (const [c, { to, position }] of offered.entries())
        found[to][position] = (found[to][position] ?? 0) + Math.max(0, primal[c] ?? 0);
      for (const [k, b] of shed.entries()) found.unserved[b] = Math.max(0, primal[offered.length + k] ?? 0);
      for (const [line, column] of columns) {
        const hours = overflows.get(line);
        if (hours) hours[t] = Math.max(0, primal[column] ?? 0);
      }
      return found;
    },
  };
}

const limitRow = (direction: 1 | -1, most: number, flow: number, terms: readonly Term[]): Row =>
  direction > 0 ? atMost(most - flow, terms) : atLeast(-most - flow, terms);
