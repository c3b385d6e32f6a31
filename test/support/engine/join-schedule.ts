/**
 * Joins the kept hours of the windows to one schedule of the whole horizon, as a result that the verifier can check
 * against the whole payload. Its cost is computed anew, since the cost of a window includes the look-ahead. It has no
 * bound: the optimum of the whole horizon may be cheaper than that of successive windows.
 */
import { scheduleCost } from '../../../activities/rolling/day-totals.ts';
import type { Window } from '../../../activities/rolling/window.ts';
import type {
  LmpComponents,
  Series,
  SolveResult,
  StorageSchedule,
} from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

/** Joins windows, which must be in order, without gaps, and have a schedule each; throws RangeError otherwise. */
export function joinSchedule(payload: SolvePayload, parts: readonly SolvedWindow[]): WindowResult {
  const last = parts.at(-1);
  if (!last || !covers(payload.horizon, parts)) {
    throw new RangeError(`The windows do not cover ${payload.horizon} hours with a schedule each`);
  }
  const hours = joinHours(parts);
  const cost = scheduleCost(payload, hours, payload.horizon);
  const total = cost.energy_usd + cost.no_load_usd + cost.startup_usd + (cost.shutdown_usd ?? 0);
  const { solver, solver_version } = last.result;
  return {
    ...hours,
    solver,
    solver_version,
    solve_time_s: parts.reduce((all, { result }) => all + result.solve_time_s, 0),
    termination_status: 'FEASIBLE',
    objective_value: total + cost.penalty_usd - (cost.bid_value_usd ?? 0),
    total_cost_usd: total,
    cost_breakdown: cost,
    lower_bound_usd: null,
    mip_gap: null,
    node_count: parts.reduce((all, { result }) => all + (result.node_count ?? 0), 0),
    warnings: [...new Set(parts.flatMap(({ result }) => result.warnings))],
  };
}

function covers(horizon: number, parts: readonly SolvedWindow[]): boolean {
  let hour = 0;
  for (const { window, result } of parts) {
    if (window.start !== hour || result.objective_value === null) return false;
    hour += window.kept;
  }
  return hour === horizon;
}

/**
 * Joins the kept hours of the windows series by series. If a window lacks a name, its values in that window are zero.
 */
export type WindowResult = Omit<SolveResult, 'certificate'>;

/** A window that has been solved; only the kept hours of its result are read. */
interface SolvedWindow {
  readonly window: Window;
  readonly result: WindowResult;
}

type Field<T> = (result: WindowResult) => Readonly<Record<string, T>> | undefined;

/** Windows in order. */
function joinHours(parts: readonly SolvedWindow[]) {
  const row = (of: (result: WindowResult) => readonly number[] | undefined): number[] =>
    parts.flatMap(
      ({ window: { kept }, result }) => of(result)?.slice(0, kept) ?? new Array<number>(kept).fill(0),
    );
  /** Joins the series of each name that any window has; undefined if no window has the field. */
  const each = <U>(field: Field<unknown>, join: (name: string) => U): Record<string, U> | undefined => {
    const records = parts.map(({ result }) => field(result)).filter((names) => names !== undefined);
    const names = new Set(records.flatMap((names) => Object.keys(names)));
    return records.length > 0 ? Object.fromEntries([...names].map((name) => [name, join(name)])) : undefined;
  };
  const series = (field: Field<number[]>): Series | undefined =>
    each(field, (name) => row((result) => field(result)?.[name]));
  const prices = (bus: string): LmpComponents => ({
    energy: row((result) => result.lmp_components[bus]?.energy),
    congestion: row((result) => result.lmp_components[bus]?.congestion),
    loss: row((result) => result.lmp_components[bus]?.loss),
  });
  const storageHours = (name: string): StorageSchedule => ({
    charge_mw: row((result) => result.storage?.[name]?.charge_mw),
    discharge_mw: row((result) => result.storage?.[name]?.discharge_mw),
    energy_mwh: row((result) => result.storage?.[name]?.energy_mwh),
  });
  const plain = [
    'flows_mw',
    'overflow_mw',
    'dc_flow_mw',
    'phase_shift_deg',
    'interface_flow_mw',
    'interface_overflow_mw',
    'bid_mw',
    'demand_response_mw',
    'recovered_mw',
  ] as const;
  const joined: { [Name in (typeof plain)[number]]?: Series } = {};
  for (const name of plain) {
    const values = series((result) => result[name]);
    if (values) joined[name] = values;
  }
  const renewable_mw = series((result) => result.renewable_mw);
  const curtailment_mw = series((result) => result.curtailment_mw);
  const reserve_mw = each(
    (result) => result.reserve_mw,
    (product) => series((result) => result.reserve_mw?.[product]) ?? {},
  );
  const reserve_shortfall_mw = series((result) => result.reserve_shortfall_mw);
  const unserved_mw = series((result) => result.unserved_mw);
  const storage = each((result) => result.storage, storageHours);
  const lossy = parts.some(({ result }) => result.losses_mw);
  return {
    commitment: series((result) => result.commitment) ?? {},
    dispatch_mw: series((result) => result.dispatch_mw) ?? {},
    startup: series((result) => result.startup) ?? {},
    lmp: series((result) => result.lmp) ?? {},
    lmp_components: each((result) => result.lmp_components, prices) ?? {},
    binding_constraints: parts.flatMap(bindingConstraints),
    ...joined,
    ...(renewable_mw && { renewable_mw }),
    ...(curtailment_mw && { curtailment_mw }),
    ...(reserve_mw && { reserve_mw }),
    ...(reserve_shortfall_mw && { reserve_shortfall_mw }),
    ...(unserved_mw && { unserved_mw }),
    ...(storage && { storage }),
    ...(lossy && { losses_mw: row((result) => result.losses_mw) }),
  };
}

const bindingConstraints = ({ window: { start, kept }, result }: SolvedWindow) =>
  result.binding_constraints
    .filter(({ hour }) => hour < kept)
    .map((binding) => ({ ...binding, hour: start + binding.hour }));
