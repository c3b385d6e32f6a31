/** Prices of the reference: what one more MW of load costs at a bus, summed over all its balance rows. */
import type { SolvePayload } from '../../../temporal/messages/payload.ts';
import type { SolveResult } from '../../../temporal/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { busKey, islandOf, networkOf } from './network-rows.ts';
import type { Solved } from './reference-result.ts';

export function toPrices(
  payload: SolvePayload,
  jobType: JobType,
  solved: Solved,
  buses: readonly number[],
): Pick<SolveResult, 'lmp' | 'lmp_components'> {
  const network = networkOf(payload, jobType);
  const colour = islandOf(
    buses,
    network.filter((line) => line.in_service !== false),
  );
  const islandBus = (bus: number) => (network.length > 0 ? colour.get(bus) : 0);
  const rows = balanceRows(solved);
  const lmp = Object.fromEntries(
    buses.map((bus) => [
      `bus_${bus}`,
      Array.from({ length: payload.horizon }, (_, hour) =>
        network.length > 0 ? (rows.get(`${busKey(bus)}_${hour}`) ?? 0) : solved.dual(`balance_${hour}`),
      ),
    ]),
  );
  /** The energy price of an island is the price at its first bus. */
  const energy = (bus: number) =>
    lmp[`bus_${buses.find((other) => islandBus(other) === islandBus(bus))}`] ?? [];
  const components = buses.map((bus) => {
    const reference = energy(bus);
    const prices = lmp[`bus_${bus}`] ?? [];
    return [
      `bus_${bus}`,
      {
        energy: [...reference],
        congestion: prices.map((price, hour) => price - (reference[hour] ?? 0)),
        loss: prices.map(() => 0),
      },
    ];
  });
  return { lmp, lmp_components: Object.fromEntries(components) };
}

/** Duals of `balance_<picture>_<bus>_<hour>`, added up by `<bus>_<hour>`. */
function balanceRows(solved: Solved): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of solved.rows) {
    const [, key] = /^balance_[a-z0-9]+_(m?\d+_\d+)$/.exec(row) ?? [];
    if (key) totals.set(key, (totals.get(key) ?? 0) + solved.dual(row));
  }
  return totals;
}
