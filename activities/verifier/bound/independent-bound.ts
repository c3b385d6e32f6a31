/**
 * A lower bound of the objective of every schedule of a payload, by Lagrangian relaxation (Muckstadt, Koenig,
 * Operations Research 25, 1977). The constraints that tie units together (balance, reserve, flow limits, losses, lost
 * generators) are priced at the multipliers of the result. Each unit, renewable, storage and load is then a subproblem,
 * solved exactly (for storage, by a lower bound). The multipliers come from the solver's relaxation, but need not be
 * trusted: wrong ones give a weaker bound, never an invalid bound.
 *
 * The bound holds for every schedule that keeps the rules of the checks, with losses drawn where the load is. The
 * solver's own bound, which is higher, is proven by the solver alone. Against rounding errors of the sums, 1e-9 of the
 * sum of all amounts is subtracted, thousands of times the error.
 */

import { mostEarned } from '../dispatch/bid-dispatch.ts';
import { cheapestPower } from '../dispatch/dc-line-dispatch.ts';
import { mostSaved } from '../dispatch/demand-response.ts';
import { resourceReserve } from '../dispatch/reserve-offers.ts';
import { cheapestStorage } from '../dispatch/storage-dispatch.ts';
import { atFamilyPrices } from '../families/index.ts';
import type { Factors } from '../network/dense-lu.ts';
import { interfaceTolls } from '../network/interface-flows.ts';
import { cheapestAngle } from '../network/phase-shifters.ts';
import { headroomPrice, type Prices, pricesAt, unitPrices } from '../prices/read-prices.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import { mostShed, shedSteps } from '../schedule/shedding.ts';
import { type BusPrices, busPrices } from './bus-prices.ts';
import { type BoundMultipliers, readMultipliers } from './multipliers.ts';
import { unitBound } from './unit-bound.ts';

export interface IndependentBound {
  /** $. */
  readonly bound: number;
  /** Amount by which the tolerances of the checks that tie units together may lower the cost of a schedule, $. */
  readonly tolerance: number;
}

const ROUNDING = 1e-9;
/** Tolerance of balance, reserve and limits, MW. */
const TOLERANCE_MW = 1e-3;

/**
 * Lower bound of the objective. Undefined for a dispatch, for a result without multipliers, without bus prices, and if
 * a unit has no feasible commitment. `factors`: factorisation of the network.
 */
export function independentBound(schedule: Schedule, factors: Factors | null): IndependentBound | undefined {
  if (schedule.jobType === 'ed') return undefined;
  const multipliers = readMultipliers(schedule);
  const priced = multipliers && busPrices(schedule, factors, multipliers);
  if (!priced) return undefined;
  const relaxed = atFamilyPrices(schedule, 'multipliers');
  const prices = { ...multipliers, buses: priced.prices };
  const amounts = [
    -priced.limits,
    -relaxed.worth,
    ...reserveAmounts(schedule, prices),
    ...loadAmounts(schedule, prices),
    ...unitAmounts(relaxed.schedule, prices, priced.deliverable),
    ...angleAmounts(schedule, priced),
    ...resourceAmounts(relaxed.schedule, prices, interfaceTolls(schedule, multipliers.interfaces)),
  ];
  const bound = sum(amounts) - ROUNDING * sum(amounts.map(Math.abs));
  return Number.isFinite(bound)
    ? { bound, tolerance: toleranceOf(multipliers) + relaxed.tolerance }
    : undefined;
}

/** Least costs of the angles of phase shifters, $. */
export const angleAmounts = ({ grid, hours, shifters }: Schedule, { prices }: BusPrices): number[] =>
  shifters.map((item, k) =>
    sum(hours.map((hour) => cheapestAngle(item, at(prices[grid.buses.length + k] ?? [], hour)))),
  );

/**
 * Value of each reserve requirement, $. Its price is at most the penalty of a shortfall, so a shortfall never pays;
 * with a demand curve, the steps below its price stay unmet.
 */
export const reserveAmounts = ({ reserves }: Schedule, prices: Prices): number[] =>
  reserves.map((item, product) =>
    sum(
      item.mw.map((mw, hour) => {
        const price = at(prices.reserves[product] ?? [], hour);
        return mw * price - sum(item.steps.map((step) => step.mw * Math.max(0, price - step.price)));
      }),
    ),
  );

/** Value of the load at each bus, $; load that is cheaper to shed counts at its price of shedding. */
export function loadAmounts(schedule: Schedule, { buses }: Prices): number[] {
  return schedule.load.map((series, bus) =>
    sum(
      series.map((mw, hour) => {
        const price = at(buses[bus] ?? [], hour);
        const steps = shedSteps(schedule, bus, hour);
        const rest = (mw - mostShed(steps)) * price;
        return rest + sum(steps.map((step) => step.mw * Math.min(price, step.price)));
      }),
    ),
  );
}

/**
 * Least costs of units, $. `deliverable`: outputs that the network can take; reserve then earns the room within the
 * output limits, which is an upper bound of its earnings. Undefined = the limits of the unit alone, with ramps.
 */
export function unitAmounts(
  schedule: Schedule,
  prices: Prices,
  deliverable?: BusPrices['deliverable'],
): number[] {
  const { hours, units } = schedule;
  return units.map((unit, position) => {
    const { name, bus } = unit;
    // A unit gives no headroom for its own outage.
    const lost = { outages: prices.outages.filter((outage) => outage.lost.has(name)) };
    const online = hours.map(
      (hour) => (headroomPrice(prices, hour) - headroomPrice(lost, hour)) * at(unit.p_max, hour),
    );
    return unitBound(
      { ...unit, deliverable: deliverable?.[position] },
      { ...unitPrices(schedule, prices, position, bus), online, isGenerous: deliverable !== undefined },
    );
  });
}

/**
 * Least costs of renewables, storage, bids, demand response and DC lines, $. Storage earns reserve with its full power
 * whatever its energy: an upper bound of its earnings.
 */
export function resourceAmounts(
  schedule: Schedule,
  prices: Prices,
  tolls: readonly (readonly number[])[],
): number[] {
  const { bids, demandResponse, grid, hours, renewables, reserves, storages } = schedule;
  const atBus = (bus: number) => pricesAt(schedule, prices, bus);
  const worth = (name: string) => resourceReserve(reserves, prices.earned, name, hours);
  return [
    ...renewables.map(({ name, bus, p_min, p_max, price }) => {
      const { up, down } = worth(name);
      return sum(
        hours.map((hour) => {
          const cost = at(price, hour) - at(atBus(bus), hour) + at(up, hour) - at(down, hour);
          const reserveValue = at(up, hour) * at(p_max, hour) - at(down, hour) * at(p_min, hour);
          return cost * at(cost > 0 ? p_min : p_max, hour) - reserveValue;
        }),
      );
    }),
    ...storages.map((storage) => {
      const { up, down } = worth(storage.name);
      const energy = hours.map((hour) => at(atBus(storage.bus), hour) - at(up, hour) + at(down, hour));
      const reserveValue = hours.map(
        (hour) =>
          at(up, hour) * at(storage.discharge_mw, hour) + at(down, hour) * at(storage.charge_mw, hour),
      );
      return cheapestStorage(storage, energy) - sum(reserveValue);
    }),
    ...bids.map((bid) => 0 - mostEarned(bid, atBus(bid.bus), hours)),
    ...demandResponse.map((item) => 0 - mostSaved(item, atBus(item.bus), hours)),
    ...grid.dcLines.map((line, d) => {
      const [from, to] = [prices.buses[line.from] ?? [], prices.buses[line.to] ?? []];
      return cheapestPower(line, { from, to, toll: tolls[d] ?? [] }, hours);
    }),
  ];
}

function toleranceOf({ energy, reserves, flows, interfaces, outages }: BoundMultipliers): number {
  const prices = [
    ...energy.map((island) => island.prices),
    ...reserves,
    ...outages.map((outage) => outage.prices),
    flows.map(({ dual }) => dual),
    ...interfaces,
  ];
  return TOLERANCE_MW * sum(prices.flat().map(Math.abs));
}
