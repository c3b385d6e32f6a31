/**
 * Prices of interfaces: a price above 0 belongs to an upper limit that is reached, a price below 0 to a lower limit
 * that is reached. At a soft limit the price is at most the penalty, and equals it where the limit is exceeded. Regrets
 * in $, price times MW.
 */
import { outsideLimits } from '../network/interface-flows.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import type { InterfaceSchedule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';
import { rounding } from './read-prices.ts';

/** Prices of the result, $/MWh, shape [interfaces][horizon]; 0 for an interface that does not apply. */
export const interfacePrices = (
  { hours, interfaces, result }: Schedule,
  { interfaceFlows }: Pick<NetworkAudit, 'interfaceFlows'>,
): number[][] =>
  interfaces.map(({ id }) =>
    interfaceFlows.has(id)
      ? readSeries(result.interface_shadow_price_usd_per_mwh, id, hours.length)
      : hours.map(() => 0),
  );

export function* interfaceRegrets(schedule: Schedule, audit: NetworkAudit): Iterable<number> {
  const { hours, interfaces, result } = schedule;
  yield* unknownKeys(
    result.interface_shadow_price_usd_per_mwh,
    interfaces.map(({ id }) => id),
  );
  for (const [i, prices] of interfacePrices(schedule, audit).entries()) {
    const item = interfaces[i];
    if (item && audit.interfaceFlows.has(item.id))
      for (const hour of hours) yield* regretsAt(item, hour, at(prices, hour));
  }
}

function* regretsAt(item: InterfaceSchedule, hour: number, price: number): Iterable<number> {
  const { flow, p_min_mw, p_max_mw, penalty_usd_per_mwh: penalty } = item;
  const limit = at(price < 0 ? p_min_mw : p_max_mw, hour);
  const mw = at(flow, hour);
  const excess = Number.isFinite(penalty) ? Math.max(0, outsideLimits(item, hour, mw)) : 0;
  const allowed = rounding([mw, excess], [price]);
  if (price !== 0) yield Math.abs(price) * Math.abs(Math.abs(mw - limit) - excess) - allowed;
  if (!Number.isFinite(penalty)) return;
  yield (Math.abs(price) - penalty) * Math.max(1, Math.abs(mw)) - allowed;
  if (excess > 0) yield (penalty - Math.abs(price)) * excess - allowed;
}
