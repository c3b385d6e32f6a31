/**
 * Results as tables: one row per element and hour, in the order of the result (pure). If intervals are not hours, a row
 * has the number of its interval and the hour in which the interval begins.
 */
import { PRICE_KINDS } from '../../temporal/case/elements/options.ts';
import type { LmpComponents, SolveResult } from '../../temporal/case/messages/result.ts';

export const TABLES = [
  'dispatch',
  'commitment',
  'lmp',
  'flows',
  'dc_flows',
  'phase_shifts',
  'interfaces',
  'reserves',
  'emissions',
  'co2_by_bus',
  'fuel',
  'binding_constraints',
  'startup',
  'storage',
  'renewables',
  'bids',
  'demand_response',
  'unserved',
  'overflow',
  'losses',
  'costs',
  'settlement',
  'convex_hull_prices',
  'certificate',
  'convergence',
] as const;
export type TableName = (typeof TABLES)[number];

export interface Table {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly (string | number | null)[]>;
}

type SeriesMap = Readonly<Record<string, readonly number[]>>;

export function resultTable(name: TableName, result: SolveResult): Table {
  const { columns, rows } = TABLE[name](result);
  const { interval_minutes: minutes } = result;
  const at = columns.indexOf('hour');
  if (minutes === undefined || at < 0) return { columns, rows };
  return { columns: columns.toSpliced(at, 0, 'interval'), rows: withHours(rows, at, minutes) };
}

/**
 * Replaces the interval in column `at` by two columns: the interval, and the hour in which it begins, to the second.
 */
function* withHours(rows: Table['rows'], at: number, minutes: number): Table['rows'] {
  for (const row of rows) {
    const hour = Number(((Number(row[at]) * minutes) / 60).toFixed(4));
    yield row.toSpliced(at + 1, 0, hour);
  }
}

const TABLE: Readonly<Record<TableName, (result: SolveResult) => Table>> = {
  dispatch: (result) => ({
    columns: ['generator', 'hour', 'dispatch_mw'],
    rows: perHour(result.dispatch_mw),
  }),
  commitment: (result) => ({
    columns: ['generator', 'hour', 'commitment'],
    rows: perHour(result.commitment),
  }),
  lmp: (result) => ({
    columns: ['bus', 'hour', 'lmp_usd_per_mwh', 'energy', 'congestion', 'loss'],
    rows: prices(result),
  }),
  flows: (result) => ({ columns: ['line', 'hour', 'flow_mw'], rows: perHour(result.flows_mw ?? {}) }),
  dc_flows: (result) => ({ columns: ['dc_line', 'hour', 'flow_mw'], rows: perHour(result.dc_flow_mw ?? {}) }),
  phase_shifts: ({ phase_shift_deg = {} }) => ({
    columns: ['line', 'hour', 'phase_shift_deg'],
    rows: perHour(phase_shift_deg),
  }),
  interfaces: (result) => ({
    columns: ['interface', 'hour', 'flow_mw', 'overflow_mw', 'shadow_price_usd_per_mwh'],
    rows: interfaces(result),
  }),
  reserves: (result) => ({
    columns: ['product', 'generator', 'hour', 'reserve_mw', 'reserve_price_usd_per_mw'],
    rows: reserves(result),
  }),
  emissions: (result) => ({
    columns: ['generator', 'hour', 'emissions_t'],
    rows: perHour(result.generator_emissions_t ?? {}),
  }),
  fuel: ({ fuel_used_mmbtu = {} }) => ({
    columns: ['fuel', 'hour', 'fuel_used_mmbtu'],
    rows: perHour(fuel_used_mmbtu),
  }),
  co2_by_bus: (result) => ({
    columns: [
      'bus',
      'hour',
      'marginal_co2_t_per_mwh',
      'marginal_co2_down_t_per_mwh',
      'average_co2_t_per_mwh',
    ],
    rows: emissionRates(result),
  }),
  binding_constraints: ({ binding_constraints }) => ({
    columns: ['line', 'contingency', 'hour', 'flow_mw', 'limit_mw', 'shadow_price_usd_per_mwh'],
    rows: binding_constraints.map((row) => [
      row.line_id,
      row.contingency_id,
      row.hour,
      row.flow_mw,
      row.limit_mw,
      row.shadow_price_usd_per_mwh,
    ]),
  }),
  startup: (result) => ({ columns: ['generator', 'hour', 'startup'], rows: perHour(result.startup) }),
  storage: (result) => ({
    columns: ['storage', 'hour', 'charge_mw', 'discharge_mw', 'energy_mwh', 'spill_mw'],
    rows: storage(result),
  }),
  renewables: (result) => ({
    columns: ['renewable', 'hour', 'renewable_mw', 'curtailment_mw'],
    rows: renewables(result),
  }),
  bids: ({ bid_mw = {} }) => ({ columns: ['bid', 'hour', 'accepted_mw'], rows: perHour(bid_mw) }),
  demand_response: ({ demand_response_mw = {}, recovered_mw = {} }) => ({
    columns: ['demand_response', 'hour', 'demand_response_mw', 'recovered_mw'],
    rows: [...perHour(demand_response_mw)].map((row) => [...row, recovered_mw[row[0]]?.[row[1]] ?? 0]),
  }),
  unserved: (result) => ({
    columns: ['bus', 'hour', 'unserved_mw'],
    rows: perHour(result.unserved_mw ?? {}),
  }),
  overflow: (result) => ({
    columns: ['line', 'hour', 'overflow_mw'],
    rows: perHour(result.overflow_mw ?? {}),
  }),
  losses: ({ losses_mw = [] }) => ({ columns: ['hour', 'losses_mw'], rows: losses_mw.entries() }),
  costs: (result) => ({ columns: ['part', 'cost_usd'], rows: costs(result) }),
  settlement: (result) => ({
    columns: [
      ...['prices', 'participant', 'kind', 'energy_revenue_usd', 'reserve_revenue_usd', 'cost_usd'],
      ...['best_profit_usd', 'uplift_usd', 'make_whole_payment_usd'],
    ],
    rows: settlement(result),
  }),
  convex_hull_prices: ({ convex_hull_price_usd_per_mwh: prices = {} }) => ({
    columns: ['bus', 'hour', 'convex_hull_price_usd_per_mwh'],
    rows: perHour(prices),
  }),
  certificate: ({ certificate }) => ({
    columns: ['check', 'max_violation', 'tolerance', 'ok'],
    rows: (certificate?.checks ?? []).map((check) => [
      check.name,
      check.max_violation,
      check.tolerance,
      String(check.ok),
    ]),
  }),
  convergence: ({ convergence = [] }) => ({
    columns: ['elapsed_s', 'incumbent', 'bound', 'mip_gap'],
    rows: convergence.map((point) => [point.elapsed_s, point.incumbent, point.bound, point.mip_gap]),
  }),
};

function* perHour(series: SeriesMap): Generator<[string, number, number]> {
  for (const [name, hours] of Object.entries(series)) {
    for (const [hour, value] of hours.entries()) yield [name, hour, value];
  }
}

function* prices({ lmp, lmp_components }: SolveResult): Generator<(string | number)[]> {
  const part = (bus: string, hour: number, of: keyof LmpComponents): number =>
    lmp_components[bus]?.[of][hour] ?? 0;
  for (const [bus, hour, price] of perHour(lmp)) {
    yield [
      bus,
      hour,
      price,
      part(bus, hour, 'energy'),
      part(bus, hour, 'congestion'),
      part(bus, hour, 'loss'),
    ];
  }
}

function* reserves(result: SolveResult): Generator<(string | number | null)[]> {
  for (const [product, units] of Object.entries(result.reserve_mw ?? {})) {
    const prices = result.reserve_price_usd_per_mw?.[product];
    for (const [unit, hour, mw] of perHour(units)) yield [product, unit, hour, mw, prices?.[hour] ?? null];
  }
}

function* interfaces(result: SolveResult): Generator<(string | number | null)[]> {
  const { interface_overflow_mw: above, interface_shadow_price_usd_per_mwh: prices } = result;
  for (const [id, hour, mw] of perHour(result.interface_flow_mw ?? {}))
    yield [id, hour, mw, above?.[id]?.[hour] ?? null, prices?.[id]?.[hour] ?? null];
}

/** CO2 by bus; one MW less has the value of one MW more where they do not differ. */
function* emissionRates(result: SolveResult): Table['rows'] {
  const { marginal_co2_t_per_mwh: up, marginal_co2_down_t_per_mwh: down = up } = result;
  for (const [bus, hours] of Object.entries(result.average_co2_t_per_mwh ?? {})) {
    for (const [hour, average] of hours.entries()) {
      const more = up?.[bus]?.[hour] ?? null;
      yield [bus, hour, more, bus in (down ?? {}) ? (down?.[bus]?.[hour] ?? null) : more, average];
    }
  }
}

function* storage({ storage = {} }: SolveResult): Generator<(string | number | null)[]> {
  for (const [name, { charge_mw, discharge_mw, energy_mwh, spill_mw }] of Object.entries(storage)) {
    for (const [hour, energy] of energy_mwh.entries())
      yield [
        name,
        hour,
        charge_mw[hour] ?? null,
        discharge_mw[hour] ?? null,
        energy,
        spill_mw?.[hour] ?? null,
      ];
  }
}

function* renewables({
  renewable_mw = {},
  curtailment_mw = {},
}: SolveResult): Generator<(string | number)[]> {
  for (const [name, hour, mw] of perHour(renewable_mw))
    yield [name, hour, mw, curtailment_mw[name]?.[hour] ?? 0];
}

/** Participants at each kind of prices. */
function* settlement({ settlement }: SolveResult): Generator<(string | number)[]> {
  for (const kind of PRICE_KINDS) {
    for (const item of settlement?.[kind]?.participants ?? [])
      yield [
        ...[kind, item.name, item.kind, item.energy_revenue_usd, item.reserve_revenue_usd, item.cost_usd],
        ...[item.best_profit_usd, item.uplift_usd, item.make_whole_payment_usd],
      ];
  }
}

/** Parts of the cost, the operating cost (`total`), the objective, and the cost of CO2 emissions at their price. */
function* costs(result: SolveResult): Generator<[string, number]> {
  const { cost_breakdown, total_cost_usd, objective_value, emission_cost_usd } = result;
  for (const [part, usd] of Object.entries(cost_breakdown ?? {}))
    if (usd !== undefined) yield [part.replace(/_usd$/, ''), usd];
  if (total_cost_usd !== null) yield ['total', total_cost_usd];
  if (objective_value !== null) yield ['objective', objective_value];
  if (emission_cost_usd !== undefined) yield ['emission_cost', emission_cost_usd];
}
