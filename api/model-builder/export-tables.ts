/** One window of a run as tables: the measures of each element, one value per hour. */
import { demandSide } from '../../temporal/case/arithmetic/demand-side.ts';
import { amountAt } from '../../temporal/case/arithmetic/series.ts';
import { busFigures, lineFigures, reserveFigures } from '../../temporal/case/report/market-figures.ts';
import { unitFigures } from '../../temporal/case/report/unit-figures.ts';
import type { SolvedWindow } from './study.ts';

export const EXPORT_TABLES = [
  'dispatch',
  'commitment',
  'lmp',
  'flows',
  'interfaces',
  'bids',
  'demand_response',
  'reserves',
  'reserve_products',
  'storage',
  'curtailment',
  'unserved',
  'costs',
  'fuel',
  'days',
] as const;
export type ExportTableName = (typeof EXPORT_TABLES)[number];

/** Values of an element; undefined if the element has no such value in this window. */
type Values = readonly number[] | undefined;
/** Labels of an element, one per key, and its values, one series per measure. */
export type ElementValues = readonly [labels: readonly string[], measures: readonly Values[]];

export interface ExportTable {
  readonly keys: readonly string[];
  readonly measures: readonly string[];
  /** Elements of a window, computed on demand. The series may extend beyond the kept hours. */
  elements(window: SolvedWindow): Generator<ElementValues, void, void>;
}

/** Tables with hourly values. The table `days` is not among them: it has one row per window. */
export const HOURLY_TABLES = {
  dispatch: table(['unit'], ['dispatch_mw'], function* ({ payload, result }) {
    for (const { name } of payload.generators) yield [[name], [result.dispatch_mw[name]]];
    for (const { name } of payload.renewables ?? []) yield [[name], [result.renewable_mw?.[name]]];
    for (const { name } of payload.storage ?? []) {
      const { discharge_mw, charge_mw } = result.storage?.[name] ?? {};
      yield [[name], [discharge_mw?.map((mw, t) => mw - amountAt(charge_mw, t))]];
    }
  }),
  commitment: table(['generator'], ['commitment', 'startup'], function* ({ payload, result }) {
    for (const { name } of payload.generators)
      yield [[name], [result.commitment[name], result.startup[name]]];
  }),
  lmp: table(
    ['bus'],
    ['lmp_usd_per_mwh', 'energy', 'congestion', 'loss'],
    function* ({ result: { lmp, lmp_components } }) {
      for (const [bus, prices] of Object.entries(lmp)) {
        const parts = lmp_components[bus];
        yield [[bus], [prices, parts?.energy, parts?.congestion, parts?.loss]];
      }
    },
  ),
  flows: table(
    ['line'],
    ['flow_mw', 'overflow_mw', 'binding', 'congestion_rent_usd'],
    function* ({ head, payload, result }) {
      for (const [line, figures] of lineFigures(payload, result, head.kept_hours)) {
        const flow = result.flows_mw?.[line] ?? result.dc_flow_mw?.[line];
        yield [[line], [flow, figures.overflow_mwh, figures.binding_hours, figures.congestion_rent_usd]];
      }
    },
  ),
  interfaces: table(
    ['interface'],
    ['flow_mw', 'overflow_mw', 'shadow_price_usd_per_mwh'],
    function* ({ payload, result }) {
      const { interface_flow_mw, interface_overflow_mw, interface_shadow_price_usd_per_mwh } = result;
      for (const { id } of payload.interfaces ?? [])
        yield [
          [id],
          [interface_flow_mw?.[id], interface_overflow_mw?.[id], interface_shadow_price_usd_per_mwh?.[id]],
        ];
    },
  ),
  bids: table(['bid'], ['accepted_mw'], function* ({ payload, result }) {
    for (const { name } of payload.bids ?? []) yield [[name], [result.bid_mw?.[name]]];
  }),
  demand_response: table(['demand_response'], ['reduced_mw'], function* ({ payload, result }) {
    for (const { name } of payload.demand_response ?? []) yield [[name], [result.demand_response_mw?.[name]]];
  }),
  reserves: table(['product', 'provider'], ['reserve_mw'], function* ({ payload, result }) {
    for (const { name: product } of payload.reserves ?? [])
      for (const [provider, mw] of Object.entries(result.reserve_mw?.[product] ?? {}))
        yield [[product, provider], [mw]];
  }),
  reserve_products: table(
    ['product'],
    ['required_mw', 'held_mw', 'shortfall_mw', 'price_usd_per_mw'],
    function* ({ head, payload, result }) {
      for (const [product, figures] of reserveFigures(payload, result, head.kept_hours)) {
        const { required_mwh, held_mwh, shortage_mwh } = figures;
        const price = result.reserve_price_usd_per_mw?.[product];
        yield [[product], [required_mwh, held_mwh, shortage_mwh, price]];
      }
    },
  ),
  storage: table(
    ['storage'],
    ['charge_mw', 'discharge_mw', 'energy_mwh', 'spill_mw'],
    function* ({ payload, result }) {
      for (const { name } of payload.storage ?? []) {
        const schedule = result.storage?.[name];
        yield [
          [name],
          [schedule?.charge_mw, schedule?.discharge_mw, schedule?.energy_mwh, schedule?.spill_mw],
        ];
      }
    },
  ),
  curtailment: table(['renewable'], ['available_mw', 'curtailment_mw'], function* ({ payload, result }) {
    for (const { name, p_max } of payload.renewables ?? [])
      yield [[name], [p_max, result.curtailment_mw?.[name]]];
  }),
  unserved: table(['bus'], ['load_mw', 'unserved_mw'], function* ({ head, payload, result }) {
    for (const [bus, { load_mwh, unserved_mwh }] of busFigures(payload, result, head.kept_hours))
      yield [[`bus_${bus}`], [load_mwh, unserved_mwh]];
  }),
  costs: table(
    ['unit'],
    ['energy_usd', 'no_load_usd', 'startup_usd', 'shutdown_usd', 'revenue_usd', 'reserve_revenue_usd'],
    function* ({ head, payload, result }) {
      for (const [unit, of] of unitFigures(payload, result, head.kept_hours)) {
        const costs = [of.energy_usd, of.no_load_usd, of.startup_usd, of.shutdown_usd];
        yield [[unit], [...costs, of.revenue_usd, of.reserve_revenue_usd]];
      }
      for (const [line, { energy_usd }] of lineFigures(payload, result, head.kept_hours))
        if (energy_usd) yield [[line], [energy_usd]];
      for (const { name, cost_usd } of demandSide(payload, result, head.kept_hours))
        if (cost_usd.some((usd) => usd !== 0)) yield [[name], [cost_usd]];
    },
  ),
  fuel: table(['generator'], ['fuel_mmbtu', 'co2_t'], function* ({ head, payload, result, facts }) {
    for (const [unit, of] of unitFigures(payload, result, head.kept_hours, facts.fuels))
      if (of.hours_on) yield [[unit], [of.fuel_mmbtu, of.co2_t]];
  }),
} as const satisfies Readonly<Record<Exclude<ExportTableName, 'days'>, ExportTable>>;

function table(
  keys: readonly string[],
  measures: readonly string[],
  elements: ExportTable['elements'],
): ExportTable {
  return { keys, measures, elements };
}
