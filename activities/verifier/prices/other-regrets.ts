/** What renewables, DC lines, loads that may be shed and requirements that may be missed could earn or save at the prices, $. */

import { resourceReserve } from '../dispatch/reserve-offers.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { outagePrices, type Prices, rounding } from './read-prices.ts';

/** Renewables take part for what they cost, and hold back, or stay above their least output, for what reserve earns. */
export function* renewableRegrets(schedule: Schedule, prices: Prices): Iterable<number> {
  const { grid, hours, renewables, reserves } = schedule;
  for (const { renewable, output, price } of renewables) {
    const energy = prices.buses[grid.position.get(renewable.bus) ?? -1] ?? [];
    const { up, down } = resourceReserve(reserves, prices.reserves, renewable.name, hours);
    for (const hour of hours) {
      const worth = at(energy, hour) - at(price, hour);
      const margin = worth - at(up, hour) + at(down, hour);
      const [least, most] = [at(renewable.p_min, hour), at(renewable.p_max, hour)];
      const mw = at(output, hour);
      const best = margin > 0 ? most : least;
      // Beside the best output, what reserve earns more in the room that this one leaves.
      const room = at(up, hour) * (most - mw) + at(down, hour) * (mw - least);
      const missed = room - heldIn(reserves, prices, renewable.name, hour);
      yield margin * (best - mw) + missed - rounding([most], [margin]);
    }
  }
}

/** What the reserve that is held in an hour earns, $. */
const heldIn = (reserves: Schedule['reserves'], prices: Prices, name: string, hour: number): number =>
  reserves.reduce(
    (usd, { others }, q) =>
      others.has(name) ? usd + at(prices.reserves[q] ?? [], hour) * at(others.get(name) ?? [], hour) : usd,
    0,
  );

/** A DC line earns the difference of the prices at its ends. */
export function* dcLineRegrets({ dcLines, hours }: Schedule, { buses }: Prices): Iterable<number> {
  for (const { line, power } of dcLines) {
    const { from, to, least, most } = line;
    for (const hour of hours) {
      const margin = at(buses[to] ?? [], hour) - at(buses[from] ?? [], hour);
      const best = margin > 0 ? most : least;
      yield margin * (best - at(power, hour)) - rounding([least, most], [margin, margin]);
    }
  }
}

/** Load is shed where its price is above the value of lost load, and only there. */
export function* sheddingRegrets(schedule: Schedule, { buses }: Prices): Iterable<number> {
  const { hours, load, payload, unserved } = schedule;
  const value = payload.options?.unserved_energy_usd_per_mwh;
  if (value === undefined) return;
  for (const [bus, prices] of buses.entries()) {
    for (const hour of hours) {
      const most = Math.max(0, at(load[bus] ?? [], hour));
      if (most === 0 || !prices) continue;
      const margin = at(prices, hour) - value;
      const best = margin > 0 ? most : 0;
      yield margin * (best - at(unserved[bus] ?? [], hour)) - rounding([most], [margin]);
    }
  }
}

/** A requirement that is exceeded has no price; what it is short of costs its penalty, and its price is never higher. */
export function* reserveRegrets({ hours, reserves }: Schedule, prices: Prices): Iterable<number> {
  for (const [q, { product, requirement, provided, others, shortfall }] of reserves.entries()) {
    const penalty = product.penalty_usd_per_mwh ?? Number.POSITIVE_INFINITY;
    for (const hour of hours) {
      const price = at(prices.reserves[q] ?? [], hour);
      const required = at(requirement, hour);
      const short = at(shortfall, hour);
      const all = [...provided, ...others.values()];
      const surplus = all.reduce((sum, own) => sum + at(own, hour), short - required);
      const allowed =
        rounding([Math.max(1, required)], [price]) +
        rounding(
          all.map(() => price),
          [],
        );
      yield -price * Math.max(1, required) - allowed;
      yield price * surplus - allowed;
      if (short > 0) yield (penalty - price) * short - allowed;
      yield Math.max(0, price - penalty) * Math.max(1, required) - allowed;
    }
  }
}

/** Head-room that is exceeded has no price. */
export function* outageRegrets(schedule: Schedule): Iterable<number> {
  for (const { lost, prices } of outagePrices(schedule)) {
    for (const hour of schedule.hours) {
      const price = at(prices, hour);
      let room = 0;
      for (const { generator, on, output, pMax } of schedule.units) {
        const spare = on[hour] && !lost.has(generator.name) ? at(pMax, hour) : 0;
        room += spare - at(output, hour);
      }
      const allowed = rounding(
        [room],
        schedule.units.map(() => price),
      );
      yield price * room - allowed;
      yield -price * Math.max(1, room) - allowed;
    }
  }
}
