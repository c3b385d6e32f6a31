/** Random cases in which one to three things are wrong; most have no schedule. */
import type { Generator } from '../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { type RandomCase, randomCase } from './random-case.ts';
import { type Draw, randomDraw } from './random-draw.ts';

type Fault = (payload: SolvePayload, draw: Draw) => SolvePayload;

const anyUnit = (
  payload: SolvePayload,
  draw: Draw,
  changed: (unit: Generator) => Generator,
): SolvePayload => {
  const chosen = draw.integer(0, payload.generators.length - 1);
  const generators = payload.generators.map((unit, g) => (g === chosen ? changed(unit) : unit));
  return { ...payload, generators };
};

const loadOfAnHour = (payload: SolvePayload, draw: Draw, factor: number): SolvePayload => {
  const hour = draw.integer(0, payload.horizon - 1);
  const loads = payload.loads.map((load) => ({
    ...load,
    values: load.values.with(hour, factor * (load.values[hour] ?? 0)),
  }));
  return { ...payload, loads };
};

const FAULTS: readonly Fault[] = [
  (payload, draw) => loadOfAnHour(payload, draw, draw.real(1.6, 6)),
  (payload, draw) => loadOfAnHour(payload, draw, draw.real(0, 0.3)),
  (payload, draw) =>
    anyUnit(payload, draw, ({ cost_curve: _, ...unit }) => ({ ...unit, p_min: 1.5 * unit.p_max })),
  (payload, draw) =>
    anyUnit(payload, draw, (unit) => ({ ...unit, min_downtime: draw.integer(3, 8), initial_status: -1 })),
  (payload, draw) =>
    anyUnit(payload, draw, (unit) => ({ ...unit, min_uptime: draw.integer(3, 8), initial_status: 1 })),
  (payload) => ({
    ...payload,
    generators: payload.generators.map((unit) => ({
      ...unit,
      ramp_up: Math.max(0.5, 0.1 * unit.p_max),
      ramp_down: Math.max(0.5, 0.1 * unit.p_max),
    })),
  }),
  (payload) => ({
    ...payload,
    reserves: [
      { name: 'spin', mw: 60 },
      { name: 'more', mw: 40 },
    ],
  }),
];

/** The same seed gives the same case. */
export function spoiltCase(seed: number): RandomCase {
  const draw = randomDraw(3_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  let spoilt: SolvePayload = payload;
  for (let n = draw.integer(1, 3); n > 0; n--)
    spoilt = FAULTS[draw.integer(0, FAULTS.length - 1)]?.(spoilt, draw) ?? spoilt;
  return { jobType, payload: spoilt };
}
