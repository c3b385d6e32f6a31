import assert from 'node:assert/strict';
import { toCase } from '../../../../activities/engine/case.ts';
import type { Generator } from '../../../../temporal/messages/generator.ts';
import type { SolvePayload } from '../../../../temporal/messages/payload.ts';
import { aUnit } from '../../../support/a-unit.ts';

/** What the engine makes of the unit, and whether it may stop. */
const unitOf = (changes: Partial<Generator>, more: Partial<SolvePayload> = {}, jobType: 'uc' | 'ed' = 'uc') =>
  toCase(
    { generators: [aUnit('G', changes)], loads: [{ bus: 1, values: [1, 1, 1] }], horizon: 3, ...more },
    jobType,
  ).instance.units[0];

const off = (hour: number) => ({ fixed_commitment: [{ generator: 'G', hour, on: false }] });

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
    const held = unitOf({ must_run: true, initial_status: -1, min_downtime: 2 });
    assert.deepEqual(
      [held?.mustBeOn, held?.mayBeOn],
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
    ['an hour in which it must be off', {}, off(1)],
    ['an outage from the first hour on', {}, off(0)],
  ];
  for (const [reason, changes, more] of reasons) {
    it(`may stop where it has ${reason}`, () =>
      assert.deepEqual(unitOf(changes, more)?.mayStop, [true, true, true]));
  }

  it('does as it is told by a commitment', () => {
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
