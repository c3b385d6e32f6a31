/** A dry run reports findings in the same words as a solve. */
import assert from 'node:assert/strict';
import { EngineError } from '../../../../../activities/engine/base/engine.ts';
import { dryRun } from '../../../../../activities/engine/run/dry-run.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { solve } from '../../../../support/engine/solve.ts';

const line = (id: string, from_bus: number, to_bus: number, x_pu: number) => ({ id, from_bus, to_bus, x_pu });

/** Two lines whose reactances cancel out: in parallel, and in series. */
const SINGULAR = {
  parallel: [line('a', 1, 2, 0.1), line('b', 1, 2, -0.1), line('c', 2, 3, 0.1)],
  series: [line('a', 1, 2, 0.1), line('b', 2, 3, -0.1), line('c', 1, 3, 0.2)],
};

describe('a dry run', () => {
  for (const [how, transmission_lines] of Object.entries(SINGULAR)) {
    it(`names lines in ${how} whose reactances cancel out, as the solve does`, async () => {
      const payload: SolvePayload = { ...threeBus(), transmission_lines, contingencies: [] };
      const { valid, findings, size } = await dryRun('scuc', payload);
      const errors = findings.filter(({ severity }) => severity === 'error');
      const summaries = errors.map(({ code, severity, element_id }) => [code, severity, element_id]);
      assert.deepEqual(summaries, [
        ['REACTANCES_CANCEL_OUT', 'error', 'a'],
        ['REACTANCES_CANCEL_OUT', 'error', 'b'],
      ]);
      assert.deepEqual([valid, size.rows > 0], [false, true]);
      await assert.rejects(solve('scuc', payload), (error) => {
        assert.ok(error instanceof EngineError);
        assert.deepEqual([error.code, error.message], ['INVALID_MODEL', findings[0]?.message]);
        return true;
      });
      assert.equal((await dryRun('uc', payload)).valid, true, 'no network is read');
    });
  }

  const odd = (transmission_lines: SolvePayload['transmission_lines']): SolvePayload => ({
    ...threeBus(),
    transmission_lines: [...(threeBus().transmission_lines ?? []), ...(transmission_lines ?? [])],
  });
  const WARNED: readonly (readonly [string, JobType, SolvePayload, readonly (string | null)[], string])[] = [
    ['a reactance of zero', 'scuc', odd([line('z', 1, 2, 0)]), ['REACTANCE', 'line', 'z'], 'x_pu'],
    ['a negative reactance', 'scuc', odd([line('n', 1, 2, -0.5)]), ['REACTANCE', 'line', 'n'], 'x_pu'],
    [
      'an emergency rating below the normal one',
      'scuc',
      odd([{ ...line('e', 1, 2, 0.5), rating_mw: 500, emergency_rating_mw: 400 }]),
      ['EMERGENCY_RATING', 'line', 'e'],
      'emergency_rating_mw',
    ],
    [
      'one in an hour of its profile',
      'scuc',
      odd([{ ...line('e', 1, 2, 0.5), rating_mw: 500, emergency_rating_mw: [400] }]),
      ['EMERGENCY_RATING', 'line', 'e'],
      'emergency_rating_mw',
    ],
    ['lines that are not read', 'uc', threeBus(), ['IGNORED', 'system', null], 'transmission_lines'],
    [
      'a contingency that splits the network',
      'scuc',
      {
        ...odd([]),
        loads: [{ bus: 4, values: [10] }, ...threeBus().loads],
        transmission_lines: [...(threeBus().transmission_lines ?? []), line('s', 3, 4, 0.1)],
        contingencies: [{ id: 'out', lines: ['s'] }],
      },
      ['CONTINGENCY_SKIPPED', 'contingency', 'out'],
      'lines',
    ],
    [
      'a dispatch without a commitment',
      'ed',
      threeBus({ network: true }),
      ['NO_COMMITMENT', 'system', null],
      'commitment',
    ],
  ];
  for (const [what, jobType, payload, expected, field] of WARNED) {
    it(`warns of ${what} in the words of the result`, async () => {
      const { valid, findings } = await dryRun(jobType, payload);
      const [summary] = findings.map(({ code, element_type, element_id }) => [
        code,
        element_type,
        element_id,
      ]);
      assert.deepEqual([valid, findings[0]?.severity, summary], [true, 'warning', expected]);
      assert.equal(findings[0]?.field, field);
      const { warnings } = await solve(jobType, payload);
      assert.deepEqual(
        warnings,
        findings.map(({ message }) => message),
      );
    });
  }

  it('names the field of a cause, if it has one', async () => {
    const payload: SolvePayload = {
      generators: [
        aUnit('A', { p_min: 90, p_max: 80 }),
        aUnit('B', { min_uptime: 5, initial_status: 1, p_max: 20 }),
      ],
      fixed_commitment: [{ generator: 'B', hour: 1, on: false }],
      loads: [{ bus: 1, values: [40, 400] }],
      reserves: [{ name: 'spin', mw: 500 }],
      emission_limit_t: 0,
      horizon: 2,
    };
    const { findings } = await dryRun('uc', payload);
    const fields = new Set(findings.map(({ code, field }) => `${code} ${field}`));
    assert.deepEqual([...fields].sort(), [
      'CAPACITY_SHORTFALL loads',
      'MIN_UPTIME_CONFLICT min_uptime',
      'OUTPUT_LIMITS_INVERTED p_min',
      'RESERVE_SHORTFALL mw',
    ]);
  });

  it('warns of units that cannot start or stop in the words of the result', async () => {
    const payload: SolvePayload = {
      generators: [aUnit('A', { p_min: 30, startup_ramp: 20, shutdown_ramp: 25 })],
      loads: [{ bus: 1, values: [40] }],
      horizon: 1,
    };
    const { valid, findings } = await dryRun('uc', payload);
    assert.deepEqual(
      findings.map(({ severity, element_id }) => [severity, element_id]),
      [
        ['warning', 'A'],
        ['warning', 'A'],
      ],
    );
    assert.equal(valid, true);
    const messages = findings.map(({ message }) => message);
    assert.deepEqual((await solve('uc', payload)).warnings, messages);
  });
});
