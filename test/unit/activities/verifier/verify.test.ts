/** The verifier on spoilt schedules (`test/cases/verifier.json`) and on malformed ones. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { UnverifiedResult } from '../../../../activities/verifier/schedule/schedule.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import { CHECK_NAMES, type CheckName } from '../../../../temporal/case/messages/families.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { changed } from './changed.ts';
import { day, daySchedule, ring, ringSchedule } from './hand-made.ts';

interface Case {
  readonly it: string;
  readonly of: 'day' | 'ring';
  /** Name of a check that must fail; others may fail too. */
  readonly check?: CheckName;
  /** Names of all checks that must fail, except prices. */
  readonly failed?: readonly CheckName[];
  /** Differences from the payload and its schedule, in the form of `changed`. */
  readonly payload?: object;
  readonly result?: object;
}

const FILE = new URL('../../../../../test/cases/verifier.json', import.meta.url);
const CASES: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));
const BASES = {
  day: { jobType: 'uc', payload: day, schedule: daySchedule },
  ring: { jobType: 'scuc', payload: ring, schedule: ringSchedule },
} as const;

/** The check of prices is ignored: these schedules are feasible, but not optimal. */
const failed = (payload: SolvePayload, jobType: JobType, result: UnverifiedResult): CheckName[] =>
  verify(payload, jobType, result)
    .filter((check) => !check.ok && check.name !== 'prices')
    .map((check) => check.name);

const report = (changes: Partial<UnverifiedResult>) => ({ ...daySchedule(), ...changes });

describe('verify', () => {
  it('accepts a schedule worked out by hand and lists every check', () => {
    const checks = verify(day, 'uc', daySchedule());
    assert.deepEqual(
      checks.map((check) => check.name),
      // This day has none of the things that the other checks are for.
      CHECK_NAMES.filter(
        (name) =>
          ![
            'demand_response',
            'emission_limit',
            'energy_limit',
            'fuel_limit',
            'interface_limits',
            'settlement',
          ].includes(name),
      ),
    );
    assert.deepEqual(failed(day, 'uc', daySchedule()), []);
  });

  it('accepts the three-bus ring with prices of 20, 40 and 60 $/MWh', () => {
    assert.ok(verify(ring, 'scuc', ringSchedule()).every(({ ok }) => ok));
  });

  for (const spoilt of CASES)
    it(spoilt.it, () => {
      const { jobType, payload, schedule } = BASES[spoilt.of];
      const failures = failed(
        changed(payload, spoilt.payload) as SolvePayload,
        jobType,
        changed(schedule(), spoilt.result) as UnverifiedResult,
      );
      if (spoilt.check) assert.ok(failures.includes(spoilt.check), `${failures}`);
      if (spoilt.failed) assert.deepEqual(failures, spoilt.failed);
    });

  it('finds a bound that is no number in bound', () => {
    assert.ok(failed(day, 'uc', report({ lower_bound_usd: Number.NaN })).includes('bound'));
  });

  it('skips an outage that splits the network', () => {
    const radial = {
      ...ring,
      transmission_lines: ring.transmission_lines?.filter((line) => line.id !== '1-3'),
      contingencies: [{ id: 'x', lines: ['1-2'] }],
    };
    assert.equal(
      verify(radial, 'scuc', ringSchedule()).find((check) => check.name === 'contingency_limits')
        ?.max_violation,
      0,
    );
  });

  it('lets no malformed result through, and throws at none', () => {
    for (const field of Object.keys(daySchedule())) {
      const fields = [
        'solve_time_s',
        'termination_status',
        'node_count',
        'solver',
        'solver_version',
        'warnings',
        'binding_constraints',
        'curtailment_mw',
        'lower_bound_usd',
        'mip_gap',
      ];
      if (fields.includes(field)) continue;
      assert.notDeepEqual(failed(day, 'uc', { ...daySchedule(), [field]: undefined }), [], field);
      assert.notDeepEqual(failed(day, 'uc', { ...daySchedule(), [field]: null }), [], field);
    }
  });

  it('reports an unjudgeable value as the largest number, never as NaN', () => {
    const result = report({ dispatch_mw: { A: [60, Number.NaN, 90, 80], B: [0, 15, 20] } });
    const [balance] = verify(day, 'uc', result);
    assert.equal(balance?.max_violation, Number.MAX_VALUE);
    assert.equal(JSON.parse(JSON.stringify(balance)).max_violation, Number.MAX_VALUE);
  });
});
