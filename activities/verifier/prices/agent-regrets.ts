/**
 * What each part of a case could earn or save, $, by another dispatch within its own limits and the commitment that it
 * has, at the prices of the result. The hours on of a unit are stretches that no ramp connects, each a problem of its own.
 */

import { productionCost } from '../cost/unit-cost.ts';
import { cheapestPower, costOfPower } from '../dispatch/dc-line-dispatch.ts';
import { resourceReserve } from '../dispatch/reserve-offers.ts';
import { cheapestReserving, cheapestStorage } from '../dispatch/storage-dispatch.ts';
import { cheapestDispatch, priceUnit, type Stretch } from '../dispatch/unit-dispatch.ts';
import type { Schedule, StorageHours, UnitSchedule } from '../schedule/schedule.ts';
import { at, toRuns } from '../schedule/series.ts';
import { shedCost, shedSteps } from '../schedule/shedding.ts';
import { type Prices, pricesAt, reserveIncome, rounding, unitPrices } from './read-prices.ts';

export function* unitRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  for (const [position, unit] of schedule.units.entries()) yield unitRegret(schedule, prices, position, unit);
}

function unitRegret(schedule: Schedule, prices: Prices, position: number, unit: UnitSchedule): number {
  const on = schedule.hours.filter((hour) => unit.on[hour]);
  if (on.length === 0) return 0;
  const own = unitPrices(schedule, prices, position, unit.bus);
  const priced = priceUnit(unit, own);
  let cheapest = 0;
  for (const stretch of stretches(schedule, unit)) cheapest += cheapestDispatch(priced, stretch);
  const spent = on.reduce((sum, hour) => {
    const output = at(unit.output, hour);
    const { energy, noLoad } = productionCost(unit, output);
    const held = schedule.reserves.reduce(
      (earned, { provided }, q) =>
        earned + at(prices.reserves[q] ?? [], hour) * at(provided[position] ?? [], hour),
      0,
    );
    return sum + energy + noLoad - at(own.energy, hour) * output - held;
  }, 0);
  const capacity = on.map((hour) => Math.max(Math.abs(at(unit.p_max, hour)), Math.abs(at(unit.p_min, hour))));
  const paid = on.map((hour) => at(own.energy, hour));
  return spent - cheapest - rounding(capacity, paid);
}

function stretches(
  { hours, jobType }: Schedule,
  { initial_power_mw, on, onBefore, startup_ramp, shutdown_ramp }: UnitSchedule,
): Stretch[] {
  return toRuns(on, onBefore)
    .filter((run) => run.on && run.end > run.start)
    .map(({ start, end, initial }) => {
      const isFree = initial || (jobType === 'ed' && start === 0 && initial_power_mw === undefined);
      return {
        from: start,
        to: end,
        ...(!isFree && { startLimit: at(startup_ramp, start) }),
        ...(end < hours.length && { stopLimit: at(shutdown_ramp, end - 1) }),
        ...(initial && { before: initial_power_mw }),
      };
    });
}

/** What each storage could earn more, $, by charging and discharging in other hours at the prices of its bus. */
export function* storageRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { storages, hours } = schedule;
  for (const storage of storages) {
    const { name, charge, discharge } = storage;
    const own = Array.from(pricesAt(schedule, prices, storage.bus));
    const paid = hours.map((hour) => at(own, hour) * (at(charge, hour) - at(discharge, hour)));
    const capacity = hours.map(() => storage.charge_mw + storage.discharge_mw);
    const gives = schedule.reserves.some(({ others }) => others.has(name));
    const left = storage.final_value_usd_per_mwh * at(storage.energy, hours.length - 1);
    const spent = paid.reduce((sum, usd) => sum + usd, 0) - reserveIncome(schedule, prices, name) - left;
    const cheapest = gives
      ? cheapestWithReserve(schedule, prices, storage, own)
      : [cheapestStorage(storage, own, storage)];
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
  storage: StorageHours,
  energy: readonly number[],
): number[] {
  const { up, down } = resourceReserve(reserves, prices.reserves, storage.name, hours);
  const wantsRoom = down.some((price) => price > 0);
  const mayBurn = (hour: number): boolean => wantsRoom || at(energy, hour) < at(up, hour);
  const own = { energy, up, down };
  return [
    cheapestReserving(storage, own, storage, () => false),
    cheapestReserving(storage, own, storage, (hour) => at(energy, hour) < 0 || mayBurn(hour)),
  ];
}

/** Renewables take part for what they cost, and hold back, or stay above their least output, for what reserve earns. */
export function* renewableRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { hours, renewables, reserves } = schedule;
  for (const { name, bus, p_min, p_max, output, price } of renewables) {
    const energy = pricesAt(schedule, prices, bus);
    const { up, down } = resourceReserve(reserves, prices.reserves, name, hours);
    for (const hour of hours) {
      const worth = at(energy, hour) - at(price, hour);
      const margin = worth - at(up, hour) + at(down, hour);
      const [least, most] = [at(p_min, hour), at(p_max, hour)];
      const mw = at(output, hour);
      const best = margin > 0 ? most : least;
      // Beside the best output, what reserve earns more in the room that this one leaves.
      const room = at(up, hour) * (most - mw) + at(down, hour) * (mw - least);
      const missed = room - reserveIncome({ hours: [hour], reserves }, prices, name);
      yield margin * (best - mw) + missed - rounding([most], [margin]);
    }
  }
}

/** A DC line earns the difference of the prices at its ends, less what it loses and costs. */
export function* dcLineRegrets({ dcLines, hours }: Schedule, { buses }: Prices): Iterable<number> {
  for (const { line, power } of dcLines) {
    const prices = { from: buses[line.from] ?? [], to: buses[line.to] ?? [] };
    const ends = hours.flatMap((hour) => [at(prices.to, hour), at(prices.from, hour)]);
    const margins = hours.map((hour) => 2 * (at(prices.to, hour) - at(prices.from, hour)) + line.cost);
    const capacity = hours.flatMap((hour) => [at(line.least, hour), at(line.most, hour)]);
    const spent = hours.reduce((usd, hour) => usd + costOfPower(line, prices, hour, at(power, hour)), 0);
    yield spent -
      cheapestPower(line, prices, hours, power) -
      rounding(capacity, [...margins, ...ends.map((usd) => line.loss * usd)]);
  }
}

/** Load is shed where its price is above the value of lost load, and only there. */
export function* sheddingRegrets(schedule: Schedule, { buses }: Prices): Iterable<number> {
  for (const [bus, prices] of buses.entries()) {
    for (const hour of schedule.hours) {
      const steps = shedSteps(schedule, bus, hour);
      if (steps.length === 0 || !prices) continue;
      const price = at(prices, hour);
      const mw = at(schedule.unserved[bus] ?? [], hour);
      const margins = steps.map((step) => price - step.price);
      const best = steps.reduce((usd, step) => usd + step.mw * Math.max(0, price - step.price), 0);
      const capacity = steps.map((step) => step.mw);
      yield best - (price * mw - shedCost(steps, mw)) - rounding(capacity, margins);
    }
  }
}

/** A requirement that is exceeded has no price; what it is short of costs its penalty, and its price is never higher. */
export function* reserveRegrets({ hours, reserves }: Schedule, prices: Prices): Iterable<number> {
  for (const [q, product] of reserves.entries()) {
    const { provided, others, shortfall, penalty_usd_per_mwh: penalty } = product;
    for (const hour of hours) {
      const price = at(prices.reserves[q] ?? [], hour);
      const required = at(product.mw, hour);
      const short = at(shortfall, hour);
      const all = [...provided, ...others.values()];
      const surplus = all.reduce((sum, own) => sum + at(own, hour), short - required);
      const ofAll = all.map(() => price);
      const allowed = rounding([Math.max(1, required)], [price]) + rounding(ofAll, []);
      yield -price * Math.max(1, required) - allowed;
      yield price * surplus - allowed;
      if (short > 0) yield (penalty - price) * short - allowed;
      yield Math.max(0, price - penalty) * Math.max(1, required) - allowed;
    }
  }
}

/** Head-room that is exceeded has no price. */
export function* outageRegrets(schedule: Schedule, { outages }: Prices): Iterable<number> {
  for (const { lost, prices } of outages) {
    for (const hour of schedule.hours) {
      const price = at(prices, hour);
      let room = 0;
      for (const { name, on, output, p_max } of schedule.units) {
        const spare = on[hour] && !lost.has(name) ? at(p_max, hour) : 0;
        room += spare - at(output, hour);
      }
      const ofAll = schedule.units.map(() => price);
      const allowed = rounding([room], ofAll);
      yield price * room - allowed;
      yield -price * Math.max(1, room) - allowed;
    }
  }
}
