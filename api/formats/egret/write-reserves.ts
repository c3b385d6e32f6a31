/** Reserve products of a network -> requirements of the system and of its areas in an Egret file. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import type { ReportBuilder } from '../base/report.ts';

type Values = (values: readonly number[]) => unknown;
type Reserve = NonNullable<NetworkContent['reserves']>[number];

/** Direction and minutes -> field; Egret's models fix the minutes. */
const FIELDS = new Map([
  ['up 10', 'spinning_reserve_requirement'],
  ['up 5', 'regulation_up_requirement'],
  ['down 5', 'regulation_down_requirement'],
  ['up 20', 'flexible_ramp_up_requirement'],
  ['down 20', 'flexible_ramp_down_requirement'],
  ['up any', 'reserve_requirement'],
]);

type Fields = Record<string, unknown>;

export function writeReserves({ reserves = [] }: NetworkContent, values: Values, report: ReportBuilder) {
  const system: Fields = {};
  const area: Record<string, Fields> = {};
  const targetOf = ([own, ...others]: readonly string[]): Fields | undefined => {
    if (own === undefined) return system;
    if (others.length > 0) return undefined;
    area[own] ??= {};
    return area[own];
  };
  for (const [q, product] of reserves.entries()) {
    const place = ['reserves', q];
    const field = FIELDS.get(`${product.direction ?? 'up'} ${product.response_min ?? 'any'}`);
    const target = targetOf(product.areas ?? []);
    if (field === undefined || !target || target[field] !== undefined) {
      report.drop(
        'warning',
        'reserve',
        'Reserve of another time, of several areas, or asked for twice',
        place,
      );
      continue;
    }
    target[field] = values([product.mw].flat());
    noteProduct(product, field, place, report);
  }
  const prices = reserves.flatMap(({ penalty_usd_per_mwh: usd }) => (usd === undefined ? [] : [usd]));
  if (new Set(prices).size > 1)
    report.change('warning', 'shortage_price', 'A shortage costs the same in every product: the most', [
      'reserves',
    ]);
  if (prices.length > 0) system['reserve_shortfall_cost'] = Math.max(...prices);
  return { system, area };
}

function noteProduct(
  { name, areas, providers, provider_types }: Reserve,
  field: string,
  place: (string | number)[],
  report: ReportBuilder,
): void {
  if (providers || provider_types)
    report.drop('warning', 'reserve_providers', 'Who may give a reserve: every unit may', place);
  const said = [field.replace(/_requirement$/, ''), ...(areas ?? [])].join('/');
  if (name !== said) report.change('info', 'reserve_name', 'Reserve products have the names of Egret', place);
}
