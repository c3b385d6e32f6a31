/** Attributes that vary: findings name the attribute and its hour. */
import assert from 'node:assert/strict';
import { object } from 'yup';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { GENERATOR } from '../../../../../temporal/case/elements/generator.ts';
import { LINE } from '../../../../../temporal/case/elements/line.ts';
import { violation } from '../../../../../temporal/case/scenario/collections.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const problems = (unit: Partial<Generator>) => {
  const payload: SolvePayload = {
    horizon: 2,
    generators: [aUnit('coal', unit)],
    loads: [{ bus: 1, values: [50, 50] }],
  };
  return payloadProblems(payload, { maxHorizon: 24 }).map(({ path, msg }) => [path.join('.'), msg]);
};

const CURVE = [
  { mw: 0, usd_per_h: 0 },
  { mw: 100, usd_per_h: 900 },
];
const TIERS = [{ lag_h: 0, cost_usd: 5 }];

describe('attributes that vary', () => {
  it('have one value per interval', () => {
    const lists = {
      marginal_cost: [1, -2],
      no_load_cost: [0, 3],
      startup_cost: [4, 5],
      must_run: [true, false],
    };
    assert.deepEqual(problems({ ...lists, ramp_up: [null, 20], ramp_down: [5, null] }), []);
    for (const [field, value] of Object.entries({ marginal_cost: [1], ramp_up: [1], must_run: [true] }))
      assert.deepEqual(problems({ [field]: value }), [
        [`generators.0.${field}`, 'Expected 2 values, one per hour, got 1'],
      ]);
  });

  it('are ramps above 0, or null', () => {
    const words = 'Input should be greater than 0, or null for no limit';
    assert.deepEqual(problems({ ramp_up: [5, 0] }), [['generators.0.ramp_up.1', words]]);
    assert.deepEqual(problems({ ramp_down: 0 }), [['generators.0.ramp_down', words]]);
  });

  it('are one number beside a curve or tiers, which replace them', () => {
    const refused = (field: string, by: string) => [
      [`generators.0.${field}`, `Should be one number, because the unit has ${by}, which replaces it`],
    ];
    const none = { marginal_cost: 1, no_load_cost: 1, startup_cost: 1 };
    assert.deepEqual(problems({ ...none, cost_curve: CURVE, startup_categories: TIERS }), []);
    assert.deepEqual(
      problems({ marginal_cost: [1, 2], cost_curve: CURVE }),
      refused('marginal_cost', 'cost_curve'),
    );
    assert.deepEqual(
      problems({ no_load_cost: [1, 2], cost_curve: CURVE }),
      refused('no_load_cost', 'cost_curve'),
    );
    assert.deepEqual(
      problems({ startup_cost: [1, 2], startup_categories: TIERS }),
      refused('startup_cost', 'startup_categories'),
    );
  });

  it('are numbers and conditions of their schema', async () => {
    const unit = object({ must_run: GENERATOR.must_run });
    assert.equal(await violation(unit, { must_run: [true, false] }), null);
    assert.match((await violation(unit, { must_run: [true, 1] })) ?? '', /must_run\[1\].*valid boolean/);
    const line = object({ penalty_usd_per_mwh: LINE.penalty_usd_per_mwh });
    assert.equal(await violation(line, { penalty_usd_per_mwh: [0, 5] }), null);
    assert.match((await violation(line, { penalty_usd_per_mwh: [5, -1] })) ?? '', /\[1\]/);
    assert.match((await violation(line, { penalty_usd_per_mwh: -1 })) ?? '', /greater than or equal to 0/);
  });
});
