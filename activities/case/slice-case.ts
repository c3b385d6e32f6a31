/** Some intervals of a case: every series that the schema knows is cut (`withSeries`), so that no field can be forgotten here. */
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import type { Case, Decisions } from './case.ts';
import { createConstants } from './constants.ts';
import { readDcLine, readGenerator, readLoad, readReserve } from './read-elements.ts';
import { readLine } from './read-line.ts';

/** Limits over the horizon and the state before the first interval stay what they are: they are the caller's to change. */
export function sliceCase(given: Case, from: number, to: number): Case {
  const constants = createConstants(to - from);
  const cut = <V>(values: readonly V[]): V[] => values.slice(from, to);
  return {
    ...given,
    horizon: to - from,
    generators: given.generators.map((unit) =>
      readGenerator(withSeries('generators', unit.given, cut), decided(unit, from, to), constants),
    ),
    loads: given.loads.map((load) =>
      readLoad(withSeries('loads', load.given, cut), given.unserved_energy_usd_per_mwh, constants),
    ),
    renewables: given.renewables.map((item) => withSeries('renewables', item, cut)),
    storage: given.storage.map((item) => withSeries('storage', item, cut)),
    dc_lines: given.dc_lines.map((line) => readDcLine(withSeries('dc_lines', line.given, cut), constants)),
    reserves: given.reserves.map((product) =>
      readReserve(withSeries('reserves', product.given, cut), constants),
    ),
    transmission_lines: given.transmission_lines.map((line) =>
      readLine(withSeries('transmission_lines', line.given, cut), constants),
    ),
  };
}

const decided = ({ fixed, commitment }: Decisions, from: number, to: number): Decisions => ({
  fixed: new Map([...fixed].filter(([t]) => t >= from && t < to).map(([t, on]) => [t - from, on])),
  commitment: commitment?.slice(from, to),
});
