/** Reads a schedule from a ModelData file of Egret: a solve writes its results into the file of the case. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import {
  type CaseElements,
  mapSeries,
  type ReadSchedule,
  storagePowers,
  toStates,
  unreadField,
} from '../base/given-schedule.ts';
import { JsonObject } from '../base/json-object.ts';
import { createReport, ImportError } from '../base/report.ts';
import { isRenewable } from './other-elements.ts';
import { valuesOf } from './values.ts';

/** Products for which the reserve of a unit is in a field such as `regulation_up_supplied`. */
const PRODUCTS: readonly string[] = [
  'reserve',
  'spinning_reserve',
  'regulation_up',
  'regulation_down',
  'flexible_ramp_up',
  'flexible_ramp_down',
];
const SHORT_MW = 1e-6;

/** Reads a schedule. Throws `ImportError` with the place of an unreadable value. */
export function readResults(
  file: unknown,
  { horizon, generators, reserves = [] }: CaseElements,
): ReadSchedule {
  const root = new JsonObject(file, createReport());
  const all = root.object('elements');
  const values = (object: JsonObject, name: string): number[] => {
    const series = valuesOf(object, name, horizon);
    return series.length === horizon ? series : Array.from({ length: horizon }, () => series[0] ?? 0);
  };
  const seriesOf = (kind: string, name: string, only = (_: JsonObject) => true): Series =>
    Object.fromEntries(
      all
        .objects(kind)
        .filter(([, object]) => object.has(name) && object.flag('in_service', true) && only(object))
        .map(([id, object]) => [id, values(object, name)]),
    );
  const thermal = (name: string) => seriesOf('generator', name, (object) => !isRenewable(object));
  const dispatch_mw = thermal('pg');
  if (Object.keys(dispatch_mw).length === 0 && generators.length > 0)
    throw new ImportError(['elements', 'generator'], "No generator has 'pg': the file has no results");
  const products = reserves.filter(({ name }) => PRODUCTS.includes(name));
  const system = root.object('system');
  const schedule = {
    commitment: mapSeries(thermal('commitment'), toStates),
    dispatch_mw,
    renewable_mw: seriesOf('generator', 'pg', isRenewable),
    dc_flow_mw: seriesOf('dc_branch', 'pf'),
    ...acceptedBids(all, values),
    storage: storagePowers(seriesOf('storage', 'p_charge'), seriesOf('storage', 'p_discharge')),
    reserve_mw: Object.fromEntries(products.map(({ name }) => [name, thermal(`${name}_supplied`)])),
    ...(typeof system.value('total_cost') === 'number' && { objective_value: system.number('total_cost') }),
  };
  return {
    schedule,
    notes: ['Read as results of Egret; flows and storage levels are derived', ...shortages(all, values)],
    notJudged: [...unreadReserves(root, products)].map((field) => unreadField(`schedule/${field}`)),
  };
}

/** Accepted power of loads with a price, which the file states as what is not served of them. */
function acceptedBids(elements: JsonObject, values: (object: JsonObject, name: string) => number[]) {
  const priced = elements.objects('load').filter(([, load]) => load.has('p_load_shed'));
  const accepted = priced.map(([name, load]) => {
    const shed = values(load, 'p_load_shed');
    return [name, values(load, 'p_load').map((mw, t) => mw - (shed[t] ?? 0))] as const;
  });
  return accepted.length > 0 ? { bid_mw: Object.fromEntries(accepted) } : {};
}

/** Fields of supplied or missing reserve for products that the case does not have. */
function unreadReserves(root: JsonObject, products: readonly { readonly name: string }[]): Set<string> {
  const read = new Set(products.map(({ name }) => `${name}_supplied`));
  const all = root.object('elements');
  const kinds = ['generator', 'storage', 'area', 'zone'];
  const objects = kinds.flatMap((kind) =>
    all.objects(kind).map(([, object]) => [`elements/${kind}`, object] as const),
  );
  const fields = [...objects, ['system', root.object('system')] as const].flatMap(([place, object]) =>
    object.names().map((name) => [`${place}/*/${name}`, name] as const),
  );
  const unread = fields.filter(([, name]) => /_(supplied|shortfall)$/.test(name) && !read.has(name));
  return new Set(unread.map(([place]) => place));
}

/**
 * Reports a violation of a load balance in the file; in the case, which has no price for load not served, the balance
 * is a hard constraint.
 */
function shortages(elements: JsonObject, values: (object: JsonObject, name: string) => number[]): string[] {
  const short = elements
    .objects('bus')
    .filter(([, bus]) => bus.has('p_balance_violation'))
    .filter(([, bus]) => values(bus, 'p_balance_violation').some((mw) => Math.abs(mw) > SHORT_MW));
  const names = short.map(([name]) => name).slice(0, 5);
  return names.length > 0
    ? [`Load and supply differ in the file itself (p_balance_violation) at ${names.join(', ')}`]
    : [];
}
