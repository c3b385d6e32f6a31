/** Startup and shutdown limits below Pmin: the unit cannot start, or cannot stop. */

import assert from 'node:assert/strict';
import { readCase } from '../../../../activities/case/read-case.ts';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { blockedSwitches } from '../../../../activities/uc/switch-limits.ts';
import { ratedOf } from '../../../../temporal/case/arithmetic/output-limits.ts';
import { applyRepair } from '../../../../temporal/case/scenario/apply-repair.ts';
import type { Generator, SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { randomDraw } from '../../../support/cases/random.ts';
import { solve } from '../../../support/engine/solve.ts';

const dear = aUnit('dear', { marginal_cost: 50 });

const cheapAndDear = (changes: Partial<Generator>, ...values: number[]): SolvePayload => ({
  generators: [aUnit('cheap', { p_min: 30, ...changes }), dear],
  loads: [{ bus: 1, values }],
  horizon: values.length,
});

const off = { initial_status: -5 };

describe('a limit of starts below the minimum output', () => {
  it('is the cause where the unit is needed, and the repair raises it', async () => {
    const payload = cheapAndDear({ ...off, startup_ramp: 20 }, 80, 130);
    const { infeasibility } = await solve('uc', payload);
    assert.deepEqual(
      infeasibility?.causes.map(({ code, hour }) => [code, hour]),
      [['RAMP_LIMIT', 1]],
    );
    const fields = infeasibility?.repair.map(({ element_id, field, to }) => [element_id, field, to]);
    assert.deepEqual(fields, [['cheap', 'startup_ramp', 30]]);
    const repaired = await solve('uc', applyRepair(payload, infeasibility?.repair ?? []));
    assert.equal(repaired.certificate?.verified, true);
  });

  it('has no effect on a dispatch that decides the commitment', () =>
    assert.deepEqual(blockedSwitches(readCase(cheapAndDear({ ...off, startup_ramp: 20 }, 80), 'ed')), []));
});

describe('a limit of stops below the minimum output', () => {
  it('is the cause if the load is below Pmin of the unit', async () => {
    const payload = cheapAndDear({ shutdown_ramp: 20 }, 80, 25);
    const { infeasibility } = await solve('uc', payload);
    assert.deepEqual(
      infeasibility?.causes.map(({ code, hour }) => [code, hour]),
      [['RAMP_LIMIT', 1]],
    );
    const repaired = await solve('uc', applyRepair(payload, infeasibility?.repair ?? []));
    assert.equal(repaired.certificate?.verified, true);
  });
});

/**
 * Expresses the limits by minimum times: a unit that cannot start stays off to the end, one that cannot stop stays on.
 */
const withTimes = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  generators: payload.generators.map(({ startup_ramp, shutdown_ramp, ...unit }) => ({
    ...unit,
    ...(shutdown_ramp !== undefined && { min_uptime: 999 }),
    ...(startup_ramp !== undefined && { min_downtime: 999 }),
  })),
});

describe('limits of starts and stops below the minimum output', () => {
  it('are equivalent to endless minimum times', async () => {
    for (let seed = 0; seed < 2; seed++) {
      const draw = randomDraw(seed);
      const plain = hardCase(14, 24, seed);
      const blocked: SolvePayload = {
        ...plain,
        generators: plain.generators.map((unit) => ({
          ...unit,
          ...(draw.chance(0.3) && { startup_ramp: ratedOf(unit).p_min / 2 }),
          ...(draw.chance(0.3) && { shutdown_ramp: ratedOf(unit).p_min / 2 }),
        })),
      };
      const [actual, expected] = [
        await solve('uc', blocked, { mipGap: 1e-4 }),
        await solve('uc', withTimes(blocked), { mipGap: 1e-4 }),
      ];
      const [cost, other] = [actual.total_cost_usd ?? Number.NaN, expected.total_cost_usd ?? Number.NaN];
      assert.ok(Math.abs(cost - other) <= 2e-4 * other, `seed ${seed}: ${cost}, not ${other}`);
      assert.equal(actual.certificate?.verified, true);
    }
  }).timeout(60_000);
});

/** Unit as the engine reads it, with its limits for switching. */
const unitOf = (changes: Partial<Generator>, more: Partial<SolvePayload> = {}, jobType: 'uc' | 'ed' = 'uc') =>
  prepareCase(
    { generators: [aUnit('G', changes)], loads: [{ bus: 1, values: [1, 1, 1] }], horizon: 3, ...more },
    jobType,
  ).instance.units[0];

const offThen = (hour: number) => ({ fixed_commitment: [{ generator: 'G', hour, on: false }] });

describe('a unit that idles for nothing', () => {
  it('stays on once it is on', () => {
    assert.deepEqual(unitOf({ startup_cost: 100 })?.mayStop, [false, false, false]);
    assert.deepEqual(unitOf({ startup_cost: 100, initial_status: -5 })?.mayStop, [false, false, false]);
  });

  it('is on as soon as it can be when it starts for nothing', () => {
    const late = unitOf({ initial_status: -1, min_downtime: 2 });
    assert.deepEqual(late?.mustBeOn, [false, true, true]);
    assert.deepEqual(unitOf({ startup_cost: 1 })?.mustBeOn, [false, false, false]);
  });

  it('is still one that must run', () => {
    const unit = unitOf({ must_run: true, initial_status: -1, min_downtime: 2 });
    assert.deepEqual(
      [unit?.mustBeOn, unit?.mayBeOn],
      [
        [true, true, true],
        [false, true, true],
      ],
    );
  });

  const reasons: [string, Partial<Generator>, Partial<SolvePayload>?][] = [
    ['a minimum output', { p_min: 5 }],
    ['a no-load cost', { no_load_cost: 1 }],
    [
      'a cost at 0 MW',
      {
        cost_curve: [
          { mw: 0, usd_per_h: 3 },
          { mw: 100, usd_per_h: 900 },
        ],
      },
    ],
    ['a start to more than its ramp', { ramp_up: 20, startup_ramp: 50 }],
    ['a stop from more than its ramp', { ramp_down: 20, shutdown_ramp: 50 }],
    ['an hour in which it must be off', {}, offThen(1)],
    ['an outage from the first hour on', {}, offThen(0)],
  ];
  for (const [reason, changes, more] of reasons) {
    it(`may stop where it has ${reason}`, () =>
      assert.deepEqual(unitOf(changes, more)?.mayStop, [true, true, true]));
  }

  it('follows a given commitment', () => {
    const commitment = { G: [1, 0, 1] };
    const unit = unitOf({}, { commitment }, 'ed');
    assert.deepEqual(
      [unit?.mayStop, unit?.mustBeOn],
      [
        [true, true, true],
        [true, false, true],
      ],
    );
  });
});
