/**
 * What a price vector proves, by an independent linear program: every schedule with the commitment of the result costs at
 * least
 *
 *     min { cost of units, storage, ... - what they earn at the prices } + min { what the network pays for its power }
 *
 * (weak duality). It is the cost of the cheapest dispatch exactly when the prices are optimal duals.
 */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { LinearProgram } from './linear-program.ts';
import {
  addBalance,
  asRead,
  busesOf,
  busKey,
  controlled,
  injection,
  lineKey,
  loadAt,
  networkOf,
  SUPPLIED,
} from './network-rows.ts';
import { addRenewables, addReserves, addStorage, reserveVariables } from './resource-rows.ts';
import { addUnits, mostOn, unitVariable, upperLimit } from './unit-rows.ts';

type Priced = Pick<
  SolveResult,
  | 'commitment'
  | 'flows_mw'
  | 'storage'
  | 'lmp'
  | 'reserve_price_usd_per_mw'
  | 'generator_outage_price_usd_per_mw'
>;

export interface DualPrograms {
  /** The dispatch itself. */
  readonly primal: string;
  /** The bound that the prices prove. */
  readonly dual: string;
}

export function dualPrograms(given: SolvePayload, jobType: JobType, result: Priced): DualPrograms {
  const payload = asRead(given, jobType);
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const primal = resources(payload, jobType);
  addBalance(primal, payload, jobType, { ...SUPPLIED, flows: result.flows_mw });
  const states = primal.binaries
    .filter((name) => name.startsWith('u_'))
    .map((name): [string, number] => [name, commitmentOf(payload, relaxed ? undefined : result, name)]);
  const fixed = new Map([...states, ...directions(payload, result)]);
  const dual = resources(payload, jobType);
  priceReserves(dual, payload, result);
  priceOutages(dual, payload, jobType, result);
  priceEnergy(dual, payload, jobType, result);
  for (const program of [primal, dual]) holdIdle(program, payload, result);
  return { primal: primal.text(fixed), dual: dual.text(fixed) };
}

function resources(payload: SolvePayload, jobType: JobType): LinearProgram {
  const lp = new LinearProgram();
  addUnits(lp, payload, jobType);
  addRenewables(lp, payload);
  addStorage(lp, payload);
  addReserves(lp, payload);
  return lp;
}

/** Without a result all that may be on is on. */
function commitmentOf({ generators }: SolvePayload, result: Priced | undefined, name: string): number {
  const [, position, hour] = /^u_(\d+)_(\d+|before)$/.exec(name) ?? [];
  const unit = generators[Number(position)];
  if (!unit) return 0;
  if (hour === 'before') return Number(!result || unit.initial_status > 0);
  return result ? (result.commitment[unit.name]?.[Number(hour)] ?? 0) : mostOn(unit, Number(hour));
}

/**
 * A storage with losses would burn energy at prices below 0, and for reserve that earns more than energy or wants room: there it
 * keeps to its direction.
 */
const directions = (payload: SolvePayload, result: Priced): [string, number][] =>
  (payload.storage ?? []).flatMap((item, s) =>
    hoursOf(payload).flatMap((hour): [string, number][] => {
      const isCharging = Number((result.storage?.[item.name]?.charge_mw[hour] ?? 0) > 0);
      return burns(payload, result, item, hour) ? [[`m_${s}_${hour}`, isCharging]] : [];
    }),
  );

function burns(
  { reserves = [] }: SolvePayload,
  { lmp, reserve_price_usd_per_mw: prices = {} }: Priced,
  { name, bus, efficiency }: NonNullable<SolvePayload['storage']>[number],
  hour: number,
): boolean {
  const energy = lmp[`bus_${bus}`]?.[hour] ?? 0;
  const own = reserves.filter(({ providers }) => providers?.includes(name));
  const wantsRoom = own.some(
    (product) => product.direction === 'down' && prices[product.name]?.some((price) => price > 0),
  );
  const dearest = Math.max(0, ...own.map((product) => prices[product.name]?.[hour] ?? 0));
  return efficiency < 1 && (energy < 0 || wantsRoom || energy < dearest);
}

/** Where it is idle, it is not known which direction it was kept to: it stays idle. */
function holdIdle(lp: LinearProgram, payload: SolvePayload, result: Priced): void {
  for (const [s, item] of (payload.storage ?? []).entries()) {
    if (!payload.reserves?.some(({ providers }) => providers?.includes(item.name))) continue;
    for (const hour of hoursOf(payload)) {
      const { charge_mw, discharge_mw } = result.storage?.[item.name] ?? {};
      if ((charge_mw?.[hour] ?? 0) + (discharge_mw?.[hour] ?? 0) > 0 || !burns(payload, result, item, hour))
        continue;
      lp.limit(`ch_${s}_${hour}`, 0);
      lp.limit(`dis_${s}_${hour}`, 0);
    }
  }
}

const hoursOf = ({ horizon }: SolvePayload): number[] => Array.from({ length: horizon }, (_, hour) => hour);

/** Requirements become income of those who hold the reserve, and of what is short. */
function priceReserves(lp: LinearProgram, payload: SolvePayload, result: Priced): void {
  for (const [q, { name, mw }] of (payload.reserves ?? []).entries()) {
    for (const hour of hoursOf(payload)) {
      const price = result.reserve_price_usd_per_mw?.[name]?.[hour] ?? Number.NaN;
      const required = typeof mw === 'number' ? mw : (mw[hour] ?? 0);
      lp.drop(`reserve_${q}_${hour}`);
      lp.addCost('one', price * required);
      lp.addCost(`short_${q}_${hour}`, -price);
      lp.limit(`short_${q}_${hour}`, required);
      for (const variable of reserveVariables(payload, q, hour)) lp.addCost(variable, -price);
    }
  }
}

function priceOutages(lp: LinearProgram, payload: SolvePayload, jobType: JobType, result: Priced): void {
  const contingencies = jobType === 'scuc' ? (payload.contingencies ?? []) : [];
  for (const { id, generators = [] } of contingencies.filter(({ enabled }) => enabled !== false)) {
    if (generators.length === 0) continue;
    const prices = result.generator_outage_price_usd_per_mw?.[id] ?? [];
    for (const hour of hoursOf(payload))
      priceOutage(lp, payload, generators, hour, prices[hour] ?? Number.NaN);
  }
}

function priceOutage(
  lp: LinearProgram,
  payload: SolvePayload,
  lost: readonly string[],
  hour: number,
  price: number,
): void {
  for (const [index, unit] of payload.generators.entries()) {
    const room = lost.includes(unit.name) ? 0 : upperLimit(unit, hour);
    lp.addCost(unitVariable('p', index, hour), price);
    lp.addCost(unitVariable('u', index, hour), -price * room);
  }
}

/** At each bus what is fed in is sold at its price to a network that moves it; no bus moves more than there is. */
function priceEnergy(lp: LinearProgram, payload: SolvePayload, jobType: JobType, result: Priced): void {
  const network = networkOf(payload, jobType);
  const most = mostMoved(payload);
  const places = busesOf(payload, network).flatMap((bus) => hoursOf(payload).map((hour) => ({ bus, hour })));
  // A bus that nothing is connected to has no price.
  const priceAt = (bus: number, hour: number) => result.lmp[`bus_${bus}`]?.[hour];
  for (const { bus, hour } of places) {
    const price = priceAt(bus, hour);
    const moved = price === undefined ? 0 : most;
    lp.variable(`net_${busKey(bus)}_${hour}`, -moved, moved, price ?? 0);
    lp.addCost('one', (price ?? 0) * loadAt(payload, bus, hour));
  }
  addBalance(lp, payload, jobType, {
    injection: (_, bus, hour) => ({ [`net_${busKey(bus)}_${hour}`]: 1 }),
    loadAt: () => 0,
    flows: result.flows_mw,
  });
  for (const name of lp.named(/^headroom_/)) lp.drop(name);
  for (const line of network)
    for (const hour of hoursOf(payload)) lp.limit(`over_${lineKey(payload, line)}_${hour}`, most);
  for (const { bus, hour } of places)
    for (const [name, mw] of Object.entries(injection(payload, bus, hour)))
      lp.addCost(name, -(priceAt(bus, hour) ?? 0) * mw);
}

function mostMoved(payload: SolvePayload): number {
  const { generators, loads, renewables = [], storage = [] } = payload;
  const parts = [
    ...controlled(payload).map(({ p_min_mw, p_max_mw }) => Math.max(Math.abs(p_min_mw), Math.abs(p_max_mw))),
    ...generators.map(({ p_max, p_max_profile = [] }) => Math.max(p_max, ...p_max_profile)),
    ...loads.map(({ values }) => Math.max(...values.map(Math.abs))),
    ...renewables.map(({ p_max }) => Math.max(...p_max)),
    ...storage.map(({ charge_mw, discharge_mw }) => charge_mw + discharge_mw),
  ];
  return parts.reduce((sum, mw) => sum + mw, 0);
}
