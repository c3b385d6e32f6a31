/** Checks of prices: their components, and that they are prices of an optimum. */

import { atFamilyPrices, familyRegrets } from '../families/index.ts';
import { interfaceTolls } from '../network/interface-flows.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import {
  bidRegrets,
  dcLineRegrets,
  demandResponseRegrets,
  outageRegrets,
  renewableRegrets,
  reserveRegrets,
  sheddingRegrets,
  storageRegrets,
  unitRegrets,
} from '../prices/agent-regrets.ts';
import { interfacePrices, interfaceRegrets } from '../prices/interface-regrets.ts';
import { limitRegrets, nodalRegrets } from '../prices/network-regrets.ts';
import { isUnpriced, readPrices } from '../prices/read-prices.ts';
import { resourceBuses } from '../schedule/grid.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';

/**
 * Prices: energy + congestion + loss = lmp at every bus and hour, one energy price per island and hour, no congestion
 * in hours without a line at its limit, no loss component unless losses are modelled [$/MWh]. A commitment found just
 * before the time limit may have no prices; a dispatch always has them.
 */
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
      const island = grid.island[position] ?? 0;
      const energy = readSeries(result.lmp_components[`bus_${bus}`], 'energy', schedule.hours.length);
      energyPrices[island] ??= energy;
      yield* componentExcesses(schedule, audit, bus, energyPrices[island] ?? []);
    }
  },
});

/** `first`: energy prices of the first bus of the island. */
function* componentExcesses(
  { hours, isLossy, result }: Schedule,
  audit: NetworkAudit,
  bus: number,
  first: readonly number[],
): Iterable<number> {
  const lmp = readSeries(result.lmp, `bus_${bus}`, hours.length);
  const parts = result.lmp_components[`bus_${bus}`];
  const energies = readSeries(parts, 'energy', hours.length);
  const congestions = readSeries(parts, 'congestion', hours.length);
  const losses = readSeries(parts, 'loss', hours.length);
  for (const hour of hours) {
    const [energy, congestion, loss] = [at(energies, hour), at(congestions, hour), at(losses, hour)];
    yield Math.abs(energy + congestion + loss - at(lmp, hour));
    if (!audit.binding[hour]) yield Math.abs(congestion);
    if (!isLossy) yield Math.abs(loss);
    yield Math.abs(at(first, hour) - energy);
  }
}

/**
 * True if a bus must have a price. A bus without resources needs none if all its lines are out of service, or in a job
 * without a network.
 */
export function isPriced({ case: judged, grid, jobType, result }: Schedule, bus: number): boolean {
  if (Object.hasOwn(result.lmp, `bus_${bus}`)) return true;
  if (resourceBuses(judged).includes(bus)) return true;
  const position = grid.position.get(bus);
  return jobType === 'scuc' && grid.lines.some((line) => line.from === position || line.to === position);
}

/**
 * Proves the prices of a result without the model and without trust in the solver's duals: at these prices no unit,
 * storage, renewable, DC line, phase shifter, bid, demand response, shed load or requirement could earn more by another dispatch within its own limits
 * and its commitment, moving power between buses earns nothing, and every limit with a price binds. By duality these
 * are all conditions of an optimum: every price vector that meets them is right, even if there are several [$].
 */
export const prices = (audit: NetworkAudit): Rule => ({
  name: 'prices',
  tolerance: 0.01,
  *excesses(schedule) {
    if (isUnpriced(schedule)) return;
    const reported = readPrices(schedule);
    const paying = atFamilyPrices(schedule, 'prices').schedule;
    yield* unitRegrets(paying, reported);
    yield* storageRegrets(paying, reported);
    yield* renewableRegrets(paying, reported);
    yield* dcLineRegrets(schedule, reported, interfaceTolls(schedule, interfacePrices(schedule, audit)));
    yield* bidRegrets(schedule, reported);
    yield* demandResponseRegrets(schedule, reported);
    yield* sheddingRegrets(schedule, reported);
    yield* reserveRegrets(schedule, reported);
    yield* outageRegrets(schedule, reported);
    yield* limitRegrets(schedule);
    yield* interfaceRegrets(schedule, audit);
    yield* nodalRegrets(schedule, audit);
    yield* familyRegrets(schedule);
  },
});
