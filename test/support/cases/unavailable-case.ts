/** Random cases with outages: hours in which the available output of a unit is below its Pmin, or equal to it. */
import { availableAt, ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import type { FixedCommitment, Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { pricedCase } from './priced-case.ts';
import type { Draw } from './random.ts';
import { altered, randomCase } from './random-case.ts';
import { reservingCase } from './reserving-case.ts';

const BASES = [randomCase, reservingCase, pricedCase] as const;

/** A case of any job type. In some cases a unit must be on during an outage. */
export const unavailableCase = altered(
  9_000_000,
  (payload, draw) => {
    const outages = payload.generators.map((unit) =>
      ratedOf(unit).p_min > 0 && draw.chance(0.4) ? outage(draw, payload.horizon) : [],
    );
    const generators = payload.generators.map((unit, g) =>
      withOutage(draw, unit, outages[g] ?? [], payload.horizon),
    );
    const decided = outages.flatMap((hours, g) => decisions(draw, generators[g]?.name ?? '', hours));
    return {
      ...payload,
      generators,
      ...given(draw, payload, outages, decided),
      ...(draw.chance(0.7) && { options: { ...payload.options, unserved_energy_usd_per_mwh: 1000 } }),
    };
  },
  (seed) => (BASES[seed % BASES.length] ?? randomCase)(Math.floor(seed / BASES.length)),
);

/** Consecutive hours of an outage, never the whole horizon. */
function outage(draw: Draw, horizon: number): number[] {
  const length = draw.integer(1, draw.chance(0.2) ? horizon - 1 : 3);
  const first = draw.chance(0.3) ? 0 : draw.integer(0, horizon - length);
  return Array.from({ length }, (_, k) => first + k);
}

/**
 * A unit with an outage. In the hour before or after it, the available output may equal Pmin. Half of these units have
 * no other limits.
 */
function withOutage(draw: Draw, unit: Generator, out: readonly number[], horizon: number): Generator {
  if (out.length === 0) return unit;
  const { must_run, cost_curve: _, ...rest } = unit;
  const { p_min, p_max } = ratedOf(unit);
  const isLeast = draw.chance(0.4);
  const rises = draw.chance(0.2);
  const hours = (inside: (t: number) => number, outside: (t: number) => number): number[] =>
    Array.from({ length: horizon }, (_, t) => (out.includes(t) ? inside(t) : outside(t)));
  const isBeside = (t: number): boolean => out.includes(t - 1) || out.includes(t + 1);
  return {
    ...rest,
    ...(must_run && draw.chance(0.3) && { must_run }),
    ...(draw.chance(0.5) && { min_uptime: 1, min_downtime: 1, ramp_down: null }),
    rated: { p_min, p_max },
    p_max: hours(
      () => (rises ? p_max : draw.chance(0.5) ? 0 : p_min * draw.real(0.1, 0.99)),
      (t) => (isLeast && isBeside(t) ? p_min : availableAt(unit, t)),
    ),
    ...(rises && {
      p_min: hours(
        () => p_max * 1.1,
        () => p_min,
      ),
    }),
  };
}

/** Fixed commitments, most of which agree with the outage. */
const decisions = (draw: Draw, generator: string, hours: readonly number[]): FixedCommitment[] =>
  draw.chance(0.3)
    ? hours.map((hour) => ({ generator, hour, on: false }))
    : hours.slice(0, 1).flatMap((hour) => (draw.chance(0.1) ? [{ generator, hour, on: true }] : []));

/** The commitment of a dispatch, which has it in place of fixed commitments. */
function given(
  draw: Draw,
  { generators, commitment }: SolvePayload,
  outages: readonly (readonly number[])[],
  fixed_commitment: readonly FixedCommitment[],
): Partial<SolvePayload> {
  if (!commitment) return fixed_commitment.length > 0 ? { fixed_commitment: [...fixed_commitment] } : {};
  const isKept = draw.chance(0.15);
  return {
    commitment: Object.fromEntries(
      Object.entries(commitment).map(([name, on]) => {
        const out = outages[generators.findIndex((unit) => unit.name === name)] ?? [];
        return [name, on.map((value, t) => (out.includes(t) && !isKept ? 0 : value))];
      }),
    ),
  };
}
