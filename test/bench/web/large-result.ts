/**
 * A case with its schedule, of any size, for pages that show it. Its numbers are made up: what is measured is how they
 * are shown, so nothing has to be solved for hours before.
 */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { random } from '../../support/cases/random.ts';

export interface Size {
  readonly units: number;
  readonly hours: number;
  readonly buses: number;
}

const FUELS = ['coal', 'gas', 'nuclear', 'hydro', 'oil', 'biomass'];
const STORAGES = 50;
const BINDING_PER_HOUR = 20;

/** Rounds to as many digits as the engine gives. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function largeResult({ units, hours, buses }: Size): { payload: SolvePayload; result: SolveResult } {
  const { next: draw } = random(units + hours + buses);
  const series = (make: (hour: number) => number): number[] =>
    Array.from({ length: hours }, (_, hour) => rounded(make(hour)));
  const day = (hour: number): number => 1 + 0.3 * Math.sin(((hour - 9) / 12) * Math.PI);
  const byName = <T>(names: readonly string[], make: (i: number) => T): Record<string, T> =>
    Object.fromEntries(names.map((name, i) => [name, make(i)]));

  const generators = Array.from({ length: units }, (_, i) => ({
    name: `unit-${i + 1}`,
    bus: 1 + Math.floor(draw() * buses),
    p_max: 400,
    p_min: 100,
    marginal_cost: 10 + 50 * draw(),
    no_load_cost: 500,
    startup_cost: 5000,
    ramp_up: 100,
    ramp_down: 100,
    min_uptime: 4,
    min_downtime: 4,
    initial_status: 1,
    fuel: FUELS[i % FUELS.length] ?? '',
    co2_t_per_mwh: 0.5,
  }));
  const lines = gridLines(buses, draw);
  const storage = Array.from({ length: Math.min(STORAGES, units) }, (_, i) => ({
    name: `storage-${i + 1}`,
    bus: 1 + Math.floor(draw() * buses),
    energy_mwh: 400,
    charge_mw: 100,
    discharge_mw: 100,
    efficiency: 0.9,
    initial_mwh: 200,
  }));
  const payload: SolvePayload = {
    generators,
    loads: Array.from({ length: buses }, (_, i) => ({
      bus: i + 1,
      values: series((hour) => 40 * day(hour) * (0.5 + draw())),
    })),
    horizon: hours,
    transmission_lines: lines,
    contingencies: lines.map(({ id }) => ({ id: `loss of ${id}`, lines: [id] })),
    storage,
    reserves: [{ name: 'spinning', mw: 500 }],
  };

  const unitNames = generators.map(({ name }) => name);
  const busNames = Array.from({ length: buses }, (_, i) => `bus_${i + 1}`);
  const commitment = byName(unitNames, () => series((hour) => (draw() < day(hour) / 1.4 ? 1 : 0)));
  const lineNames = lines.map(({ id }) => id);
  const congestion = byName(busNames, () => series(() => 4 * (draw() - 0.5)));
  const energy = series((hour) => 30 * day(hour));
  const result: SolveResult = {
    solve_time_s: 60,
    objective_value: 1e7,
    termination_status: 'OPTIMAL',
    commitment,
    dispatch_mw: byName(unitNames, (i) =>
      (commitment[`unit-${i + 1}`] ?? []).map((on) => rounded(on * (100 + 300 * draw()))),
    ),
    lmp: byName(busNames, (i) =>
      (congestion[`bus_${i + 1}`] ?? []).map((part, hour) => rounded(part + (energy[hour] ?? 0))),
    ),
    lmp_components: byName(busNames, (i) => ({
      energy,
      congestion: congestion[`bus_${i + 1}`] ?? [],
      loss: series(() => 0.1 * draw()),
    })),
    total_cost_usd: 1e7,
    mip_gap: 0,
    lower_bound_usd: 1e7,
    node_count: 1,
    solver: 'highs',
    solver_version: '1',
    startup: byName(unitNames, (i) => {
      const on = commitment[`unit-${i + 1}`] ?? [];
      return on.map((now, hour) => (now === 1 && on[hour - 1] === 0 ? 1 : 0));
    }),
    flows_mw: byName(lineNames, () => series(() => 250 * (draw() - 0.5))),
    binding_constraints: Array.from({ length: BINDING_PER_HOUR * hours }, (_, i) => ({
      line_id: lineNames[Math.floor(draw() * lineNames.length)] ?? '',
      contingency_id: `loss of ${lineNames[Math.floor(draw() * lineNames.length)]}`,
      hour: Math.floor(i / BINDING_PER_HOUR),
      flow_mw: 125,
      limit_mw: 125,
      shadow_price_usd_per_mwh: rounded(10 * draw()),
    })),
    storage: byName(
      storage.map(({ name }) => name),
      () => ({
        charge_mw: series(() => 50 * draw()),
        discharge_mw: series(() => 50 * draw()),
        energy_mwh: series(() => 400 * draw()),
      }),
    ),
    reserve_mw: { spinning: byName(unitNames, () => series(() => 10 * draw())) },
    reserve_shortfall_mw: { spinning: series(() => 0) },
    reserve_price_usd_per_mw: { spinning: series(() => 5 * draw()) },
    emissions_t: series(() => units * 50),
    total_emissions_t: units * 50 * hours,
    generator_emissions_t: byName(unitNames, () => series(() => 100 * draw())),
    cost_breakdown: { energy_usd: 9e6, no_load_usd: 5e5, startup_usd: 5e5, penalty_usd: 0 },
    warnings: [],
    certificate: null,
  };
  return { payload, result };
}

/** Streets of a town: each bus to one before it, and half of them across. */
function gridLines(buses: number, draw: () => number) {
  const side = Math.ceil(Math.sqrt(buses));
  return Array.from({ length: buses }, (_, i) => i + 1)
    .slice(1)
    .flatMap((bus) => {
      const others = [bus - 1, ...(bus > side && draw() < 0.5 ? [bus - side] : [])];
      return others.map((other) => ({
        id: `${other}-${bus}`,
        from_bus: other,
        to_bus: bus,
        x_pu: 0.1,
        rating_mw: 125,
      }));
    });
}
