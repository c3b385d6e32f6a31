/** What each storage could earn more, $, by charging and discharging in other hours at the prices of its bus. */
import { at } from '../at.ts';
import type { Schedule } from '../schedule.ts';
import { cheapestStorage } from '../storage-dispatch.ts';
import type { Prices } from './read-prices.ts';
import { rounding } from './rounding.ts';

export function* storageRegrets({ grid, storages, hours }: Schedule, { buses }: Prices): Iterable<number> {
  for (const item of storages) {
    const { storage, charge, discharge } = item;
    const prices = buses[grid.position.get(storage.bus) ?? -1] ?? [];
    const paid = hours.map((hour) => at(prices, hour) * (at(charge, hour) - at(discharge, hour)));
    const capacity = hours.map(() => storage.charge_mw + storage.discharge_mw);
    yield paid.reduce((sum, usd) => sum + usd, 0) -
      cheapestStorage(storage, prices, item) -
      rounding(capacity, prices);
  }
}
