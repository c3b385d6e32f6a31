/**
 * What each unit could earn more, $, by another dispatch within its own limits and the commitment that it has, at the
 * prices of the result. Its hours on are stretches that no ramp connects, each a problem of its own.
 */

import { productionCost } from '../cost/unit-cost.ts';
import { resourceReserve, unitReserve } from '../dispatch/reserve-offers.ts';
import { cheapestStorage } from '../dispatch/storage-dispatch.ts';
import { cheapestReserving } from '../dispatch/storage-reserve.ts';
import { cheapestDispatch, priceUnit, type Stretch, type UnitPrices } from '../dispatch/unit-dispatch.ts';
import type { Schedule, StorageHours, UnitSchedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { toRuns } from '../schedule/steps.ts';
import { energyPrices, type Prices, reserveIncome, rounding } from './read-prices.ts';

export function* unitRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  for (const [position, unit] of schedule.units.entries()) {
    // Storage and loads have the price of the bus alone: they give no head-room.
    const energy = energyPrices(schedule, prices, unit.generator.bus);
    const reserve = unitReserve(schedule.reserves, prices.reserves, position, schedule.hours);
    yield regret(schedule, prices, position, unit, { energy, ...reserve });
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
export function* storageRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { grid, storages, hours } = schedule;
  for (const item of storages) {
    const { storage, charge, discharge } = item;
    const own = prices.buses[grid.position.get(storage.bus) ?? -1] ?? [];
    const paid = hours.map((hour) => at(own, hour) * (at(charge, hour) - at(discharge, hour)));
    const capacity = hours.map(() => storage.charge_mw + storage.discharge_mw);
    const gives = schedule.reserves.some(({ others }) => others.has(storage.name));
    const left = (storage.final_value_usd_per_mwh ?? 0) * at(item.energy, hours.length - 1);
    const spent =
      paid.reduce((sum, usd) => sum + usd, 0) - reserveIncome(schedule, prices, storage.name) - left;
    const cheapest = gives
      ? cheapestWithReserve(schedule, prices, item, own)
      : [cheapestStorage(storage, own, item)];
    yield Math.min(...cheapest.map((usd) => spent - usd)) - rounding(capacity, own);
  }
}

/**
 * What a storage that gives reserve spends at least: in any direction, and where burning energy may pay, since reserve earns
 * more than energy or wants room, in the directions that it has. The dispatch that has the prices keeps to a direction only
 * where it would go in both at once: one of the two is what it could do.
 */
function cheapestWithReserve(
  { hours, reserves }: Schedule,
  prices: Prices,
  item: StorageHours,
  energy: readonly number[],
): number[] {
  const { up, down } = resourceReserve(reserves, prices.reserves, item.storage.name, hours);
  const wantsRoom = down.some((price) => price > 0);
  const mayBurn = (hour: number): boolean => wantsRoom || at(energy, hour) < at(up, hour);
  const own = { energy, up, down };
  return [
    cheapestReserving(item.storage, own, item, () => false),
    cheapestReserving(item.storage, own, item, (hour) => at(energy, hour) < 0 || mayBurn(hour)),
  ];
}
