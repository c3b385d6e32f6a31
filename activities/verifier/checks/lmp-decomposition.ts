/**
 * Prices: energy + congestion + loss = lmp at every bus and hour, one energy price per island and hour,
 * no congestion in hours without a line at its limit, no loss component unless losses are modelled  [$/MWh].
 * A commitment found at the last moment may have no prices at all; a dispatch always has them.
 */

import type { NetworkAudit } from '../network/network-audit.ts';
import { isUnpriced } from '../prices/read-prices.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';

export const lmpDecomposition = (audit: NetworkAudit): Rule => ({
  name: 'lmp_decomposition',
  tolerance: 1e-5,
  *excesses(schedule) {
    const { grid, result } = schedule;
    if (isUnpriced(schedule)) return;
    const keys = grid.buses.map((bus) => `bus_${bus}`);
    yield* unknownKeys(result.lmp, keys);
    yield* unknownKeys(result.lmp_components, keys);
    const energyPrices: (readonly number[])[] = [];
    for (const [position, bus] of grid.buses.entries()) {
      if (!isPriced(schedule, bus)) continue;
      const prices = readComponents(schedule, bus);
      yield* priceExcesses(schedule, audit, prices);
      const island = grid.island[position] ?? 0;
      energyPrices[island] ??= prices.energy;
      yield* energyExcesses(schedule, energyPrices[island] ?? [], prices.energy);
    }
  },
});

interface Prices {
  readonly lmp: number[];
  readonly energy: number[];
  readonly congestion: number[];
  readonly loss: number[];
}

function readComponents({ hours, result }: Schedule, bus: number): Prices {
  const parts = result.lmp_components[`bus_${bus}`];
  return {
    lmp: readSeries(result.lmp, `bus_${bus}`, hours.length),
    energy: readSeries(parts, 'energy', hours.length),
    congestion: readSeries(parts, 'congestion', hours.length),
    loss: readSeries(parts, 'loss', hours.length),
  };
}

/** Buses that only lines out of service touch, or lines in a dispatch, may be left out. */
function isPriced({ grid, jobType, payload, result }: Schedule, bus: number): boolean {
  if (Object.hasOwn(result.lmp, `bus_${bus}`)) return true;
  const resources = [
    ...payload.generators,
    ...payload.loads,
    ...(payload.renewables ?? []),
    ...(payload.storage ?? []),
  ];
  if (resources.some((resource) => resource.bus === bus)) return true;
  const position = grid.position.get(bus);
  return jobType === 'scuc' && grid.lines.some((line) => line.from === position || line.to === position);
}

function* priceExcesses({ grid, hours, payload }: Schedule, audit: NetworkAudit, prices: Prices) {
  const lossless = !(payload.options?.losses && grid.lines.length > 0);
  for (const hour of hours) {
    const congestion = at(prices.congestion, hour);
    const loss = at(prices.loss, hour);
    yield Math.abs(at(prices.energy, hour) + congestion + loss - at(prices.lmp, hour));
    if (!audit.binding[hour]) yield Math.abs(congestion);
    if (lossless) yield Math.abs(loss);
  }
}

function* energyExcesses({ hours }: Schedule, first: readonly number[], energy: readonly number[]) {
  for (const hour of hours) yield Math.abs(at(first, hour) - at(energy, hour));
}
