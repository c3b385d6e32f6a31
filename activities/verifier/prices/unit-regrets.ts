/**
 * What each unit could earn more, $, by another dispatch within its own limits and the commitment that it has, at the
 * prices of the result. Its hours on are stretches that no ramp connects, each a problem of its own.
 */

import { productionCost } from '../cost/unit-cost.ts';
import { cheapestStorage } from '../dispatch/storage-dispatch.ts';
import { cheapestDispatch, priceUnit, type Stretch, type UnitPrices } from '../dispatch/unit-dispatch.ts';
import type { Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { toRuns } from '../schedule/steps.ts';
import { energyPrices, type Prices, rounding } from './read-prices.ts';

export function* unitRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const best = schedule.hours.map((hour) => Math.max(0, ...prices.reserves.map((own) => at(own, hour))));
  for (const [position, unit] of schedule.units.entries()) {
    // Storage and loads have the price of the bus alone: they give no head-room.
    const energy = energyPrices(schedule, prices, unit.generator.bus);
    yield regret(schedule, prices, position, unit, { energy, reserve: best });
  }
}

function regret(
  schedule: Schedule,
  prices: Prices,
  position: number,
  unit: UnitSchedule,
  own: UnitPrices,
): number {
  const on = schedule.hours.filter((hour) => unit.on[hour]);
  if (on.length === 0) return 0;
  const priced = priceUnit(unit, own);
  let cheapest = 0;
  for (const stretch of stretches(schedule, unit)) cheapest += cheapestDispatch(priced, stretch);
  const spent = on.reduce((sum, hour) => {
    const output = at(unit.output, hour);
    const { energy, noLoad } = productionCost(unit.generator, output);
    const held = schedule.reserves.reduce(
      (earned, { provided }, q) =>
        earned + at(prices.reserves[q] ?? [], hour) * at(provided[position] ?? [], hour),
      0,
    );
    return sum + energy + noLoad - at(own.energy, hour) * output - held;
  }, 0);
  const capacity = on.map((hour) => Math.max(Math.abs(at(unit.pMax, hour)), Math.abs(at(unit.pMin, hour))));
  return (
    spent -
    cheapest -
    rounding(
      capacity,
      on.map((hour) => at(own.energy, hour)),
    )
  );
}

function stretches(
  { hours, jobType }: Schedule,
  { generator, on, onBefore, startupRamp, shutdownRamp }: UnitSchedule,
): Stretch[] {
  const known = generator.initial_power_mw;
  return toRuns(on, onBefore)
    .filter((run) => run.on && run.end > run.start)
    .map(({ start, end, initial }) => {
      const isFree = initial || (jobType === 'ed' && start === 0 && known === undefined);
      return {
        from: start,
        to: end,
        ...(!isFree && { startLimit: at(startupRamp, start) }),
        ...(end < hours.length && { stopLimit: at(shutdownRamp, end - 1) }),
        ...(initial && { before: known }),
      };
    });
}

/** What each storage could earn more, $, by charging and discharging in other hours at the prices of its bus. */
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
