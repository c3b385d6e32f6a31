/**
 * The most power that a new connection can have in each hour alone, by weak duality. The connection is a bid of the
 * payload. Every unit may be on or off, ramps, minimum times, energy and costs do not count, and all load and reserve
 * is served. At prices y of balance, reserve, flow limits and lost units, no dispatch of the hour connects more than
 *
 *     MW <= max over MW of (1 - y at the bus / v) MW  +  (what all others earn at y, less what they must serve) / v
 *
 * v: value of a connected MWh, which makes the prices of the payload's solve useful. The prices come from its solver,
 * but need not be trusted: wrong ones give a larger figure, never a false one.
 */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { minimum } from '../dispatch/convex.ts';
import { resourceReserve } from '../dispatch/reserve-offers.ts';
import { firstHour, priceUnit } from '../dispatch/unit-dispatch.ts';
import { factorizeGrid } from '../network/dc-flow.ts';
import { interfaceTolls } from '../network/interface-flows.ts';
import { headroomPrice, type Prices, pricesAt, unitPrices } from '../prices/read-prices.ts';
import { mostOf, signOf } from '../schedule/accepted.ts';
import { dcEnds } from '../schedule/grid.ts';
import { readCase } from '../schedule/read-case.ts';
import { readSchedule } from '../schedule/read-schedule.ts';
import { NO_RESULT, type Schedule, type UnverifiedResult } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import { busPrices } from './bus-prices.ts';
import { type BoundMultipliers, readMultipliers } from './multipliers.ts';

const ROUNDING = 1e-9;
/** Tolerance of balance, reserve and limits, MW. */
const TOLERANCE_MW = 1e-3;

interface MostConnected {
  /** Most power by hour, MW: at most that of the bid, and 0 in an hour that no dispatch serves. */
  readonly mw: readonly number[];
  /** Price of energy where it is least scarce, $/MWh by hour; above 0 only where no bus can give more. */
  readonly scarcity: readonly number[];
}

/**
 * Most power of the bid `name`. Undefined without multipliers, without that bid, for a dispatch, and for a case with losses.
 */
export function mostConnected(
  jobType: JobType,
  payload: SolvePayload,
  multipliers: UnverifiedResult['multipliers'],
  name: string,
): MostConnected | undefined {
  const schedule = readSchedule(readCase(payload, jobType), { ...NO_RESULT, multipliers });
  const { bids, grid, hours, isLossy } = schedule;
  const bid = bids.find((item) => item.name === name);
  const read = jobType === 'ed' || isLossy ? undefined : readMultipliers(schedule);
  const factors = grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const priced = read && busPrices(schedule, factors, read);
  if (!bid || !priced) return undefined;
  const prices = { ...read, buses: priced.prices };
  const others = [
    hours.map((hour) => -at(priced.hourlyLimits, hour)),
    ...served(schedule, prices),
    ...unitAmounts(schedule, prices),
    ...resourceAmounts(schedule, prices, read, name),
  ];
  const energy = pricesAt(schedule, prices, bid.bus);
  const mw = hours.map((hour) => {
    const most = mostOf(bid, hour);
    const value = Math.abs(at(bid.blocks[0]?.price ?? [], hour));
    const amounts = others.map((series) => at(series, hour));
    const gain = value + signOf(bid) * at(energy, hour);
    const slack = ROUNDING * sum(amounts.map(Math.abs)) + toleranceOf(read, hour);
    const proven = (Math.max(0, gain * most) - sum(amounts) + slack) / value;
    return proven < most ? Math.max(0, proven) : most;
  });
  const scarcity = hours.map((hour) =>
    Math.max(0, Math.min(...prices.buses.map((series) => 0 - signOf(bid) * at(series, hour)))),
  );
  return { mw, scarcity };
}

/** Value of the load and the reserve that must be served, $, by hour. */
const served = ({ hours, load, reserves }: Schedule, prices: Prices): number[][] => [
  ...load.map((series, bus) => hours.map((hour) => at(series, hour) * at(prices.buses[bus] ?? [], hour))),
  ...reserves.map(({ mw }, q) => hours.map((hour) => at(mw, hour) * at(prices.reserves[q] ?? [], hour))),
];

/** Largest earnings of each unit, negated, $, by hour; Infinity for a unit that must be on and cannot. */
function unitAmounts(schedule: Schedule, prices: Prices): number[][] {
  const { hours, units } = schedule;
  const zero = hours.map(() => 0);
  return units.map((unit, position) => {
    const lost = { outages: prices.outages.filter((outage) => outage.lost.has(unit.name)) };
    const online = hours.map(
      (hour) => (headroomPrice(prices, hour) - headroomPrice(lost, hour)) * at(unit.p_max, hour),
    );
    const free = { ...unit, cost_curve: [], marginal_cost: zero, no_load_cost: zero };
    const earning = unitPrices(schedule, prices, position, unit.bus);
    const priced = priceUnit(free, { ...earning, online, isGenerous: true });
    const fixed = new Map(unit.fixed.map(({ hour, on }) => [hour, on]));
    return hours.map((hour) => {
      const off = 0 - at(earning.offline ?? [], hour) * at(unit.quick_start_mw, hour);
      if (fixed.get(hour) === false) return off;
      const cost = firstHour(priced, hour, Number.POSITIVE_INFINITY);
      const on = cost ? minimum(cost) : Number.POSITIVE_INFINITY;
      return unit.must_run[hour] || fixed.get(hour) ? on : Math.min(off, on);
    });
  });
}

/** Largest earnings of renewables, storage, other bids and DC lines, negated, $, by hour. */
function resourceAmounts(
  schedule: Schedule,
  prices: Prices,
  { interfaces }: BoundMultipliers,
  name: string,
): number[][] {
  const { bids, grid, hours, renewables, reserves, storages } = schedule;
  const tolls = interfaceTolls(schedule, interfaces);
  const least = (bus: number, of: string, low: ArrayLike<number>, high: ArrayLike<number>) => {
    const { up, down } = resourceReserve(reserves, prices.earned, of, hours);
    const energy = pricesAt(schedule, prices, bus);
    return hours.map((hour) => {
      const earned = at(energy, hour) - at(up, hour) + at(down, hour);
      const [from, to] = [at(low, hour), at(high, hour)];
      return Math.min(-earned * from, -earned * to) - at(up, hour) * to + at(down, hour) * from;
    });
  };
  return [
    ...renewables.map((item) => least(item.bus, item.name, item.p_min, item.p_max)),
    ...storages.map((item) => {
      const charge = item.charge_mw.map((mw) => -mw);
      return least(item.bus, item.name, charge, item.discharge_mw);
    }),
    ...bids
      .filter((bid) => bid.name !== name)
      .map((bid) => {
        const energy = pricesAt(schedule, prices, bid.bus);
        return hours.map((hour) => Math.min(0, -signOf(bid) * at(energy, hour) * mostOf(bid, hour)));
      }),
    ...grid.dcLines.map((line, d) =>
      hours.map((hour) => {
        const [low, high] = [at(line.least, hour), at(line.most, hour)];
        // The earnings are piecewise linear in the power, with a bend at 0.
        const powers = [low, high, Math.min(Math.max(0, low), high)];
        const costs = powers.map((mw) => {
          const { atFrom, atTo } = dcEnds(line, mw);
          const sold =
            at(prices.buses[line.from] ?? [], hour) * atFrom + at(prices.buses[line.to] ?? [], hour) * atTo;
          return at(tolls[d] ?? [], hour) * mw - sold;
        });
        return Math.min(...costs);
      }),
    ),
  ];
}

function toleranceOf(
  { energy, reserves, flows, interfaces, outages }: BoundMultipliers,
  hour: number,
): number {
  const prices = [
    ...energy.map((island) => at(island.prices, hour)),
    ...reserves.map((series) => at(series, hour)),
    ...outages.map((outage) => at(outage.prices, hour)),
    ...flows.filter((flow) => flow.hour === hour).map(({ dual }) => dual),
    ...interfaces.map((series) => at(series, hour)),
  ];
  return TOLERANCE_MW * sum(prices.map(Math.abs));
}
