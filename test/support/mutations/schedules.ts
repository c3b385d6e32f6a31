/** Schedules that break a rule of the system. */
import type { Mutation } from './mutants.ts';
import { pick, shift } from './pick.ts';

export const scheduleMutations: readonly Mutation[] = [
  {
    name: 'commitment flipped',
    spoil: (result, _, seed) => {
      const cell = pick(result.commitment, seed);
      if (cell) cell.hours[cell.hour] = 1 - (cell.hours[cell.hour] ?? 0);
      return cell !== undefined;
    },
  },
  {
    name: 'commitment fractional',
    spoil: (result, _, seed) => {
      const cell = pick(result.commitment, seed);
      if (cell) cell.hours[cell.hour] = 0.5;
      return cell !== undefined;
    },
  },
  { name: 'one unit produces more', spoil: (result, _, seed) => shift(result.dispatch_mw, seed, 1) },
  { name: 'one unit produces less', spoil: (result, _, seed) => shift(result.dispatch_mw, seed, -0.01) },
  {
    name: 'output moved between units',
    spoil: (result, payload, seed) => {
      const first = pick(result.dispatch_mw, seed);
      const second = pick(result.dispatch_mw, seed + 1);
      if (!first || !second || first.key === second.key) return false;
      first.hours[first.hour] = (first.hours[first.hour] ?? 0) + payload.generators.length * 1000;
      second.hours[first.hour] = (second.hours[first.hour] ?? 0) - payload.generators.length * 1000;
      return true;
    },
  },
  {
    name: 'schedule of two units exchanged',
    spoil: (result, _, seed) => {
      const first = pick(result.dispatch_mw, seed);
      const second = pick(result.dispatch_mw, seed + 1);
      if (!first || !second || differs(first.hours, second.hours) < 0.1) return false;
      result.dispatch_mw[first.key] = second.hours;
      result.dispatch_mw[second.key] = first.hours;
      return true;
    },
  },
  {
    name: 'hours in reverse',
    spoil: (result) => {
      const all = Object.values(result.dispatch_mw);
      if (all.every((hours) => differs(hours, hours.toReversed()) < 0.1)) return false;
      for (const hours of all) hours.reverse();
      return true;
    },
  },
  {
    name: 'renewable above what is available',
    spoil: (result, _, seed) => shift(result.renewable_mw, seed, 500),
  },
  { name: 'renewable below zero', spoil: (result, _, seed) => shift(result.renewable_mw, seed, -500) },
  { name: 'curtailment misstated', spoil: (result, _, seed) => shift(result.curtailment_mw, seed, 0.5) },
  {
    name: 'reserve promised by nobody',
    spoil: (result, payload, seed) => {
      const hard = payload.reserves?.find((product) => product.penalty_usd_per_mwh === undefined);
      const series = hard && result.reserve_mw?.[hard.name];
      const required = hard && (typeof hard.mw === 'number' ? hard.mw : Math.min(...hard.mw));
      if (!series || !required || required < 0.01) return false;
      const hour = seed % payload.horizon;
      for (const hours of Object.values(series)) hours[hour] = 0;
      return true;
    },
  },
  {
    name: 'reserve beyond the headroom',
    spoil: (result, _, seed) => shift(Object.values(result.reserve_mw ?? {})[0], seed, 5000),
  },
  {
    name: 'negative reserve',
    spoil: (result, _, seed) => shift(Object.values(result.reserve_mw ?? {})[0], seed, -5000),
  },
  {
    name: 'storage energy misstated',
    spoil: (result, _, seed) => shift(storageSeries(result.storage, 'energy_mwh'), seed, 0.5),
  },
  {
    name: 'storage charges unseen',
    spoil: (result, _, seed) => shift(storageSeries(result.storage, 'charge_mw'), seed, 0.5),
  },
  {
    name: 'storage charges and discharges at once',
    spoil: (result, _, seed) =>
      shift(storageSeries(result.storage, 'charge_mw'), seed, 10) &&
      shift(storageSeries(result.storage, 'discharge_mw'), seed, 10),
  },
  { name: 'unserved energy misstated', spoil: (result, _, seed) => shift(result.unserved_mw, seed, 0.5) },
  { name: 'negative unserved energy', spoil: (result, _, seed) => shift(result.unserved_mw, seed, -5000) },
  { name: 'flow misstated', spoil: (result, _, seed) => shift(result.flows_mw, seed, 0.5) },
  {
    name: 'flow reversed',
    spoil: (result, _, seed) => {
      const cell = pick(result.flows_mw, seed);
      const flow = cell?.hours[cell.hour] ?? 0;
      if (!cell || Math.abs(flow) < 0.1) return false;
      cell.hours[cell.hour] = -flow;
      return true;
    },
  },
  { name: 'power of a DC line misstated', spoil: (result, _, seed) => shift(result.dc_flow_mw, seed, 0.5) },
  { name: 'DC line above its limit', spoil: (result, _, seed) => shift(result.dc_flow_mw, seed, 5000) },
  { name: 'overflow misstated', spoil: (result, _, seed) => shift(result.overflow_mw, seed, 1) },
];

const differs = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, hour) => Math.abs(value - (b[hour] ?? 0))));

const storageSeries = (
  storage: Record<string, Record<'charge_mw' | 'discharge_mw' | 'energy_mwh', number[]>> | undefined,
  field: 'charge_mw' | 'discharge_mw' | 'energy_mwh',
) => Object.fromEntries(Object.entries(storage ?? {}).map(([name, item]) => [name, item[field]]));
