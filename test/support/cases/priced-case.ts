/** Random cases in which prices are difficult: short reserve, storage, losses, islands, outages and soft limits. */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { randomDraw } from './random.ts';
import { altered, capacityOf, randomCase } from './random-case.ts';
import { linked, shifted } from './study-case.ts';

type Change = (payload: SolvePayload, seed: number) => SolvePayload;

/** Adds reserve requirements that exceed the capability of the units in some hours. */
const withShortReserve: Change = (payload, seed) => {
  const draw = randomDraw(seed);
  const mw = capacityOf(payload) * draw.real(0.2, 0.6);
  const spin = { name: 'spin', mw, penalty_usd_per_mwh: draw.real(50, 800) };
  const down = { name: 'second', mw: mw * draw.real(0.1, 0.4), penalty_usd_per_mwh: draw.real(20, 400) };
  return { ...payload, reserves: seed % 2 ? [spin, down] : [spin] };
};

const withStorage: Change = (payload, seed) => {
  const draw = randomDraw(seed);
  const mw = capacityOf(payload) * draw.real(0.02, 0.15);
  const bus = payload.generators[0]?.bus ?? 1;
  const energy_mwh = mw * draw.real(1, 3);
  const efficiency = draw.real(0.75, 1);
  const battery = { name: 'S2', bus, energy_mwh, charge_mw: mw, discharge_mw: mw, efficiency };
  return {
    ...payload,
    storage: [...(payload.storage ?? []), { ...battery, initial_mwh: energy_mwh * draw.real(0, 1) }],
    reserves: [{ name: 'hard', mw: capacityOf(payload) * draw.real(0.02, 0.1) }],
  };
};

const withLosses: Change = (payload) => ({
  ...payload,
  transmission_lines: payload.transmission_lines?.map((line) => ({ ...line, r_pu: line.x_pu * 0.15 })),
  options: { ...payload.options, losses: true, network: true },
});

/** Takes two lines of the ring out of service; islands without units may shed their load. */
const withIslands: Change = (payload, seed) => ({
  ...payload,
  transmission_lines: payload.transmission_lines?.map((line, index, { length }) => ({
    ...line,
    in_service: index !== seed % length && index !== (seed + 2) % length,
  })),
  contingencies: payload.contingencies?.filter(({ lines = [] }) => lines.length === 0),
  options: { ...payload.options, network: true, unserved_energy_usd_per_mwh: 700 },
});

const withSoftLimits: Change = (payload, seed) => ({
  ...payload,
  transmission_lines: payload.transmission_lines?.map((line, index) => ({
    ...line,
    ...(line.rating_mw && {
      rating_mw: Number(line.rating_mw) / 2,
      emergency_rating_mw: Number(line.rating_mw) / 2,
    }),
    ...(index % 2 === seed % 2 && { penalty_usd_per_mwh: 40 + 30 * index }),
  })),
  options: { ...payload.options, unserved_energy_usd_per_mwh: 900 },
});

const CHANGES: readonly Change[] = [
  withShortReserve,
  withStorage,
  withLosses,
  withIslands,
  withSoftLimits,
  (payload, seed) => withShortReserve(withStorage(payload, seed), seed),
];

export const pricedCase = altered(
  0,
  (payload, _, seed) => CHANGES[Math.floor(seed / 3) % CHANGES.length]?.(payload, seed) ?? payload,
);

/** DC lines between islands. */
export const pricedLinkedCase = altered(
  0,
  (payload, _, seed) => linked(withIslands(payload, seed), seed),
  (seed) => randomCase(seed, seed % 3 === 0 ? 'ed' : 'scuc'),
);

/** Phase shifters, added to cases with soft limits, with losses, and with islands. */
export const pricedShiftedCase = altered(
  0,
  (payload, _, seed) => {
    const change = [withSoftLimits, withLosses, withIslands][seed % 3] ?? withLosses;
    return shifted(change(payload, seed), seed);
  },
  (seed) => randomCase(seed, seed % 4 === 0 ? 'ed' : 'scuc'),
);

/** DC lines together with lossy lines. */
export const lossyLinkedCase = altered(
  0,
  (payload, _, seed) => linked(withLosses(payload, seed), seed),
  (seed) => randomCase(seed, 'scuc'),
);
