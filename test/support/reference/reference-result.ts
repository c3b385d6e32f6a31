/** Columns and duals of the reference dispatch in the shape of a result. */
import type highsModule from 'highs';
import type { Line } from '../../../temporal/messages/network.ts';
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../temporal/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { busKey, lineKey, networkOf } from './network-rows.ts';
import { referenceCosts } from './reference-costs.ts';
import { toPrices } from './reference-prices.ts';

export type ReferenceResult = Omit<SolveResult, 'certificate'> & { objective_value: number };

/** A solved linear program: values of columns and duals of rows by name. */
export interface Solved {
  value(column: string): number;
  dual(row: string): number;
  readonly rows: readonly string[];
}

type Solution = ReturnType<Awaited<ReturnType<(typeof highsModule)['default']>>['solve']>;

export function toResult(payload: SolvePayload, jobType: JobType, solution: Solution): ReferenceResult {
  const solved = toSolved(solution);
  const { horizon } = payload;
  const series = <Item>(
    items: readonly Item[] | undefined,
    key: (item: Item) => string,
    column: (i: number, hour: number) => string,
  ) =>
    Object.fromEntries(
      (items ?? []).map((item, index) => [
        key(item),
        Array.from({ length: horizon }, (_, hour) => round(solved.value(column(index, hour)))),
      ]),
    );
  const name = (item: { name: string }) => item.name;
  const units = payload.generators;
  const dispatch = series(units, name, (unit, hour) => `p_${unit}_${hour}`);
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const commitment = relaxed
    ? Object.fromEntries(
        units.map((unit) => [unit.name, (dispatch[unit.name] ?? []).map((mw) => (mw > 1e-6 ? 1 : 0))]),
      )
    : series(units, name, (unit, hour) => `u_${unit}_${hour}`);
  const costs = referenceCosts(payload, jobType, solved);
  const network = networkOf(payload, jobType);
  const lines = network.filter((line) => line.in_service !== false);
  const keyOf = (line: Line | undefined) => (line ? lineKey(payload, line) : '');
  const ofLines = (kind: string, chosen: readonly Line[]) =>
    series(
      chosen,
      (line) => line.id,
      (index, hour) => `${kind}_${keyOf(chosen[index])}_${hour}`,
    );
  const renewable = series(payload.renewables, name, (index, hour) => `w_${index}_${hour}`);
  const loaded = [...new Set(payload.loads.map((load) => load.bus))];
  return {
    solve_time_s: 0,
    termination_status: 'OPTIMAL',
    ...costs,
    lower_bound_usd: costs.objective_value,
    mip_gap: 0,
    node_count: 0,
    solver: 'highs',
    solver_version: 'reference',
    commitment,
    dispatch_mw: dispatch,
    startup: starts(payload, commitment),
    ...toPrices(payload, jobType, solved),
    ...(lines.length > 0 && {
      flows_mw: ofLines('f_base', lines),
      overflow_mw: ofLines(
        'over',
        lines.filter((line) => line.penalty_usd_per_mwh !== undefined),
      ),
    }),
    renewable_mw: renewable,
    curtailment_mw: Object.fromEntries(
      (payload.renewables ?? []).map((item) => [
        item.name,
        item.p_max.map((mw, hour) => mw - (renewable[item.name]?.[hour] ?? 0)),
      ]),
    ),
    reserve_mw: Object.fromEntries(
      (payload.reserves ?? []).map((product, index) => [
        product.name,
        series(units, name, (unit, hour) => `q_${index}_${unit}_${hour}`),
      ]),
    ),
    reserve_shortfall_mw: series(payload.reserves, name, (index, hour) => `short_${index}_${hour}`),
    ...(payload.options?.unserved_energy_usd_per_mwh !== undefined && {
      unserved_mw: series(
        loaded,
        (bus) => `bus_${bus}`,
        (index, hour) => `shed_${busKey(loaded[index] ?? 0)}_${hour}`,
      ),
    }),
    storage: Object.fromEntries(
      (payload.storage ?? []).map((item, index) => {
        const of = (kind: string) =>
          Array.from({ length: horizon }, (_, hour) => round(solved.value(`${kind}_${index}_${hour}`)));
        return [item.name, { charge_mw: of('ch'), discharge_mw: of('dis'), energy_mwh: of('e') }];
      }),
    ),
    warnings: [],
  };
}

const round = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;

function toSolved(solution: Solution): Solved {
  const duals = new Map(
    solution.Rows.map((row) => ['Name' in row ? String(row.Name) : '', 'Dual' in row ? Number(row.Dual) : 0]),
  );
  return {
    value: (column) => {
      const found = solution.Columns[column];
      return found && 'Primal' in found ? found.Primal : 0;
    },
    dual: (row) => duals.get(row) ?? 0,
    rows: [...duals.keys()],
  };
}

const starts = (payload: SolvePayload, commitment: Record<string, number[]>): Record<string, number[]> =>
  Object.fromEntries(
    payload.generators.map(({ name, initial_status }) => {
      const on = commitment[name] ?? [];
      const before = initial_status > 0 ? 1 : 0;
      return [name, on.map((state, hour) => (state === 1 && (on[hour - 1] ?? before) === 0 ? 1 : 0))];
    }),
  );
