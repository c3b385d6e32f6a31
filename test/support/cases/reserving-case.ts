/**
 * Random cases with all kinds of reserve products: up and down, with listed providers, response times, storage and
 * wind.
 */
import type { Generator, Reserve, SolvePayload } from '../../../temporal/case/schema.ts';
import { type Draw, randomDraw } from './random.ts';
import { capacityOf, type RandomCase, randomCase } from './random-case.ts';

/** A random case; equal seeds give equal cases. */
export function reservingCase(seed: number): RandomCase {
  const draw = randomDraw(4_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  const capacity = capacityOf(payload);
  const bus = payload.generators[0]?.bus ?? 1;
  const isFree = jobType === 'ed' && payload.commitment === undefined;
  const rich: SolvePayload = {
    ...payload,
    generators: isFree ? payload.generators.map(uncurved) : payload.generators,
    ...(draw.chance(0.6) && { storage: [...(payload.storage ?? []), battery(draw, bus, capacity)] }),
    ...(draw.chance(0.5) && {
      renewables: [...(payload.renewables ?? []), wind(draw, bus, payload.horizon, capacity)],
    }),
  };
  const reserves = Array.from({ length: draw.integer(1, 4) }, (_, q) => product(draw, rich, q, capacity));
  return { jobType, payload: { ...rich, reserves } };
}

/**
 * Removes the cost curve: in a dispatch without commitment, the cost at its first point would depend on which units
 * happen to run.
 */
const uncurved = ({ cost_curve: _, ...unit }: Generator): Generator => unit;

function battery(draw: Draw, bus: number, capacity: number) {
  const energy_mwh = capacity * draw.real(0.05, 0.3);
  const initial_mwh = energy_mwh * draw.real(0, 1);
  return {
    name: 'B2',
    bus,
    energy_mwh,
    charge_mw: energy_mwh * draw.real(0.2, 0.8),
    discharge_mw: energy_mwh * draw.real(0.2, 0.8),
    efficiency: draw.chance(0.2) ? 1 : draw.real(0.7, 1),
    initial_mwh,
    ...(draw.chance(0.4) && { final_mwh: initial_mwh * draw.real(0.3, 1) }),
  };
}

function wind(draw: Draw, bus: number, horizon: number, capacity: number) {
  const p_max = draw.hours(horizon, () => capacity * draw.real(0.02, 0.25));
  return { name: 'W2', bus, p_min: p_max.map((mw) => (draw.chance(0.3) ? mw / 3 : 0)), p_max };
}

function product(draw: Draw, payload: SolvePayload, q: number, capacity: number): Reserve {
  const mw = () => capacity * draw.real(0.01, draw.chance(0.3) ? 0.3 : 0.08);
  return {
    name: `R${q + 1}`,
    mw: draw.chance(0.5) ? mw() : draw.hours(payload.horizon, mw),
    ...(draw.chance(0.6) && { penalty_usd_per_mwh: draw.real(5, 300) }),
    ...(draw.chance(0.7) && { direction: draw.chance(0.5) ? 'down' : 'up' }),
    ...(draw.chance(0.6) && { response_min: draw.integer(2, 60) }),
    ...(draw.chance(0.7) && { providers: providersOf(draw, payload) }),
  };
}

const providersOf = (draw: Draw, { generators, storage = [], renewables = [] }: SolvePayload): string[] =>
  [...generators, ...storage, ...renewables].map(({ name }) => name).filter(() => draw.chance(0.6));
