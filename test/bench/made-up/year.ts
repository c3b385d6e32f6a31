/** A year of the size of RTS-GMLC, without the solves: every figure is there, in the ranges that a real year has. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import { aUnit } from '../../support/cases/a-unit.ts';
import { busAt, hourly, madeUp, names, type Shape, seriesOf } from './case-with-result.ts';

export const KEPT_H = 24;
const SOLVED_H = 48;
const [UNITS, BUSES, LINES] = [73, 73, 120];
const RENEWABLES = names(84, 'renewable');
const FOUR = [20, 30, 40, 50];

const shape: Omit<Shape, 'start' | 'hours'> = {
  generators: names(UNITS, 'unit').map((name, k) => ({
    ...aUnit(name, { bus: busAt(k, BUSES), p_max: 50 + 5 * k, no_load_cost: 100, startup_cost: 1000 }),
    cost_curve: FOUR.map((mw, at) => ({ mw, usd_per_h: 500 + 400 * at + 50 * at * at })),
    ...{ fuel: 'Gas', type: k % 2 ? 'CC' : 'CT' },
    heat_rate_curve: FOUR.map((mw, at) => ({ mw, mmbtu_per_h: 200 + 100 * at })),
  })),
  // Round the buses in turn, and then across.
  lines: names(LINES, 'line').map((_, k) => ({
    from: busAt(k, BUSES),
    to: busAt(k + 1 + Math.floor(k / BUSES), BUSES),
  })),
  ...{ buses: BUSES, storages: 1, products: 7, bindingPerHour: 2 },
};
const MOST_MW = 100;

export function studyNetwork(windows: number): NetworkContent {
  const time = { start: 0, hours: windows * KEPT_H };
  const { generators, loads, storage = [] } = madeUp({ ...shape, ...time, lines: [] }).payload;
  return {
    base_mva: 100,
    nominal_frequency_hz: 60,
    series_start: '2020-01-01T00:00:00',
    time_zone: 'America/Phoenix',
    buses: loads.map(({ bus: id }) => ({
      id,
      name: `Bus ${id}`,
      v_nom_kv: 138,
      type: 'pq',
      area: String(id % 3),
    })),
    lines: [],
    generators,
    renewables: RENEWABLES.map((name, k) => ({
      ...{ name, bus: busAt(k, BUSES), type: k % 2 ? 'PV' : 'WIND' },
      p_max: hourly(time, k, 0, MOST_MW),
    })),
    storage,
    loads,
  };
}

export function studyWindow(index: number) {
  const time = { start: index * KEPT_H, hours: SOLVED_H };
  const { payload, result } = madeUp({ ...shape, ...time });
  const zeros = Array.from({ length: SOLVED_H }, () => 0);
  return {
    payload: {
      ...payload,
      renewables: RENEWABLES.map((name, k) => ({
        ...{ name, bus: busAt(k, BUSES), p_min: zeros, p_max: hourly(time, k, 0, MOST_MW) },
      })),
      options: { unserved_energy_usd_per_mwh: 10_000 },
    },
    result: {
      ...result,
      renewable_mw: seriesOf(time, RENEWABLES, 80),
      curtailment_mw: seriesOf(time, RENEWABLES, 5),
      unserved_mw: Object.fromEntries(Object.keys(result.lmp).map((bus) => [bus, zeros])),
      overflow_mw: {},
    },
  };
}
