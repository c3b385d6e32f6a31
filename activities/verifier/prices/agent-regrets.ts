/**
 * Regrets, $: earnings that each part of a case forgoes against its best dispatch within its own limits and its
 * commitment, at the prices of the result. Ramps do not connect two stretches of hours on of a unit, so each stretch is
 * a separate problem.
 */

import { costOfUse, reductionCost } from '../cost/recomputed-cost.ts';
import { productionCost } from '../cost/unit-cost.ts';
import { mostOfHour } from '../dispatch/bid-dispatch.ts';
import { cheapestPower, costOfPower } from '../dispatch/dc-line-dispatch.ts';
import { mostRecovered, mostSaved } from '../dispatch/demand-response.ts';
import { quickStart } from '../dispatch/quick-start.ts';
import { resourceReserve } from '../dispatch/reserve-offers.ts';
import { cheapestReserving, cheapestStorage } from '../dispatch/storage-dispatch.ts';
import { burns } from '../dispatch/storage-powers.ts';
import { cheapestDispatch, priceUnit, type Stretch } from '../dispatch/unit-dispatch.ts';
import { acceptedPrice, signOf } from '../schedule/accepted.ts';
import type { Schedule, StorageHours, UnitSchedule } from '../schedule/schedule.ts';
import { at, toRuns } from '../schedule/series.ts';
import { shedCost, shedSteps } from '../schedule/shedding.ts';
import { type Prices, pricesAt, reserveIncome, rounding, unitPrices } from './read-prices.ts';

/** Reductions up to this size do not count as an hour with a reduction, MW. */
const KEPT_MW = 1e-6;

export function* unitRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  for (const [position, unit] of schedule.units.entries()) yield unitRegret(schedule, prices, position, unit);
}

function unitRegret(schedule: Schedule, prices: Prices, position: number, unit: UnitSchedule): number {
  const on = schedule.hours.filter((hour) => unit.on[hour]);
  const unitSeries = unitPrices(schedule, prices, position, unit.bus);
  const missed = missedOffline(schedule, prices, position, unit, unitSeries.offline ?? []);
  if (on.length === 0) return missed;
  const priced = priceUnit(unit, unitSeries);
  let cheapest = 0;
  for (const stretch of stretches(schedule, unit)) cheapest += cheapestDispatch(priced, stretch);
  const spent = on.reduce((sum, hour) => {
    const output = at(unit.output, hour);
    const { energy, noLoad } = productionCost(unit, output, hour);
    const reserveUsd = schedule.reserves.reduce(
      (earned, { provided }, q) =>
        earned + at(prices.earned[q] ?? [], hour) * at(provided[position] ?? [], hour),
      0,
    );
    return sum + energy + noLoad - at(unitSeries.energy, hour) * output - reserveUsd;
  }, 0);
  const capacity = on.map((hour) => Math.max(Math.abs(at(unit.p_max, hour)), Math.abs(at(unit.p_min, hour))));
  const paid = on.map((hour) => at(unitSeries.energy, hour));
  return spent - cheapest - rounding(capacity, paid) + missed;
}

/** Earnings that a unit forgoes from non-spinning reserve in the hours in which it is off, $. */
function missedOffline(
  { hours, reserves }: Schedule,
  prices: Prices,
  position: number,
  unit: UnitSchedule,
  offline: ArrayLike<number>,
): number {
  const most = quickStart(unit);
  const off = hours.filter((hour) => !unit.on[hour] && at(most, hour) > 0);
  if (off.length === 0) return 0;
  const missed = off.map((hour) =>
    reserves.reduce(
      (usd, { provided }, q) => usd - at(prices.earned[q] ?? [], hour) * at(provided[position] ?? [], hour),
      at(offline, hour) * at(most, hour),
    ),
  );
  const [capacity, paid] = [off.map((hour) => at(most, hour)), off.map((hour) => at(offline, hour))];
  return missed.reduce((sum, usd) => sum + usd, 0) - rounding(capacity, paid);
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

/** Additional earnings of each storage, $, from charging and discharging in other hours at the prices of its bus. */
export function* storageRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { storages, hours } = schedule;
  for (const storage of storages) {
    const { name, charge, discharge } = storage;
    const energyPrices = Array.from(pricesAt(schedule, prices, storage.bus));
    const paid = hours.map((hour) => at(energyPrices, hour) * (at(charge, hour) - at(discharge, hour)));
    const capacity = hours.map((hour) => at(storage.charge_mw, hour) + at(storage.discharge_mw, hour));
    const gives = schedule.reserves.some(({ others }) => others.has(name));
    const storedValue = storage.final_value_usd_per_mwh * at(storage.energy, hours.length - 1);
    const spent =
      paid.reduce((sum, usd) => sum + usd, costOfUse(storage)) -
      reserveIncome(schedule, prices, name) -
      storedValue;
    const cheapest = gives
      ? cheapestWithReserve(schedule, prices, storage, energyPrices)
      : [cheapestStorage(storage, energyPrices, storage)];
    yield Math.min(...cheapest.map((usd) => spent - usd)) - rounding(capacity, energyPrices);
  }
}

/**
 * Two least costs of a storage that gives reserve, $: with free directions, and with the directions of the schedule in
 * every hour in which charging and discharging at once could pay (reserve earns more than energy, or downward reserve
 * is paid). The dispatch that sets the prices fixes directions in some of these hours only, so the smaller of the two
 * regrets counts.
 */
function cheapestWithReserve(
  { hours, reserves }: Schedule,
  prices: Prices,
  storage: StorageHours,
  energy: readonly number[],
): number[] {
  const { up, down } = resourceReserve(reserves, prices.earned, storage.name, hours);
  const wantsRoom = down.some((price) => price > 0);
  const mayBurn = (hour: number): boolean => wantsRoom || at(energy, hour) < at(up, hour);
  const storagePrices = { energy, up, down };
  return [
    cheapestReserving(storage, storagePrices, storage, () => false),
    cheapestReserving(
      storage,
      storagePrices,
      storage,
      (hour) => burns(storage, at(energy, hour), hour) || mayBurn(hour),
    ),
  ];
}

/**
 * Renewables sell energy above their cost, and reserve by holding back output or by staying above their least output.
 */
export function* renewableRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { hours, renewables, reserves } = schedule;
  for (const { name, bus, p_min, p_max, output, price } of renewables) {
    const energy = pricesAt(schedule, prices, bus);
    const { up, down } = resourceReserve(reserves, prices.earned, name, hours);
    for (const hour of hours) {
      const worth = at(energy, hour) - at(price, hour);
      const margin = worth - at(up, hour) + at(down, hour);
      const [least, most] = [at(p_min, hour), at(p_max, hour)];
      const mw = at(output, hour);
      const best = margin > 0 ? most : least;
      // Earnings if all free capacity at this output gave reserve.
      const room = at(up, hour) * (most - mw) + at(down, hour) * (mw - least);
      const missed = room - reserveIncome({ hours: [hour], reserves }, prices, name);
      yield margin * (best - mw) + missed - rounding([most], [margin]);
    }
  }
}

/**
 * A bid is accepted where it earns at the price of its bus. A bid of all or nothing keeps its decision, as a unit keeps
 * its commitment.
 */
export function* bidRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  for (const bid of schedule.bids) {
    if (bid.isWhole) continue;
    const energy = pricesAt(schedule, prices, bid.bus);
    for (const hour of schedule.hours) {
      const usd = at(energy, hour);
      const earned = signOf(bid) * (usd * at(bid.accepted, hour) - acceptedPrice(bid, hour));
      const margins = bid.blocks.map(({ price }) => usd - at(price, hour));
      yield mostOfHour(bid, usd, hour) -
        earned -
        rounding(
          bid.blocks.map(({ mw }) => at(mw, hour)),
          margins,
        );
    }
  }
}

/**
 * Demand response earns the price of what it reduces, less its cost and the price of what comes back. With a limit of
 * its hours, it keeps the hours of the schedule.
 */
export function* demandResponseRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { demandResponse, hours } = schedule;
  for (const item of demandResponse) {
    const energy = Array.from(pricesAt(schedule, prices, item.bus));
    const moved = hours.map((hour) => at(item.reduced, hour) - at(item.recovered, hour));
    const earned = moved.reduce((usd, mw, hour) => usd + mw * at(energy, hour), 0) - reductionCost(item);
    const isKept = (hour: number) => !Number.isFinite(item.most_of_day) || at(item.reduced, hour) > KEPT_MW;
    yield mostSaved(item, energy, hours, isKept) -
      earned -
      rounding(
        [...item.shed_max_mw, ...hours.map((hour) => mostRecovered(item, hour))],
        [...energy, item.cost],
      );
  }
}

/**
 * A DC line earns the difference of the prices at its ends, less its losses, its cost and its tolls. `tolls`: $/MWh,
 * shape [lines][horizon].
 */
export function* dcLineRegrets(
  { dcLines, hours }: Schedule,
  { buses }: Prices,
  tolls: readonly (readonly number[])[],
): Iterable<number> {
  for (const [d, { line, power }] of dcLines.entries()) {
    const prices = { from: buses[line.from] ?? [], to: buses[line.to] ?? [], toll: tolls[d] ?? [] };
    const ends = hours.flatMap((hour) => [at(prices.to, hour), at(prices.from, hour)]);
    const margins = hours.map((hour) => 2 * (at(prices.to, hour) - at(prices.from, hour)) + line.cost);
    const capacity = hours.flatMap((hour) => [at(line.least, hour), at(line.most, hour)]);
    const spent = hours.reduce((usd, hour) => usd + costOfPower(line, prices, hour, at(power, hour)), 0);
    yield spent -
      cheapestPower(line, prices, hours, power) -
      rounding(capacity, [...margins, ...prices.toll, ...ends.map((usd) => line.loss * usd)]);
  }
}

/** Load is shed where the price of its bus is above the value of lost load, and only there. */
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

/**
 * The price of a requirement that is exceeded is 0; a shortfall costs its penalty, which the price never exceeds. The
 * steps of a demand curve are unmet if they are worth less than the price, and only then.
 */
export function* reserveRegrets({ hours, reserves }: Schedule, prices: Prices): Iterable<number> {
  for (const [q, product] of reserves.entries()) {
    const { provided, others, counted, shortfall, steps, penalty_usd_per_mwh: penalty } = product;
    for (const hour of hours) {
      const price = at(prices.reserves[q] ?? [], hour);
      const required = at(product.mw, hour);
      const short = at(shortfall, hour);
      const all = [...provided, ...others.values(), ...counted];
      const surplus = all.reduce((sum, series) => sum + at(series, hour), short - required);
      const ofAll = all.map(() => price);
      const allowed = rounding([Math.max(1, required)], [price]) + rounding(ofAll, []);
      yield -price * Math.max(1, required) - allowed;
      yield price * surplus - allowed;
      if (steps.length > 0) {
        const best = steps.reduce((usd, step) => usd + step.mw * Math.max(0, price - step.price), 0);
        const widths = steps.map((step) => step.mw);
        yield best - (price * short - shedCost(steps, short)) - allowed - rounding(widths, []);
      } else if (short > 0) yield (penalty - price) * short - allowed;
      yield Math.max(0, price - penalty) * Math.max(1, required) - allowed;
    }
  }
}

/** The price of headroom that is exceeded is 0. */
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
