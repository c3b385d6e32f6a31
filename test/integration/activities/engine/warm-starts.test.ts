/** Random cases begun from good, random and hostile commitments: nothing but time depends on them. */
import assert from 'node:assert/strict';
import type { Commitment, SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { WarmStart } from '../../../../temporal/case/messages/warm-start.ts';
import { type Draw, randomDraw } from '../../../support/cases/random.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { solvedForOthers } from '../../../support/engine/solved-for-others.ts';

const CASES = 100;
const PER_TEST = 25;

const withMoreLoad = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  loads: payload.loads.map((load) => ({ ...load, values: load.values.map((mw) => 1.02 * mw) })),
});

const everyUnit = ({ generators, horizon }: SolvePayload, on: (hour: number) => number): Commitment =>
  Object.fromEntries(
    generators.map(({ name }) => [name, Array.from({ length: horizon }, (_, hour) => on(hour))]),
  );

/** Commitments that have little or nothing to do with the case. */
const hostile = (draw: Draw, payload: SolvePayload): Commitment => {
  const starts = [
    () => everyUnit(payload, () => 0),
    () => everyUnit(payload, () => 1),
    () => everyUnit(payload, (hour) => hour % 2),
    () => everyUnit(payload, () => draw.integer(0, 1)),
    () =>
      everyUnit({ ...payload, generators: payload.generators.slice(1), horizon: 3 }, () =>
        draw.integer(0, 1),
      ),
    () => everyUnit({ ...payload, horizon: 3 * payload.horizon }, () => draw.integer(0, 1)),
    () => ({ nobody: [1, 1, 1], [payload.generators[0]?.name ?? '']: [Number.NaN, 7, -1] }),
  ];
  return starts[draw.integer(0, starts.length - 1)]?.() ?? {};
};

describe('warm starts of random cases', function () {
  this.timeout(120_000);
  let schedules = 0;
  const told = new Map<string, number>();

  async function compare(seed: number): Promise<void> {
    const jobType = seed % 2 === 0 ? 'uc' : 'scuc';
    const { payload } = randomCase(seed, jobType);
    const { result: cold, relaxation } = await solvedForOthers(jobType, payload);
    const { relaxation: another } = await solvedForOthers(jobType, withMoreLoad(payload));
    const starts: WarmStart[] = [
      { commitment: cold.commitment, ...(relaxation && { relaxation }) },
      { commitment: hostile(randomDraw(1000 + seed), payload) },
      { commitment: null, ...(another && { relaxation: another }) },
    ];
    for (const start of starts) {
      const warm = await solve(jobType, payload, { warmStart: { ...start, jobId: 'x' } });
      assert.equal(warm.termination_status, cold.termination_status, `seed ${seed}`);
      const note = warm.warnings.find((warning) => warning.includes('warm start')) ?? '';
      const kind = note.replace(/^.*? x /, '').replace(/\d+/g, 'n');
      told.set(kind, (told.get(kind) ?? 0) + 1);
      if (cold.objective_value === null) continue;
      const off = Math.abs((warm.objective_value ?? Number.NaN) - cold.objective_value);
      assert.ok(off <= 1e-6 * Math.max(1, Math.abs(cold.objective_value)), `seed ${seed}: ${off}`);
      assert.equal(warm.certificate?.verified, true, `seed ${seed}`);
      schedules += 1;
    }
  }

  for (let first = 0; first < CASES; first += PER_TEST) {
    it(`cost what they cost without, seeds ${first} to ${first + PER_TEST - 1}`, async () => {
      for (let seed = first; seed < first + PER_TEST; seed++) await compare(seed);
    });
  }

  after(() => {
    const kinds = [...told].map(([kind, times]) => `${times} ${kind}`).join('; ');
    process.stdout.write(`    ${schedules} verified schedules; the start ${kinds}\n`);
  });
});
