/** A year of the size of RTS-GMLC, without the solves: every figure is there, in the ranges that a real year has. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import { aUnit } from '../../support/cases/a-unit.ts';

export const KEPT_H = 24;
const SOLVED_H = 48;
const [UNITS, RENEWABLES, BUSES, LINES, PRODUCTS] = [73, 84, 73, 120, 7];

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, k) => `${name}_${k + 1}`);
const busOf = (k: number): number => (k % BUSES) + 1;
/** Something between 0 and 1 that looks like no other. */
const noise = (a: number, b: number): number =>
  Math.abs(Math.sin(12.9898 * a + 78.233 * b) * 43_758.5453) % 1;
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
const hours = (length: number, of: (t: number) => number): number[] =>
  Array.from({ length }, (_, t) => rounded(of(t)));

const generators = names(UNITS, 'unit').map((name, k) => ({
  ...aUnit(name, { bus: busOf(k), p_max: 50 + 5 * k, no_load_cost: 100, startup_cost: 1000, fuel: 'Gas' }),
  cost_curve: [20, 30, 40, 50].map((mw, at) => ({ mw, usd_per_h: 500 + 400 * at + 50 * at * at })),
  type: k % 2 ? 'CC' : 'CT',
  heat_rate_curve: [20, 30, 40, 50].map((mw, at) => ({ mw, mmbtu_per_h: 200 + 100 * at })),
}));
const available = (k: number, start: number, length: number): number[] =>
  hours(length, (t) => 100 * noise(k, start + t));
const storage = [
  {
    name: 'battery',
    bus: 1,
    energy_mwh: 150,
    charge_mw: 50,
    discharge_mw: 50,
    efficiency: 0.85,
    initial_mwh: 75,
  },
];
const buses = Array.from({ length: BUSES }, (_, k) => busOf(k));
const loads = (start: number, length: number) =>
  buses.map((bus) => ({ bus, values: hours(length, (t) => 60 + 40 * noise(bus, start + t)) }));

export const studyNetwork = (windows: number): NetworkContent => ({
  base_mva: 100,
  nominal_frequency_hz: 60,
  series_start: '2020-01-01T00:00:00',
  time_zone: 'America/Phoenix',
  buses: buses.map((id) => ({ id, name: `Bus ${id}`, v_nom_kv: 138, type: 'pq', area: String(id % 3) })),
  lines: [],
  generators,
  renewables: names(RENEWABLES, 'renewable').map((name, k) => ({
    name,
    bus: busOf(k),
    type: k % 2 ? 'PV' : 'WIND',
    p_max: available(k, 0, windows * KEPT_H),
  })),
  storage,
  loads: loads(0, windows * KEPT_H),
});

export function studyWindow(index: number): { readonly payload: SolvePayload; readonly result: SolveResult } {
  const start = index * KEPT_H;
  const series = (of: readonly string[], size: number): Series =>
    Object.fromEntries(
      of.map((name, k) => [name, hours(SOLVED_H, (t) => size * noise(k + size, start + t))]),
    );
  const on = (of: readonly string[], share: number): Series =>
    Object.fromEntries(
      of.map((name, k) => [name, hours(SOLVED_H, (t) => (noise(k, start + t) < share ? 1 : 0))]),
    );
  const [units, renewables, lines] = [
    names(UNITS, 'unit'),
    names(RENEWABLES, 'renewable'),
    names(LINES, 'line'),
  ];
  const products = names(PRODUCTS, 'product');
  const busNames = buses.map((bus) => `bus_${bus}`);
  const lmp = series(busNames, 30);
  const zeros = hours(SOLVED_H, () => 0);
  const payload: SolvePayload = {
    horizon: SOLVED_H,
    generators,
    renewables: renewables.map((name, k) => ({
      name,
      bus: busOf(k),
      p_min: zeros,
      p_max: available(k, start, SOLVED_H),
    })),
    storage,
    loads: loads(start, SOLVED_H),
    transmission_lines: lines.map((id, k) => ({
      id,
      from_bus: busOf(k),
      to_bus: busOf(k + 1),
      x_pu: 0.1,
      rating_mw: 200,
    })),
    reserves: products.map((name) => ({ name, mw: hours(SOLVED_H, () => 100), penalty_usd_per_mwh: 4000 })),
    options: { unserved_energy_usd_per_mwh: 10_000 },
  };
  const result: SolveResult = {
    termination_status: 'OPTIMAL',
    objective_value: 1_000_000,
    total_cost_usd: 1_000_000,
    solve_time_s: 2,
    mip_gap: 0.001,
    lower_bound_usd: 999_000,
    node_count: 1,
    solver: 'highs',
    solver_version: '1',
    warnings: [],
    cost_breakdown: null,
    certificate: null,
    multipliers: undefined,
    infeasibility: undefined,
    commitment: on(units, 0.6),
    startup: on(units, 0.05),
    dispatch_mw: series(units, 100),
    renewable_mw: series(renewables, 80),
    curtailment_mw: series(renewables, 5),
    storage: { battery: { charge_mw: zeros, discharge_mw: hours(SOLVED_H, () => 5), energy_mwh: zeros } },
    unserved_mw: Object.fromEntries(busNames.map((bus) => [bus, zeros])),
    flows_mw: series(lines, 200),
    overflow_mw: {},
    lmp,
    lmp_components: Object.fromEntries(
      Object.entries(lmp).map(([bus, energy]) => [bus, { energy, congestion: zeros, loss: zeros }]),
    ),
    binding_constraints: Array.from({ length: 100 }, (_, k) => ({
      line_id: lines[k % 10] ?? '',
      contingency_id: null,
      hour: k % SOLVED_H,
      flow_mw: 200,
      limit_mw: 200,
      shadow_price_usd_per_mwh: -5,
    })),
    reserve_mw: Object.fromEntries(products.map((product) => [product, series(units, 10)])),
    reserve_shortfall_mw: series(products, 1),
    reserve_price_usd_per_mw: series(products, 4),
  };
  return { payload, result };
}
