/**
 * Spinning reserve: the units on line provide the requirement less the reported shortfall, and output
 * with reserve stays within the unit's limits: r >= 0, p + r <= p_max on  [MW]. How fast and in the hours
 * of a start or stop: the checks of ramps.
 */

import type { ReserveHours, Rule, Schedule } from '../schedule/schedule.ts';
import { at, unknownKeys } from '../schedule/series.ts';

export const reserve: Rule = {
  name: 'reserve',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* strangers(schedule);
    for (const product of schedule.reserves) yield* requirementExcesses(schedule, product);
    for (const unit of schedule.units) {
      for (const hour of schedule.hours) {
        const limit = unit.on[hour] ? at(unit.pMax, hour) : 0;
        if (schedule.reserves.length > 0) yield at(unit.output, hour) + at(unit.reserve, hour) - limit;
      }
    }
  },
};

function* strangers({ payload, result }: Schedule) {
  const products = payload.reserves ?? [];
  const names = payload.generators.map((generator) => generator.name);
  yield* unknownKeys(
    result.reserve_mw,
    products.map((product) => product.name),
  );
  yield* unknownKeys(
    result.reserve_shortfall_mw,
    products.map((product) => product.name),
  );
  for (const series of Object.values(result.reserve_mw ?? {})) yield* unknownKeys(series, names);
}

function* requirementExcesses({ hours, result }: Schedule, product: ReserveHours) {
  const { name, penalty_usd_per_mwh } = product.product;
  const hard = penalty_usd_per_mwh === undefined;
  for (const hour of hours) {
    const provided = product.provided.map((series) => at(series, hour));
    yield* provided.map((mw) => -mw);
    const shortfall = at(product.shortfall, hour);
    yield -shortfall;
    yield at(product.requirement, hour) - shortfall - provided.reduce((sum, mw) => sum + mw, 0);
    if (hard) yield Math.abs(result.reserve_shortfall_mw?.[name]?.[hour] ?? 0);
  }
}
