/**
 * Lower bound that a price vector proves, by an independent linear program (weak duality). Every schedule with the
 * commitment of the result costs at least min { cost of units, storage, ... less what they earn at the prices } + min {
 * what the network pays for its power }. It equals the cost of the cheapest dispatch exactly when the prices are
 * optimal duals.
 */

import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { at, type ReferenceCase, type ReferenceProduct, readCase } from './case.ts';
import { addFuelLimits } from './fuel-rows.ts';
import { LinearProgram } from './linear-program.ts';
import { addBalance, busKey, injection, loadAt, SUPPLIED } from './network-rows.ts';
import {
  addBids,
  addDemandResponse,
  addEnergyLimits,
  addRenewables,
  addReserves,
  addStorage,
  reserveVariables,
} from './resource-rows.ts';
import { addUnits, unitVariable } from './unit-rows.ts';

type Priced = Pick<
  SolveResult,
  | 'commitment'
  | 'flows_mw'
  | 'dc_flow_mw'
  | 'storage'
  | 'bid_mw'
  | 'demand_response_mw'
  | 'lmp'
  | 'reserve_price_usd_per_mw'
  | 'generator_outage_price_usd_per_mw'
  | 'energy_limit_price_usd_per_mwh'
>;

export interface DualPrograms {
  /** Linear program of the dispatch, as LP text. */
  readonly primal: string;
  /** Linear program of the bound that the prices prove, as LP text. */
  readonly dual: string;
}

export function dualPrograms(payload: SolvePayload, jobType: JobType, result: Priced): DualPrograms {
  const whole = readCase(payload, jobType);
  const primal = resources(whole);
  addBalance(primal, whole, { ...SUPPLIED, flows: result.flows_mw });
  const states = primal.binaries
    .filter((name) => name.startsWith('u_'))
    .map((name): [string, number] => [name, commitmentOf(whole, result, name)]);
  const fixed = new Map([
    ...states,
    ...directions(whole, result),
    ...leastPowers(whole, result),
    ...ways(whole, result),
    ...takenBids(whole, result),
    ...reducedHours(whole, result),
  ]);
  const dual = resources(whole);
  priceReserves(dual, whole, result);
  priceOutages(dual, whole, result);
  priceEnergy(dual, whole, result);
  for (const program of [primal, dual]) holdIdle(program, whole, result);
  return { primal: primal.text(fixed), dual: dual.text(fixed) };
}

function resources(whole: ReferenceCase): LinearProgram {
  const lp = new LinearProgram();
  addUnits(lp, whole);
  addRenewables(lp, whole);
  addStorage(lp, whole);
  addBids(lp, whole);
  addDemandResponse(lp, whole);
  addReserves(lp, whole);
  addEnergyLimits(lp, whole);
  addFuelLimits(lp, whole);
  return lp;
}

/** Commitment of the result. In a dispatch that decides the commitment, all available units count as on. */
function commitmentOf({ generators, relaxed }: ReferenceCase, result: Priced, name: string): number {
  const [, position, hour] = /^u_(\d+)_(\d+|before)$/.exec(name) ?? [];
  const unit = generators[Number(position)];
  if (!unit) return 0;
  if (hour === 'before') return Number(relaxed || unit.initial_status > 0);
  return relaxed ? at(unit.mostOn, Number(hour)) : (result.commitment[unit.name]?.[Number(hour)] ?? 0);
}

/**
 * Directions of storage that are fixed to those of the result. At prices below 0, or for reserve that earns more than
 * energy or needs headroom, a storage with losses would otherwise waste energy.
 */
const directions = (whole: ReferenceCase, result: Priced): [string, number][] =>
  whole.storage.flatMap((item, s) =>
    whole.hours.flatMap((hour): [string, number][] => {
      const isCharging = Number((result.storage?.[item.name]?.charge_mw[hour] ?? 0) > 0);
      return burns(whole, result, s, hour) ? [[`m_${s}_${hour}`, isCharging]] : [];
    }),
  );

/** A storage keeps the hours in which it uses a least power. */
const leastPowers = (whole: ReferenceCase, result: Priced): [string, number][] =>
  whole.storage.flatMap((item, s) =>
    whole.hours.flatMap((hour): [string, number][] => {
      const { charge_mw = [], discharge_mw = [] } = result.storage?.[item.name] ?? {};
      const [least, leastOut] = [at(item.charge_min_mw, hour), at(item.discharge_min_mw, hour)];
      if (least === 0 && leastOut === 0) return [];
      const isCharging = at(charge_mw, hour) > least / 2;
      const isDischarging = at(discharge_mw, hour) > leastOut / 2;
      return [
        [`m_${s}_${hour}`, Number(least > 0 ? isCharging : !isDischarging)],
        ...(least > 0 ? [[`used_ch_${s}_${hour}`, Number(isCharging)] as [string, number]] : []),
        ...(leastOut > 0 ? [[`used_dis_${s}_${hour}`, Number(isDischarging)] as [string, number]] : []),
      ];
    }),
  );

const givenBy = ({ reserves }: ReferenceCase, s: number) =>
  reserves.filter(({ givers }) => givers.some(({ kind, position }) => kind === 'qs' && position === s));

/** Price of the energy limits of an element in an hour; below 0 where a least energy is to be delivered. */
function limitPrice({ limited }: ReferenceCase, result: Priced, element: string, hour: number): number {
  const { energy_limits = [] } = limited.find(({ name }) => name === element) ?? {};
  const prices = result.energy_limit_price_usd_per_mwh?.[element] ?? [];
  return energy_limits.reduce(
    (usd, { first_hour, last_hour }, k) =>
      first_hour <= hour && hour <= last_hour ? usd + at(prices, k) : usd,
    0,
  );
}

function burns(whole: ReferenceCase, result: Priced, s: number, hour: number): boolean {
  const { lmp, reserve_price_usd_per_mw: prices = {} } = result;
  const item = whole.storage[s];
  const energy = lmp[`bus_${item?.bus}`]?.[hour] ?? 0;
  const products = givenBy(whole, s);
  const earned = (product: ReferenceProduct, at: number): number =>
    whole.reserves
      .filter(({ counted }) => counted.includes(whole.reserves.indexOf(product)))
      .reduce((usd, { name }) => usd + (prices[name]?.[at] ?? 0), 0);
  const wantsRoom = products.some(
    (product) => product.isDown && whole.hours.some((each) => earned(product, each) > 0),
  );
  const dearest = Math.max(0, ...products.map((product) => earned(product, hour)));
  if (!item?.isExclusive || item.charge_efficiency * item.discharge_efficiency >= 1) return false;
  if (at(item.charge_min_mw, hour) + at(item.discharge_min_mw, hour) > 0) return false;
  const taking = (energy + item.charge_cost_usd_per_mwh) / item.charge_efficiency;
  const cost = item.discharge_cost_usd_per_mwh + limitPrice(whole, result, item.name, hour);
  const giving = (energy - cost) * item.discharge_efficiency;
  return taking < giving || wantsRoom || energy < dearest;
}

/**
 * Directions of DC lines with losses that are fixed to those of the result, or idle. At a price below 0, such a line
 * would otherwise send power in both directions at once.
 */
const ways = (whole: ReferenceCase, result: Priced): [string, number][] =>
  whole.dcLines.flatMap(({ id, from_bus, to_bus, arriving, price }, position) =>
    whole.hours.flatMap((hour): [string, number][] => {
      const priceAt = (bus: number): number => result.lmp[`bus_${bus}`]?.[hour] ?? 0;
      if ((1 - arriving) * (priceAt(from_bus) + priceAt(to_bus)) + 2 * price >= 0) return [];
      const mw = result.dc_flow_mw?.[id]?.[hour] ?? 0;
      const name = `${position}_${hour}`;
      return mw === 0
        ? [
            [`forth_${name}`, 0],
            [`back_${name}`, 0],
          ]
        : [[`way_${name}`, Number(mw < 0)]];
    }),
  );

/** Bids that are accepted whole keep their decisions, except in hours without power, which tell none. */
const takenBids = ({ bids, hours }: ReferenceCase, { bid_mw }: Priced): [string, number][] =>
  bids.flatMap(({ name, isWhole, blocks, decision }, position): [string, number][] =>
    hours
      .filter((hour) => isWhole && blocks.some(({ mw }) => at(mw, hour) > 1e-6))
      .map((hour) => [`taken_${position}_${decision(hour)}`, Number((bid_mw?.[name]?.[hour] ?? 0) > 5e-7)]),
  );

/** Demand response with a limit of its hours keeps them. */
const reducedHours = (
  { demandResponse, hours }: ReferenceCase,
  { demand_response_mw }: Priced,
): [string, number][] =>
  demandResponse.flatMap(({ name, max_hours_per_day }, k): [string, number][] =>
    max_hours_per_day === undefined
      ? []
      : hours.map((hour) => [`cuts_${k}_${hour}`, Number((demand_response_mw?.[name]?.[hour] ?? 0) > 1e-6)]),
  );

/** The direction of an idle line is unknown, so the line stays idle. */
function holdIdle(lp: LinearProgram, whole: ReferenceCase, result: Priced): void {
  for (const [s, item] of whole.storage.entries()) {
    if (givenBy(whole, s).length === 0) continue;
    for (const hour of whole.hours) {
      const { charge_mw, discharge_mw } = result.storage?.[item.name] ?? {};
      if ((charge_mw?.[hour] ?? 0) + (discharge_mw?.[hour] ?? 0) > 0 || !burns(whole, result, s, hour))
        continue;
      lp.limit(`ch_${s}_${hour}`, 0);
      lp.limit(`dis_${s}_${hour}`, 0);
    }
  }
}

const variablesOf = ({ reserves }: ReferenceCase, q: number, hour: number): string[] =>
  reserves[q] ? reserveVariables(reserves[q], q, hour) : [];

/** Converts reserve requirements to income of the providers, and of the shortage. */
function priceReserves(lp: LinearProgram, whole: ReferenceCase, result: Priced): void {
  for (const [q, product] of whole.reserves.entries()) {
    for (const hour of whole.hours) {
      const price = result.reserve_price_usd_per_mw?.[product.name]?.[hour] ?? Number.NaN;
      const required = at(product.mw, hour);
      lp.drop(`reserve_${q}_${hour}`);
      lp.addCost('one', price * required);
      for (const [k, { most }] of product.shortfall.entries()) {
        lp.addCost(`short_${q}_${hour}_${k}`, -price);
        lp.limit(`short_${q}_${hour}_${k}`, Math.min(most, required));
      }
      for (const k of product.counted)
        for (const variable of variablesOf(whole, k, hour)) lp.addCost(variable, -price);
    }
  }
}

function priceOutages(lp: LinearProgram, whole: ReferenceCase, result: Priced): void {
  for (const { id, generators } of whole.contingencies) {
    if (generators.length === 0) continue;
    const prices = result.generator_outage_price_usd_per_mw?.[id] ?? [];
    for (const hour of whole.hours) priceOutage(lp, whole, generators, hour, at(prices, hour));
  }
}

function priceOutage(
  lp: LinearProgram,
  whole: ReferenceCase,
  lost: readonly string[],
  hour: number,
  price: number,
): void {
  for (const [index, unit] of whole.generators.entries()) {
    const room = lost.includes(unit.name) ? 0 : at(unit.p_max, hour);
    lp.addCost(unitVariable('p', index, hour), price);
    lp.addCost(unitVariable('u', index, hour), -price * room);
  }
}

/**
 * Sells the injection at each bus, at its price, to a network that transports it. No bus moves more than the total
 * available power.
 */
function priceEnergy(lp: LinearProgram, whole: ReferenceCase, result: Priced): void {
  const { buses, hours, lines } = whole;
  const most = mostMoved(whole);
  const places = buses.flatMap((bus) => hours.map((hour) => ({ bus, hour })));
  // Price of a bus; a bus without any element has none.
  const priceAt = (bus: number, hour: number) => result.lmp[`bus_${bus}`]?.[hour];
  for (const { bus, hour } of places) {
    const price = priceAt(bus, hour);
    const moved = price === undefined ? 0 : most;
    lp.variable(`net_${busKey(bus)}_${hour}`, -moved, moved, price ?? 0);
    lp.addCost('one', (price ?? 0) * loadAt(whole, bus, hour));
  }
  addBalance(lp, whole, {
    injection: (_, bus, hour) => ({ [`net_${busKey(bus)}_${hour}`]: 1 }),
    loadAt: () => 0,
    flows: result.flows_mw,
  });
  for (const name of lp.named(/^headroom_/)) lp.drop(name);
  for (const { key } of lines) for (const hour of hours) lp.limit(`over_${key}_${hour}`, most);
  limitOverflows(lp, whole, most);
  for (const { bus, hour } of places)
    for (const [name, mw] of Object.entries(injection(whole, bus, hour)))
      lp.addCost(name, -(priceAt(bus, hour) ?? 0) * mw);
}

/** The factors of an interface add up to less than 20. */
function limitOverflows(lp: LinearProgram, { interfaces, hours }: ReferenceCase, most: number): void {
  for (const i of interfaces.keys()) for (const hour of hours) lp.limit(`beyond_${i}_${hour}`, 20 * most);
}

function mostMoved({
  bids,
  dcLines,
  demandResponse,
  generators,
  loads,
  renewables,
  storage,
}: ReferenceCase): number {
  const parts = [
    ...dcLines.map(({ least, most }) => Math.max(...[...least, ...most].map(Math.abs))),
    ...generators.map(({ p_max }) => Math.max(...p_max)),
    ...loads.map(({ values }) => Math.max(...values.map(Math.abs))),
    ...renewables.map(({ p_max }) => Math.max(...p_max)),
    ...storage.map(({ charge_mw, discharge_mw }) => Math.max(...charge_mw) + Math.max(...discharge_mw)),
    ...bids.flatMap(({ blocks }) => blocks.map(({ mw }) => Math.max(...mw))),
    ...demandResponse.map(({ most }) => most.reduce((sum, mw) => sum + mw, 0)),
  ];
  return parts.reduce((sum, mw) => sum + mw, 0);
}
