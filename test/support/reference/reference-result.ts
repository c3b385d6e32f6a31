/** Converts columns and duals of the reference dispatch to a result. */
import type highsModule from 'highs';
import type { BindingConstraint, SolveResult } from '../../../temporal/case/messages/result.ts';
import { at, type ReferenceCase, type ReferenceLine } from './case.ts';
import { emissionCosts, emissionFigures } from './emission-rows.ts';
import { fuelFigures, fuelPenalties } from './fuel-rows.ts';
import { busKey, islandOf, limitAt, loadAt, pictureOf } from './network-rows.ts';
import { reserveVariables } from './resource-rows.ts';

export type ReferenceResult = Omit<SolveResult, 'certificate'> & { objective_value: number };

/** A solved linear program: values of columns and duals of rows, by name. */
interface Solved {
  value(column: string): number;
  dual(row: string): number;
  readonly rows: readonly string[];
}

type Solution = ReturnType<Awaited<ReturnType<(typeof highsModule)['default']>>['solve']>;

export function toResult(whole: ReferenceCase, solution: Solution): ReferenceResult {
  const solved = toSolved(solution);
  const { generators: units, hours, lines, reserves } = whole;
  const valuesOf = (column: (hour: number) => string) =>
    hours.map((hour) => round(solved.value(column(hour))));
  const series = <Item>(
    items: readonly Item[],
    key: (item: Item) => string,
    column: (i: number, hour: number) => string,
  ) => Object.fromEntries(items.map((item, index) => [key(item), valuesOf((hour) => column(index, hour))]));
  const name = (item: { name: string }) => item.name;
  const dispatch = series(units, name, (unit, hour) => `p_${unit}_${hour}`);
  const commitment = whole.relaxed
    ? Object.fromEntries(
        units.map((unit) => [unit.name, (dispatch[unit.name] ?? []).map((mw) => (mw > 1e-6 ? 1 : 0))]),
      )
    : series(units, name, (unit, hour) => `u_${unit}_${hour}`);
  const costs = referenceCosts(whole, solved);
  const ofLines = (kind: string, chosen: readonly ReferenceLine[]) =>
    Object.fromEntries(chosen.map(({ id, key }) => [id, valuesOf((hour) => `${kind}_${key}_${hour}`)]));
  const ofInterfaces = (
    kind: string,
    isMeant: (item: ReferenceCase['interfaces'][number]) => boolean = () => true,
  ) =>
    Object.fromEntries(
      [...whole.interfaces.entries()]
        .filter(([, item]) => isMeant(item) && pictureOf(whole, item) !== undefined)
        .map(([i, { id }]) => [id, valuesOf((hour) => `${kind}_${i}_${hour}`)]),
    );
  const renewable = series(whole.renewables, name, (index, hour) => `w_${index}_${hour}`);
  const loaded = [...new Set(whole.loads.map((load) => load.bus))];
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
    startup: starts(whole, commitment),
    ...toPrices(whole, solved),
    ...emissionFigures(whole, solved, starts(whole, commitment)),
    ...fuelFigures(whole, solved, starts(whole, commitment)),
    ...(lines.length > 0 && {
      flows_mw: ofLines('f_base', lines),
      overflow_mw: ofLines(
        'over',
        lines.filter(({ overflow }) => overflow.some(({ most }) => most > 0)),
      ),
    }),
    ...(lines.some(({ shifter }) => shifter) && {
      phase_shift_deg: ofLines(
        'turn',
        lines.filter(({ shifter }) => shifter),
      ),
    }),
    dc_flow_mw: series(
      whole.dcLines,
      ({ id }) => id,
      (index, hour) => `dc_${index}_${hour}`,
    ),
    interface_flow_mw: ofInterfaces('through'),
    interface_overflow_mw: ofInterfaces('beyond', ({ overflow }) => overflow.most > 0),
    renewable_mw: renewable,
    bid_mw: Object.fromEntries(
      whole.bids.map(({ name, blocks }, b) => [
        name,
        whole.hours.map((hour) =>
          round([...blocks.keys()].reduce((mw, k) => mw + solved.value(`bid_${b}_${k}_${hour}`), 0)),
        ),
      ]),
    ),
    demand_response_mw: series(whole.demandResponse, name, (k, hour) => `cut_${k}_${hour}`),
    recovered_mw: series(whole.demandResponse, name, (k, hour) => `back_${k}_${hour}`),
    curtailment_mw: Object.fromEntries(
      whole.renewables.map((item) => [
        item.name,
        item.p_max.map((mw, hour) => mw - (renewable[item.name]?.[hour] ?? 0)),
      ]),
    ),
    reserve_mw: Object.fromEntries(
      reserves.map((product, q) => [
        product.name,
        // A generator gives a product as one of two variables: on or off.
        Object.fromEntries(
          product.givers.map(({ name }) => [
            name,
            hours.map((hour) =>
              round(
                reserveVariables(product, q, hour)
                  .filter((_, g) => product.givers[g]?.name === name)
                  .reduce((mw, variable) => mw + solved.value(variable), 0),
              ),
            ),
          ]),
        ),
      ]),
    ),
    reserve_shortfall_mw: Object.fromEntries(
      reserves.map(({ name: product, shortfall }, q) => [
        product,
        hours.map((hour) =>
          round(shortfall.reduce((mw, _, k) => mw + solved.value(`short_${q}_${hour}_${k}`), 0)),
        ),
      ]),
    ),
    ...(whole.loads.some(({ shed }) => shed.some(({ most }) => most > 0)) && {
      unserved_mw: series(
        loaded,
        (bus) => `bus_${bus}`,
        (index, hour) => `shed_${busKey(loaded[index] ?? 0)}_${hour}`,
      ),
    }),
    storage: Object.fromEntries(
      whole.storage.map((item, index) => {
        const of = (kind: string) => valuesOf((hour) => `${kind}_${index}_${hour}`);
        const spill = item.inflow_mw.some((mw) => mw > 0) && { spill_mw: of('spilled') };
        return [item.name, { charge_mw: of('ch'), discharge_mw: of('dis'), energy_mwh: of('e'), ...spill }];
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
      const entry = solution.Columns[column];
      return entry && 'Primal' in entry ? entry.Primal : 0;
    },
    dual: (row) => duals.get(row) ?? 0,
    rows: [...duals.keys()],
  };
}

const starts = (
  { generators }: ReferenceCase,
  commitment: Record<string, number[]>,
): Record<string, number[]> =>
  Object.fromEntries(
    generators.map(({ name, initial_status }) => {
      const on = commitment[name] ?? [];
      const before = initial_status > 0 ? 1 : 0;
      return [name, on.map((state, hour) => (state === 1 && (on[hour - 1] ?? before) === 0 ? 1 : 0))];
    }),
  );

/** Costs of the reference schedule, from its cost columns. */
function referenceCosts(whole: ReferenceCase, solved: Solved) {
  const cost = { energy_usd: 0, no_load_usd: 0, startup_usd: 0, shutdown_usd: 0, penalty_usd: 0 };
  let bid_value_usd = 0;
  for (const hour of whole.hours) {
    for (const [unit, { no_load_cost }] of whole.generators.entries()) {
      const running = !whole.relaxed || solved.value(`p_${unit}_${hour}`) > 1e-6;
      const noLoad = at(no_load_cost, hour) * solved.value(`u_${unit}_${hour}`);
      if (running) {
        cost.energy_usd += solved.value(`c_${unit}_${hour}`) - noLoad;
        cost.no_load_usd += noLoad;
      }
      cost.startup_usd += solved.value(`s_${unit}_${hour}`);
      cost.shutdown_usd += solved.value(`halt_${unit}_${hour}`);
    }
    for (const [index, { marginal_cost }] of whole.renewables.entries())
      cost.energy_usd += at(marginal_cost, hour) * solved.value(`w_${index}_${hour}`);
    cost.energy_usd += bidCosts(whole, solved, hour, 1);
    for (const [k, { cost_usd_per_mwh }] of whole.demandResponse.entries())
      cost.energy_usd += cost_usd_per_mwh * solved.value(`cut_${k}_${hour}`);
    bid_value_usd -= bidCosts(whole, solved, hour, -1);
    cost.energy_usd += controlCosts(whole, solved, hour);
    for (const [index, item] of whole.storage.entries())
      cost.energy_usd +=
        item.charge_cost_usd_per_mwh * solved.value(`ch_${index}_${hour}`) +
        item.discharge_cost_usd_per_mwh * solved.value(`dis_${index}_${hour}`);
    cost.penalty_usd += penalties(whole, solved, hour);
  }
  const emitted = emissionCosts(whole, solved);
  cost.energy_usd += emitted.energy;
  cost.startup_usd += emitted.starts;
  cost.penalty_usd += emitted.penalty + fuelPenalties(whole, solved);
  const total_cost_usd = cost.energy_usd + cost.no_load_usd + cost.startup_usd + cost.shutdown_usd;
  const stored_value_usd = storedValue(whole, solved);
  return {
    total_cost_usd,
    objective_value: total_cost_usd + cost.penalty_usd - stored_value_usd - bid_value_usd,
    cost_breakdown: { ...cost, stored_value_usd, bid_value_usd },
  };
}

/** Cost of the power of DC lines and of the angles of phase shifters in an hour, $. */
const controlCosts = ({ dcLines, lines }: ReferenceCase, solved: Solved, hour: number): number =>
  [
    ...dcLines.map(({ price }, d) => price * Math.abs(solved.value(`dc_${d}_${hour}`))),
    ...lines.map(({ key, shifter }) =>
      shifter ? (shifter.cost_usd_per_deg_h ?? 0) * Math.abs(solved.value(`turn_${key}_${hour}`)) : 0,
    ),
  ].reduce((usd, cost) => usd + cost, 0);

/** Cost of accepted supply (sign 1), or minus the value of accepted demand (sign -1), in an hour, $. */
const bidCosts = ({ bids }: ReferenceCase, solved: Solved, hour: number, sign: number): number =>
  bids.reduce(
    (usd, bid, b) =>
      bid.blocks.reduce(
        (sum, { cost }, k) =>
          sum + (bid.sign === sign ? at(cost, hour) * solved.value(`bid_${b}_${k}_${hour}`) : 0),
        usd,
      ),
    0,
  );

const storedValue = ({ storage, horizon }: ReferenceCase, solved: Solved): number =>
  storage.reduce(
    (usd, { final_value_usd_per_mwh: worth }, s) => usd + worth * solved.value(`e_${s}_${horizon - 1}`),
    0,
  );

function penalties(
  { loads, reserves, lines, interfaces }: ReferenceCase,
  solved: Solved,
  hour: number,
): number {
  let total = 0;
  for (const [index, { shed }] of loads.entries())
    total += (shed[hour]?.price ?? 0) * solved.value(`lost_${index}_${hour}`);
  for (const [index, { shortfall }] of reserves.entries())
    for (const [k, { price }] of shortfall.entries())
      total += price * solved.value(`short_${index}_${hour}_${k}`);
  for (const { key, overflow } of lines)
    total += (overflow[hour]?.price ?? 0) * solved.value(`over_${key}_${hour}`);
  for (const [i, { overflow }] of interfaces.entries())
    total += overflow.price * solved.value(`beyond_${i}_${hour}`);
  return total;
}

/** Prices of the reference from the duals of its dispatch, in the form of a result. */
type ReferencePrices = Pick<
  SolveResult,
  | 'lmp'
  | 'lmp_components'
  | 'binding_constraints'
  | 'reserve_price_usd_per_mw'
  | 'generator_outage_price_usd_per_mw'
  | 'interface_shadow_price_usd_per_mwh'
  | 'energy_limit_price_usd_per_mwh'
  | 'cycle_limit_price_usd_per_mwh'
>;

function toPrices(whole: ReferenceCase, solved: Solved): ReferencePrices {
  const { contingencies, hours, reserves } = whole;
  const lmp = nodalPrices(whole, solved);
  const ofRow = (row: (hour: number) => string) => hours.map((hour) => Math.max(0, solved.dual(row(hour))));
  const outages = [...contingencies.entries()].filter(([, { generators }]) => generators.length > 0);
  return {
    lmp,
    lmp_components: components(whole, lmp),
    binding_constraints: bindings(whole, solved),
    interface_shadow_price_usd_per_mwh: Object.fromEntries(
      [...whole.interfaces.entries()]
        .filter(([, item]) => pictureOf(whole, item) !== undefined)
        .map(([i, { id }]) => [
          id,
          hours.map((hour) => -solved.dual(`most_${i}_${hour}`) - solved.dual(`least_${i}_${hour}`)),
        ]),
    ),
    energy_limit_price_usd_per_mwh: Object.fromEntries(
      whole.limited.map(({ name, energy_limits, variable }) => [
        name,
        energy_limits.map(
          ({ min_mwh }, k) =>
            Math.max(0, -solved.dual(`budget_${variable}_${k}`)) -
            (min_mwh === undefined ? 0 : Math.max(0, solved.dual(`taken_${variable}_${k}`))),
        ),
      ]),
    ),
    cycle_limit_price_usd_per_mwh: Object.fromEntries(
      [...whole.storage.entries()].flatMap(([s, { name, days, mostOfDay }]) =>
        Number.isFinite(mostOfDay(0))
          ? [[name, [...new Set(days)].map((day) => Math.max(0, -solved.dual(`cycles_${s}_${day}`)))]]
          : [],
      ),
    ),
    reserve_price_usd_per_mw: Object.fromEntries(
      [...reserves.entries()].map(([q, { name }]) => [name, ofRow((hour) => `reserve_${q}_${hour}`)]),
    ),
    ...(whole.jobType === 'scuc' && {
      generator_outage_price_usd_per_mw: Object.fromEntries(
        outages.map(([position, { id }]) => [id, ofRow((hour) => `headroom_${position}_${hour}`)]),
      ),
    }),
  };
}

/**
 * Cost of 1 MW more load at each bus: the sum of the duals of its balance rows, one of which exists for each
 * contingency.
 */
function nodalPrices({ buses, hours, isPlate }: ReferenceCase, solved: Solved): Record<string, number[]> {
  const totals = new Map<string, number>();
  for (const row of solved.rows) {
    const [, key] = /^balance_[a-z0-9]+_(m?\d+_\d+)$/.exec(row) ?? [];
    if (key) totals.set(key, (totals.get(key) ?? 0) + solved.dual(row));
  }
  const priceAt = (bus: number, hour: number): number =>
    isPlate ? solved.dual(`balance_${hour}`) : (totals.get(`${busKey(bus)}_${hour}`) ?? 0);
  return Object.fromEntries(buses.map((bus) => [`bus_${bus}`, hours.map((hour) => priceAt(bus, hour))]));
}

/**
 * Components of prices. The energy price of an island is the mean of its prices weighted by load; without load, the
 * mean over its buses.
 */
function components(whole: ReferenceCase, lmp: Record<string, number[]>): SolveResult['lmp_components'] {
  const { buses, isPlate, lines } = whole;
  const colour = islandOf(buses, lines);
  const isWith = (bus: number) => (other: number) => isPlate || colour.get(other) === colour.get(bus);
  const energyAt = (bus: number, hour: number): number => {
    const members = buses.filter(isWith(bus));
    const load = members.reduce((sum, other) => sum + loadAt(whole, other, hour), 0);
    const weight = (other: number) => (load > 0 ? loadAt(whole, other, hour) / load : 1 / members.length);
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

/** Flow limits whose dual is not zero: it is at most 0 at an upper limit, and at least 0 at a lower one. */
function bindings({ contingencies, lines }: ReferenceCase, solved: Solved): BindingConstraint[] {
  return solved.rows.flatMap((row): BindingConstraint[] => {
    const [, side, flow, picture, key, hour] = /^(above|below)_(f_(base|c\d+)_(\d+)_(\d+))$/.exec(row) ?? [];
    const dual = solved.dual(row);
    const line = lines.find((item) => item.key === key);
    if (!line || !flow || !picture || dual === 0) return [];
    return [
      {
        line_id: line.id,
        contingency_id: picture === 'base' ? null : (contingencies[Number(picture.slice(1))]?.id ?? null),
        hour: Number(hour),
        flow_mw: solved.value(flow),
        limit_mw: limitAt(line, Number(hour), picture !== 'base'),
        shadow_price_usd_per_mwh: side === 'above' ? dual : -dual,
      },
    ];
  });
}
