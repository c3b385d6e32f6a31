/**
 * What each unit could earn more, $, by another dispatch within its own limits and the commitment that it has, at the
 * prices of the result. Its hours on are stretches that no ramp connects, each a problem of its own.
 */
import { at } from '../at.ts';
import { productionCost } from '../production-cost.ts';
import { toRuns } from '../runs.ts';
import type { Schedule, UnitSchedule } from '../schedule.ts';
import { cheapestDispatch, priceUnit, type Stretch, type UnitPrices } from '../unit-dispatch.ts';
import { energyPrices, type Prices } from './read-prices.ts';
import { rounding } from './rounding.ts';

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
