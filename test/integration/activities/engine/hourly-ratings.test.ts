/** Hourly ratings compared with constant ratings: equal ones, and lower ones. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { ratedCase } from '../../../support/cases/altered-random-case.ts';
import { meshedCase } from '../../../support/cases/meshed-case.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { readCase } from '../../../support/reference/case.ts';
import { limitAt } from '../../../support/reference/network-rows.ts';

const SEEDS = 16;
/** MW beyond any tolerance of the verifier. */
const CLEAR = 0.05;

const withLines = (
  payload: SolvePayload,
  change: (line: NonNullable<SolvePayload['transmission_lines']>[number]) => object,
): SolvePayload => ({
  ...payload,
  transmission_lines: payload.transmission_lines?.map((line) => ({ ...line, ...change(line) })),
});

const NO_RATINGS = { rating_mw: null, emergency_rating_mw: null };

/** Writes each constant rating as one per hour. */
const saidByTheHour = (payload: SolvePayload): SolvePayload => {
  const hours = <T>(value: T): T[] => new Array<T>(payload.horizon).fill(value);
  return withLines(payload, ({ rating_mw = null, emergency_rating_mw = 0 }) => ({
    rating_mw: Array.isArray(rating_mw) ? rating_mw : hours(rating_mw),
    emergency_rating_mw: Array.isArray(emergency_rating_mw)
      ? emergency_rating_mw
      : hours(emergency_rating_mw ?? 0),
  }));
};

const unlimited = (payload: SolvePayload): SolvePayload => withLines(payload, () => NO_RATINGS);

/** Largest violation of the hourly limits in the base case, MW. */
function worst(payload: SolvePayload, result: Omit<SolveResult, 'certificate'>): number {
  const { hours, lines } = readCase(payload, 'scuc');
  return Math.max(
    ...lines.flatMap((line) =>
      hours.map((t) => {
        const over = result.overflow_mw?.[line.id]?.[t] ?? 0;
        return Math.abs(result.flows_mw?.[line.id]?.[t] ?? 0) - over - limitAt(line, t, false);
      }),
    ),
  );
}

describe('ratings by the hour', function () {
  this.timeout(120_000);

  it('that are the same in all hours give the very answer of one number', async () => {
    const cases = [
      ...Array.from({ length: SEEDS }, (_, seed) => randomCase(seed, 'scuc').payload),
      meshedCase(30, 12, { horizon: 8, seed: 5, outages: true }),
    ];
    for (const [i, payload] of cases.entries()) {
      const [once, hourly] = [await solve('scuc', payload), await solve('scuc', saidByTheHour(payload))];
      const comparable = ({ solve_time_s: _, certificate, infeasibility: __, ...result }: SolveResult) => ({
        ...result,
        checks: certificate?.checks,
      });
      assert.deepEqual(comparable(hourly), comparable(once), `case ${i}`);
    }
  });

  it('refuse the schedules of the case without any, wherever these carry more', async () => {
    let refused = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { jobType, payload } = ratedCase(seed);
      const { certificate, ...result } = await solve(jobType, unlimited(payload));
      if (!certificate || worst(payload, result) <= CLEAR) continue;
      const failed = verify(payload, jobType, result).filter(({ ok }) => !ok);
      assert.ok(
        failed.some(({ name }) => name === 'line_limits'),
        `seed ${seed}`,
      );
      refused += 1;
    }
    assert.ok(refused >= SEEDS / 4, `${refused} schedules`);
  });
});
