/**
 * Cuts a case to a range of intervals. `withSeries` cuts every series that the schema lists, so that no field is
 * forgotten.
 */
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import type { Case, Decisions } from './case.ts';
import { createConstants } from './constants.ts';
import { readBid, sliceDemandResponse } from './read-bid.ts';
import { readDcLine, readGenerator, readInterface, readLoad, readReserve } from './read-elements.ts';
import { readLine } from './read-line.ts';
import { readStorage } from './read-storage.ts';

/** Limits over the horizon and the initial state stay unchanged; the caller adapts them. */
export function sliceCase(whole: Case, from: number, to: number): Case {
  const constants = createConstants(to - from);
  const cut = <V>(values: readonly V[]): V[] => values.slice(from, to);
  return {
    ...whole,
    horizon: to - from,
    generators: whole.generators.map((unit) =>
      readGenerator(withSeries('generators', unit.given, cut), decided(unit, from, to), constants),
    ),
    loads: whole.loads.map((load) =>
      readLoad(withSeries('loads', load.given, cut), whole.unserved_energy_usd_per_mwh, constants),
    ),
    renewables: whole.renewables.map((item) => ({
      ...withSeries('renewables', item, cut),
      marginal_cost: cut(item.marginal_cost),
    })),
    storage: whole.storage.map((item) => readStorage(withSeries('storage', item.given, cut), constants)),
    dc_lines: whole.dc_lines.map((line) => readDcLine(withSeries('dc_lines', line.given, cut), constants)),
    interfaces: whole.interfaces.map((item) =>
      readInterface(withSeries('interfaces', item.given, cut), constants),
    ),
    reserves: whole.reserves.map((product) =>
      readReserve(withSeries('reserves', product.given, cut), constants),
    ),
    bids: whole.bids.map((bid) => readBid(withSeries('bids', bid.given, cut), constants)),
    demand_response: whole.demand_response.map((item) => sliceDemandResponse(item, cut)),
    transmission_lines: whole.transmission_lines.map((line) =>
      readLine(withSeries('transmission_lines', line.given, cut), constants, line.shifter),
    ),
  };
}

const decided = ({ fixed, commitment }: Decisions, from: number, to: number): Decisions => ({
  fixed: new Map([...fixed].filter(([t]) => t >= from && t < to).map(([t, on]) => [t - from, on])),
  commitment: commitment?.slice(from, to),
});
