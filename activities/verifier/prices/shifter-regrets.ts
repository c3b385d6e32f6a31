/**
 * A phase shifter earns what its angle saves at the prices of flow limits and of losses, less its cost. Regrets in $.
 */
import type { Factors } from '../network/dense-lu.ts';
import { lossSlopes } from '../network/injections.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { shiftFactors } from '../network/outage-flows.ts';
import { cheapestAngle, costOfAngle, flowPerDegree, lossPerDegree } from '../network/phase-shifters.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { interfacePrices } from './interface-regrets.ts';
import { islands, lossPrices, SLOPE_SHARE } from './network-regrets.ts';
import { rounding } from './read-prices.ts';

export function* shifterRegrets(schedule: Schedule, audit: NetworkAudit): Iterable<number> {
  const { hours, isLossy, shifters } = schedule;
  if (shifters.length === 0 || !audit.factors) return;
  const worths = congestionWorths(schedule, audit.factors, audit);
  const losses = isLossy ? lossWorths(schedule, audit.factors, audit) : [];
  for (const [k, { degrees, ...shifter }] of shifters.entries()) {
    for (const hour of hours) {
      const ofLosses = losses[hour]?.[k] ?? 0;
      const worth = at(worths[k] ?? [], hour) - ofLosses;
      const regret = costOfAngle(shifter.cost, worth, at(degrees, hour)) - cheapestAngle(shifter, worth);
      // Losses of the model are tangents of the physical ones.
      const slack = isLossy ? SLOPE_SHARE * Math.abs(ofLosses) + LOSS_USD : 0;
      const range = Math.abs(shifter.most - shifter.least);
      yield regret - slack * range - rounding([shifter.least, shifter.most], [worth, shifter.cost]);
    }
  }
}

/** Value of the losses per degree, $, shape [horizon][shifters]. */
function lossWorths(schedule: Schedule, factors: Factors, audit: NetworkAudit): number[][] {
  const { grid, hours, shifters } = schedule;
  const prices = lossPrices(schedule, audit);
  const islandOf = islands(schedule).map((members) => grid.island[members[0] ?? -1]);
  return hours.map((hour) => {
    const flow = (line: number): number => at(audit.flows?.[hour] ?? [], line);
    const lost = lossPerDegree(grid, lossSlopes(grid, factors, flow), flow);
    return shifters.map(({ position }, k) => {
      const island = islandOf.indexOf(grid.island[grid.lines[position]?.from ?? -1]);
      return at(prices[hour] ?? [], island) * at(lost, k);
    });
  });
}

/** Tolerance of the value of losses, $ per degree. */
const LOSS_USD = 1e-2;

/** Value of one more degree by the prices of flow limits and interfaces, $, shape [shifters][horizon]. */
function congestionWorths(schedule: Schedule, factors: Factors, audit: NetworkAudit): Float64Array[] {
  const { grid, hours, interfaces, outages, result, shifters } = schedule;
  const worths = shifters.map(() => new Float64Array(hours.length));
  const rows = new Map<string, number[] | undefined>();
  const rowOf = (line: number, lost: readonly number[]): number[] | undefined => {
    const key = `${line}/${lost.join()}`;
    if (!rows.has(key)) {
      const row = shiftFactors(grid, factors, line, lost);
      rows.set(key, row ? flowPerDegree(grid, row, line, lost) : undefined);
    }
    return rows.get(key);
  };
  const add = (line: number, lost: readonly number[], hour: number, price: number): void => {
    if (price === 0) return;
    for (const [k, mw] of rowOf(line, lost)?.entries() ?? []) {
      const hourly = worths[k];
      if (hourly) hourly[hour] = at(hourly, hour) + price * mw;
    }
  };
  for (const { line_id, contingency_id, hour, shadow_price_usd_per_mwh } of result.binding_constraints) {
    const line = grid.lines.findIndex(({ id }) => id === line_id);
    const lost = contingency_id === null ? [] : outages.find(({ id }) => id === contingency_id)?.lines;
    if (line >= 0 && lost) add(line, lost, hour, shadow_price_usd_per_mwh);
  }
  for (const [i, prices] of interfacePrices(schedule, audit).entries())
    for (const { line, factor } of interfaces[i]?.lines ?? [])
      for (const hour of hours) add(line, interfaces[i]?.lost ?? [], hour, -factor * at(prices, hour));
  return worths;
}
