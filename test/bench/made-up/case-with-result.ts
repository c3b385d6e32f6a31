/**
 * A case with a schedule, of any size. Its numbers are made up, so that storage, reading and display can be measured
 * without hours of solving.
 */

import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';

export interface Line {
  readonly from: number;
  readonly to: number;
}

export interface Shape {
  readonly generators: Generator[];
  readonly buses: number;
  readonly lines: readonly Line[];
  readonly storages: number;
  /** Number of reserve products. */
  readonly products: number;
  readonly bindingPerHour: number;
  /** First hour and number of hours. */
  readonly start: number;
  readonly hours: number;
}

/** Pseudo-random number in 0..1. */
const noise = (a: number, b: number): number =>
  Math.abs(Math.sin(12.9898 * a + 78.233 * b) * 43_758.5453) % 1;

/** Rounds to the precision of the engine. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, k) => `${name}_${k + 1}`);

export const busAt = (k: number, buses: number): number => (k % buses) + 1;

/** Hourly values of the `k`-th element of a kind from hour `start` on; equal in every case. */
export const hourly = (
  { start, hours }: Pick<Shape, 'start' | 'hours'>,
  k: number,
  least: number,
  most: number,
): number[] =>
  Array.from({ length: hours }, (_, t) => rounded(least + (most - least) * noise(k + most, start + t)));

export const seriesOf = (
  time: Pick<Shape, 'start' | 'hours'>,
  of: readonly string[],
  most: number,
  least = 0,
): Series => Object.fromEntries(of.map((name, k) => [name, hourly(time, k, least, most)]));

export function madeUp(shape: Shape): { readonly payload: SolvePayload; readonly result: SolveResult } {
  const { generators, buses, hours, start, bindingPerHour } = shape;
  const [units, busNames] = [generators.map(({ name }) => name), names(buses, 'bus')];
  const [storages, products] = [names(shape.storages, 'storage'), names(shape.products, 'product')];
  const lines = shape.lines.map(({ from, to }) => ({
    ...{ id: `${from}-${to}`, from_bus: from, to_bus: to, x_pu: 0.1, rating_mw: 200 },
  }));
  const isOn = (share: number): Series =>
    Object.fromEntries(
      units.map((name, k) => [name, hourly(shape, k, 0, 1).map((value) => (value < share ? 1 : 0))]),
    );
  const series = (of: readonly string[], most: number, least = 0): Series => seriesOf(shape, of, most, least);
  const zeros = Array.from({ length: hours }, () => 0);
  const energy = hourly(shape, 0, 20, 40);
  const congestion = series(busNames, 2, -2);
  const binding = Array.from({ length: bindingPerHour * hours }, (_, i) => ({
    line_id: lines[i % lines.length]?.id ?? '',
    contingency_id: i % 2 ? `loss of ${lines[(i + 1) % lines.length]?.id}` : null,
    hour: Math.floor(i / bindingPerHour),
    flow_mw: 200,
    limit_mw: 200,
    shadow_price_usd_per_mwh: rounded(-10 * noise(i, start)),
  }));
  const payload: SolvePayload = {
    horizon: hours,
    generators,
    storage: storages.map((name, k) => ({
      ...{ name, bus: busAt(k, buses), energy_mwh: 150, charge_mw: 50, discharge_mw: 50 },
      ...{ efficiency: 0.85, initial_mwh: 75 },
    })),
    loads: busNames.map((_, k) => ({ bus: k + 1, values: hourly(shape, k, 60, 100) })),
    transmission_lines: lines,
    reserves: products.map((name) => ({ name, mw: zeros.map(() => 100), penalty_usd_per_mwh: 4000 })),
  };
  const result: SolveResult = {
    ...{ termination_status: 'OPTIMAL', objective_value: 1e6, total_cost_usd: 1e6, lower_bound_usd: 999_000 },
    ...{ solve_time_s: 2, mip_gap: 0.001, node_count: 1, solver: 'highs', solver_version: '1', warnings: [] },
    ...{ cost_breakdown: null, certificate: null, multipliers: undefined, infeasibility: undefined },
    commitment: isOn(0.6),
    startup: isOn(0.05),
    dispatch_mw: series(units, 100),
    storage: Object.fromEntries(
      storages.map((name, k) => [
        name,
        { charge_mw: zeros, discharge_mw: hourly(shape, k, 0, 50), energy_mwh: hourly(shape, k, 0, 150) },
      ]),
    ),
    flows_mw: series(
      lines.map(({ id }) => id),
      200,
      -200,
    ),
    lmp: Object.fromEntries(
      busNames.map((bus) => [bus, (congestion[bus] ?? []).map((part, t) => part + (energy[t] ?? 0))]),
    ),
    lmp_components: Object.fromEntries(
      busNames.map((bus) => [bus, { energy, congestion: congestion[bus] ?? [], loss: zeros }]),
    ),
    binding_constraints: binding,
    reserve_mw: Object.fromEntries(products.map((product) => [product, series(units, 10)])),
    reserve_shortfall_mw: series(products, 1),
    reserve_price_usd_per_mw: series(products, 4),
  };
  return { payload, result };
}
