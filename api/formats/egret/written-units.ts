/**
 * Writes thermal units (costs as fuel or money, starts, ramps, times and initial state) and reserve requirements of an
 * Egret file.
 */
import { leastLimit } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { Reserve, Unit } from '../base/network-parts.ts';
import { alwaysRuns, moneyCurve, moneyTiers, priceOf } from '../base/network-writing.ts';
import { type Notes, notesAt, type ReportBuilder } from '../base/report.ts';

interface Writing {
  readonly bus: (id: number) => string;
  readonly values: (values: readonly number[]) => unknown;
  readonly report: ReportBuilder;
}

export function toUnit(unit: Unit, i: number, content: NetworkContent, { bus, values, report }: Writing) {
  const limit = (name: string, mw: number | null | undefined) =>
    mw === null || mw === undefined ? {} : { [name]: mw };
  if (unit.ramp_up !== null && unit.startup_ramp === undefined) {
    const words = 'By default, output in the hour of a start is at most p_min plus one ramp';
    report.change('warning', 'startup_ramp', words, ['generators', i]);
  }
  return {
    generator_type: 'thermal',
    bus: bus(unit.bus),
    in_service: true,
    p_min: values(unit.p_min_profile ?? [unit.p_min]),
    p_max: values(unit.p_max_profile ?? [unit.p_max]),
    ...costsOf(unit, i, content, report),
    ...limit('shutdown_cost', unit.shutdown_cost),
    ...limit('ramp_up_60min', leastLimit(unit.ramp_up)),
    ...limit('ramp_down_60min', leastLimit(unit.ramp_down)),
    ...limit('startup_capacity', unit.startup_ramp),
    ...limit('shutdown_capacity', unit.shutdown_ramp),
    min_up_time: unit.min_uptime,
    min_down_time: unit.min_downtime,
    initial_status: unit.initial_status || -1,
    initial_p_output: unit.initial_power_mw ?? (unit.initial_status > 0 ? Math.max(0, unit.p_min) : 0),
    ...(alwaysRuns(unit) && { fixed_commitment: 1 }),
    ...(unit.type !== undefined && { unit_type: unit.type }),
    ...(unit.fuel !== undefined && { fuel: unit.fuel }),
  };
}

/**
 * Costs of a unit: as fuel if the unit has heat rates and startup fuel, no variable O&M cost, and the same $ per start
 * in all states; else as money.
 */
function costsOf(unit: Unit, i: number, content: NetworkContent, report: ReportBuilder) {
  const { heat_rate_curve, startup_fuel, variable_om_usd_per_mwh = 0 } = unit;
  const usd = startup_fuel?.[0]?.usd ?? 0;
  const isFuel = heat_rate_curve && startup_fuel && variable_om_usd_per_mwh === 0;
  if (isFuel && startup_fuel.every((state) => state.usd === usd))
    return {
      p_fuel: {
        data_type: 'fuel_curve',
        values: heat_rate_curve.map(({ mw, mmbtu_per_h }) => [mw, mmbtu_per_h]),
      },
      fuel_cost: priceOf(content, unit),
      startup_fuel: startup_fuel.map(({ lag_h, mmbtu }) => [lag_h, mmbtu]),
      non_fuel_startup_cost: usd,
    };
  if (heat_rate_curve)
    report.change('info', 'fuel', 'Heat rates are costs', ['generators', i, 'heat_rate_curve']);
  return {
    p_cost: {
      data_type: 'cost_curve',
      cost_curve_type: 'piecewise',
      values: moneyCurve(content, unit).map(({ mw, usd_per_h }) => [mw, usd_per_h]),
    },
    startup_cost: moneyTiers(content, unit).map(({ lag_h, cost_usd }) => [lag_h, cost_usd]),
  };
}

/** Direction and response time of a product -> field. Egret's models fix the response times. */
const FIELDS = new Map([
  ['up 10', 'spinning_reserve_requirement'],
  ['up 5', 'regulation_up_requirement'],
  ['down 5', 'regulation_down_requirement'],
  ['up 20', 'flexible_ramp_up_requirement'],
  ['down 20', 'flexible_ramp_down_requirement'],
  ['up any', 'reserve_requirement'],
]);

type Fields = Record<string, unknown>;

/** Converts reserve products of a network to requirements of the system and of its areas. */
export function writeReserves(
  { reserves = [] }: NetworkContent,
  values: Writing['values'],
  report: ReportBuilder,
) {
  const system: Fields = {};
  const area: Record<string, Fields> = {};
  const targetOf = ([onlyArea, ...others]: readonly string[]): Fields | undefined => {
    if (onlyArea === undefined) return system;
    if (others.length > 0) return undefined;
    area[onlyArea] ??= {};
    return area[onlyArea];
  };
  for (const [q, product] of reserves.entries()) {
    const notes = notesAt(report, 'reserves', q);
    const field = FIELDS.get(`${product.direction ?? 'up'} ${product.response_min ?? 'any'}`);
    const target = targetOf(product.areas ?? []);
    if (field === undefined || !target || target[field] !== undefined) {
      const words = 'Reserve of another response time, of several areas, or required twice';
      notes.drop('warning', 'reserve', words);
      continue;
    }
    target[field] = values([product.mw].flat());
    noteProduct(product, field, notes);
  }
  const prices = reserves.flatMap(
    ({ penalty_usd_per_mwh: usd, demand_curve }) => usd ?? demand_curve?.[0]?.usd_per_mwh ?? [],
  );
  if (new Set(prices).size > 1)
    report.change(
      'warning',
      'shortage_price',
      'A shortage costs the same in every product: the highest price',
      ['reserves'],
    );
  if (prices.length > 0) system['reserve_shortfall_cost'] = Math.max(...prices);
  return { system, area };
}

function noteProduct({ name, areas, providers, provider_types }: Reserve, field: string, notes: Notes): void {
  if (providers || provider_types)
    notes.drop('warning', 'reserve_providers', 'Providers of a reserve: every unit may provide it');
  const said = [field.replace(/_requirement$/, ''), ...(areas ?? [])].join('/');
  if (name !== said) notes.change('info', 'reserve_name', 'Reserve products have the names of Egret');
}
