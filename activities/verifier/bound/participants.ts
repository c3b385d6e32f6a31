/** The schedule of every participant at given prices, $: what it earns and costs, without what it could have earned. */
import type { Participant } from '../../../temporal/case/messages/settlement.ts';
import { costOfUse, reductionCost, unitCost } from '../cost/recomputed-cost.ts';
import { costOfPower } from '../dispatch/dc-line-dispatch.ts';
import { worthOfOwn } from '../families/index.ts';
import { headroomPrice, type Prices, pricesAt, reserveIncome } from '../prices/read-prices.ts';
import { acceptedPrice, signOf } from '../schedule/accepted.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import { shedCost, shedSteps } from '../schedule/shedding.ts';

/** A participant with its schedule valued at the prices, $. */
export interface Taking extends Pick<Participant, 'name' | 'kind'> {
  readonly energy: number;
  readonly reserve: number;
  readonly cost: number;
  /** Part of the cost that the operator collects: allowances, payments for limited fuel, and tolls. */
  readonly dues: number;
  /** Value of its own energy limits, which its least cost leaves out. */
  readonly worth?: number;
  /** True for a bus without load. */
  readonly isIdle?: boolean;
}

/**
 * Loads, units, renewables, storage, bids, demand response and DC lines. `paying`: the schedule with the prices of
 * shared limits in the costs of units.
 */
export const participants = (
  schedule: Schedule,
  paying: Schedule,
  prices: Prices,
  tolls: readonly (readonly number[])[],
): Taking[] => [
  ...loads(schedule, prices),
  ...units(schedule, paying, prices),
  ...resources(schedule, prices),
  ...dcLines(schedule, prices, tolls),
];

const over = ({ hours }: Pick<Schedule, 'hours'>, usdAt: (hour: number) => number): number =>
  sum(hours.map(usdAt));

/** Payment for a power at a bus, $. */
function earned(schedule: Schedule, prices: Prices, bus: number, mw: (hour: number) => number): number {
  const series = pricesAt(schedule, prices, bus);
  return over(schedule, (hour) => at(series, hour) * mw(hour));
}

const loads = (schedule: Schedule, { buses }: Prices): Taking[] =>
  schedule.load.map((series, bus) => {
    const about = { name: `bus_${schedule.grid.buses[bus]}`, kind: 'load', reserve: 0, dues: 0 } as const;
    if (series.every((mw) => mw === 0)) return { ...about, energy: 0, cost: 0, isIdle: true };
    const shed = schedule.unserved[bus] ?? [];
    return {
      ...about,
      energy: -over(schedule, (hour) => at(buses[bus] ?? [], hour) * (at(series, hour) - at(shed, hour))),
      cost: over(schedule, (hour) => shedCost(shedSteps(schedule, bus, hour), at(shed, hour))),
    };
  });

const units = (schedule: Schedule, paying: Schedule, prices: Prices): Taking[] =>
  schedule.units.map((unit, position) => {
    const { name, bus, on, output, p_max } = unit;
    const cost = unitCost(schedule, paying.units[position] ?? unit);
    // A unit gives no headroom for its own outage.
    const lost = { outages: prices.outages.filter((outage) => outage.lost.has(name)) };
    const headroom = over(schedule, (hour) => {
      const paid = headroomPrice(prices, hour);
      return (on[hour] ? paid - headroomPrice(lost, hour) : 0) * at(p_max, hour) - paid * at(output, hour);
    });
    const reserve = schedule.reserves.map(({ provided }, q) =>
      over(schedule, (hour) => at(prices.earned[q] ?? [], hour) * at(provided[position] ?? [], hour)),
    );
    return {
      ...{ name, kind: 'generator', cost, dues: cost - unitCost(schedule, unit) },
      energy: earned(schedule, prices, bus, (hour) => at(output, hour)),
      reserve: headroom + sum(reserve),
      worth: worthOfOwn(schedule, { units: [unit] }),
    };
  });

const resources = (schedule: Schedule, prices: Prices): Taking[] => [
  ...schedule.renewables.map(
    (item): Taking => ({
      ...{ name: item.name, kind: 'renewable', dues: 0 },
      energy: earned(schedule, prices, item.bus, (hour) => at(item.output, hour)),
      reserve: reserveIncome(schedule, prices, item.name),
      cost: over(schedule, (hour) => at(item.price, hour) * at(item.output, hour)),
      worth: worthOfOwn(schedule, { renewables: [item] }),
    }),
  ),
  ...schedule.storages.map(
    (item): Taking => ({
      ...{ name: item.name, kind: 'storage', dues: 0 },
      energy: earned(schedule, prices, item.bus, (hour) => at(item.discharge, hour) - at(item.charge, hour)),
      reserve: reserveIncome(schedule, prices, item.name),
      cost: costOfUse(item) - item.final_value_usd_per_mwh * at(item.energy, schedule.hours.length - 1),
      worth: worthOfOwn(schedule, { storages: [item] }),
    }),
  ),
  ...schedule.bids.map(
    (bid): Taking => ({
      ...{ name: bid.name, kind: 'bid', reserve: 0, dues: 0 },
      energy: signOf(bid) * earned(schedule, prices, bid.bus, (hour) => at(bid.accepted, hour)),
      cost: signOf(bid) * over(schedule, (hour) => acceptedPrice(bid, hour)),
    }),
  ),
  ...schedule.demandResponse.map(
    (item): Taking => ({
      ...{ name: item.name, kind: 'demand_response', reserve: 0, dues: 0, cost: reductionCost(item) },
      energy: earned(schedule, prices, item.bus, (hour) => at(item.reduced, hour) - at(item.recovered, hour)),
    }),
  ),
];

const dcLines = (schedule: Schedule, { buses }: Prices, tolls: readonly (readonly number[])[]): Taking[] =>
  schedule.dcLines.map(({ line, power }, d) => {
    const toll = tolls[d] ?? [];
    const ends = { from: buses[line.from] ?? [], to: buses[line.to] ?? [], toll };
    const dues = over(schedule, (hour) => at(toll, hour) * at(power, hour));
    const cost = dues + over(schedule, (hour) => line.cost * Math.abs(at(power, hour)));
    const spent = over(schedule, (hour) => costOfPower(line, ends, hour, at(power, hour)));
    return { name: line.id, kind: 'dc_line', energy: cost - spent, reserve: 0, cost, dues };
  });
