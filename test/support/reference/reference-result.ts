/** Columns and duals of the reference dispatch in the shape of a result. */
import type highsModule from 'highs';
import type { Line } from '../../../temporal/case/messages/network.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { BindingConstraint, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { emissionCosts, emissionFigures } from './emission-rows.ts';
import {
  busesOf,
  busKey,
  controlled,
  islandOf,
  isPlate,
  limitAt,
  lineKey,
  loadAt,
  networkOf,
} from './network-rows.ts';

export type ReferenceResult = Omit<SolveResult, 'certificate'> & { objective_value: number };

/** A solved linear program: values of columns and duals of rows by name. */
interface Solved {
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
    ...emissionFigures(payload, jobType, solved, starts(payload, commitment)),
    ...(lines.length > 0 && {
      flows_mw: ofLines('f_base', lines),
      overflow_mw: ofLines(
        'over',
        lines.filter((line) => line.penalty_usd_per_mwh !== undefined),
      ),
    }),
    dc_flow_mw: series(
      controlled(payload),
      ({ id }) => id,
      (index, hour) => `dc_${index}_${hour}`,
    ),
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
        Object.fromEntries(
          [
            { kind: 'q', items: units, isOpen: true },
            { kind: 'qs', items: payload.storage ?? [], isOpen: false },
            { kind: 'qw', items: payload.renewables ?? [], isOpen: false },
          ].flatMap(({ kind, items, isOpen }) => {
            const gives = (item: { name: string }) => product.providers?.includes(item.name) ?? isOpen;
            const all = series(items, name, (i, hour) => `${kind}_${index}_${i}_${hour}`);
            return Object.entries(all).filter(([giver]) => gives({ name: giver }));
          }),
        ),
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

/** Costs of the reference schedule, read from its cost columns. */
function referenceCosts(payload: SolvePayload, jobType: JobType, solved: Solved) {
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const cost = { energy_usd: 0, no_load_usd: 0, startup_usd: 0, shutdown_usd: 0, penalty_usd: 0 };
  for (let hour = 0; hour < payload.horizon; hour++) {
    for (const [unit, { cost_curve, no_load_cost }] of payload.generators.entries()) {
      const running = !relaxed || solved.value(`p_${unit}_${hour}`) > 1e-6;
      const noLoad = cost_curve ? 0 : no_load_cost * solved.value(`u_${unit}_${hour}`);
      if (running) {
        cost.energy_usd += solved.value(`c_${unit}_${hour}`) - noLoad;
        cost.no_load_usd += noLoad;
      }
      cost.startup_usd += solved.value(`s_${unit}_${hour}`);
      cost.shutdown_usd += solved.value(`halt_${unit}_${hour}`);
    }
    for (const [index, item] of (payload.renewables ?? []).entries()) {
      cost.energy_usd += (item.marginal_cost ?? 0) * solved.value(`w_${index}_${hour}`);
    }
    cost.penalty_usd += penalties(payload, jobType, solved, hour);
  }
  const emitted = emissionCosts(payload, jobType, solved);
  cost.energy_usd += emitted.energy;
  cost.startup_usd += emitted.starts;
  cost.penalty_usd += emitted.penalty;
  const total_cost_usd = cost.energy_usd + cost.no_load_usd + cost.startup_usd + cost.shutdown_usd;
  const stored_value_usd = storedValue(payload, solved);
  return {
    total_cost_usd,
    objective_value: total_cost_usd + cost.penalty_usd - stored_value_usd,
    cost_breakdown: { ...cost, stored_value_usd },
  };
}

const storedValue = ({ storage = [], horizon }: SolvePayload, solved: Solved): number =>
  storage.reduce(
    (usd, { final_value_usd_per_mwh: worth = 0 }, s) => usd + worth * solved.value(`e_${s}_${horizon - 1}`),
    0,
  );

function penalties(payload: SolvePayload, jobType: JobType, solved: Solved, hour: number): number {
  const shed = new Set(payload.loads.map((load) => load.bus));
  const price = payload.options?.unserved_energy_usd_per_mwh ?? 0;
  let total = 0;
  for (const bus of shed) total += price * solved.value(`shed_${busKey(bus)}_${hour}`);
  for (const [index, product] of (payload.reserves ?? []).entries()) {
    total += (product.penalty_usd_per_mwh ?? 0) * solved.value(`short_${index}_${hour}`);
  }
  for (const line of networkOf(payload, jobType)) {
    total += (line.penalty_usd_per_mwh ?? 0) * solved.value(`over_${lineKey(payload, line)}_${hour}`);
  }
  return total;
}

/** Prices of the reference from the duals of its dispatch, in the shape of a result. */
type ReferencePrices = Pick<
  SolveResult,
  | 'lmp'
  | 'lmp_components'
  | 'binding_constraints'
  | 'reserve_price_usd_per_mw'
  | 'generator_outage_price_usd_per_mw'
  | 'energy_limit_price_usd_per_mwh'
>;

function toPrices(payload: SolvePayload, jobType: JobType, solved: Solved): ReferencePrices {
  const network = networkOf(payload, jobType);
  const buses = busesOf(payload, network);
  const lmp = nodalPrices(payload, jobType, network, solved, buses);
  const hours = Array.from({ length: payload.horizon }, (_, hour) => hour);
  const ofRow = (row: (hour: number) => string) => hours.map((hour) => Math.max(0, solved.dual(row(hour))));
  const outages = [...(payload.contingencies ?? []).entries()].filter(
    ([, { enabled, generators }]) => enabled !== false && generators?.length,
  );
  return {
    lmp,
    lmp_components: components(payload, jobType, network, buses, lmp),
    binding_constraints: bindings(payload, solved),
    energy_limit_price_usd_per_mwh: Object.fromEntries(
      [...(payload.renewables ?? []).entries()].flatMap(([i, { name, energy_limits = [] }]) =>
        energy_limits.length > 0
          ? [[name, energy_limits.map((_, k) => Math.max(0, -solved.dual(`budget_${i}_${k}`)))]]
          : [],
      ),
    ),
    reserve_price_usd_per_mw: Object.fromEntries(
      [...(payload.reserves ?? []).entries()].map(([q, { name }]) => [
        name,
        ofRow((hour) => `reserve_${q}_${hour}`),
      ]),
    ),
    ...(jobType === 'scuc' && {
      generator_outage_price_usd_per_mw: Object.fromEntries(
        outages.map(([position, { id }]) => [id, ofRow((hour) => `headroom_${position}_${hour}`)]),
      ),
    }),
  };
}

/** What one more MW of load costs at a bus, summed over all its balance rows, one for each picture of the network. */
function nodalPrices(
  payload: SolvePayload,
  jobType: JobType,
  network: readonly Line[],
  solved: Solved,
  buses: readonly number[],
): Record<string, number[]> {
  const { horizon } = payload;
  const totals = new Map<string, number>();
  for (const row of solved.rows) {
    const [, key] = /^balance_[a-z0-9]+_(m?\d+_\d+)$/.exec(row) ?? [];
    if (key) totals.set(key, (totals.get(key) ?? 0) + solved.dual(row));
  }
  const priceAt = (bus: number, hour: number): number =>
    isPlate(payload, network, jobType)
      ? solved.dual(`balance_${hour}`)
      : (totals.get(`${busKey(bus)}_${hour}`) ?? 0);
  return Object.fromEntries(
    buses.map((bus) => [`bus_${bus}`, Array.from({ length: horizon }, (_, hour) => priceAt(bus, hour))]),
  );
}

/** The energy price of an island is that of its load: the mean weighted with the load, or of all buses without load. */
function components(
  payload: SolvePayload,
  jobType: JobType,
  network: readonly Line[],
  buses: readonly number[],
  lmp: Record<string, number[]>,
): SolveResult['lmp_components'] {
  const colour = islandOf(
    buses,
    network.filter((line) => line.in_service !== false),
  );
  const isWith = (bus: number) => (other: number) =>
    isPlate(payload, network, jobType) || colour.get(other) === colour.get(bus);
  const energyAt = (bus: number, hour: number): number => {
    const members = buses.filter(isWith(bus));
    const load = members.reduce((sum, other) => sum + loadAt(payload, other, hour), 0);
    const weight = (other: number) => (load > 0 ? loadAt(payload, other, hour) / load : 1 / members.length);
    return members.reduce((sum, other) => sum + weight(other) * (lmp[`bus_${other}`]?.[hour] ?? 0), 0);
  };
  return Object.fromEntries(
    buses.map((bus) => {
      const prices = lmp[`bus_${bus}`] ?? [];
      const energy = prices.map((_, hour) => energyAt(bus, hour));
      const congestion = prices.map((price, hour) => price - (energy[hour] ?? 0));
      return [`bus_${bus}`, { energy, congestion, loss: prices.map(() => 0) }];
    }),
  );
}

/** Flow limits with a dual; at most 0 above a limit, at least 0 below minus a limit. */
function bindings(payload: SolvePayload, solved: Solved): BindingConstraint[] {
  const lines = payload.transmission_lines ?? [];
  const enabled = (payload.contingencies ?? []).filter((contingency) => contingency.enabled !== false);
  return solved.rows.flatMap((row): BindingConstraint[] => {
    const [, side, flow, picture, line, hour] = /^(above|below)_(f_(base|c\d+)_(\d+)_(\d+))$/.exec(row) ?? [];
    const dual = solved.dual(row);
    const found = lines[Number(line)];
    if (!found || !flow || !picture || dual === 0) return [];
    return [
      {
        line_id: found.id,
        contingency_id: picture === 'base' ? null : (enabled[Number(picture.slice(1))]?.id ?? null),
        hour: Number(hour),
        flow_mw: solved.value(flow),
        limit_mw: limitAt(found, Number(hour), picture !== 'base'),
        shadow_price_usd_per_mwh: side === 'above' ? dual : -dual,
      },
    ];
  });
}
