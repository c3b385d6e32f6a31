/** Effects of changing output limits; they are the same in scenarios, experiments and what-ifs. */

import assert from 'node:assert/strict';
import { ratedOf } from '../../../../../temporal/case/arithmetic/output-limits.ts';
import { productionCost } from '../../../../../temporal/case/arithmetic/unit-cost.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { applyChanges } from '../../../../../temporal/case/scenario/apply-changes.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { generator, payload } from '../../../../support/cases/payloads.ts';

const CURVE = [
  { mw: 20, usd_per_h: 500 },
  { mw: 60, usd_per_h: 1300 },
  { mw: 100, usd_per_h: 2500 },
];
const curved = (more: Partial<Generator> = {}) =>
  payload({
    generators: [
      { ...generator({ name: 'G', p_min: 20, p_max: 100 }), marginal_cost: 0, cost_curve: CURVE, ...more },
    ],
  });

type Mode = 'absolute' | 'multiply' | 'add';
function changed(base: SolvePayload, field: string, value: number, mode: Mode = 'absolute') {
  const name = `generators.G.${field}`;
  const change = resolveChange({ name, type: 'discrete', values: [value], mode }, base);
  const after = applyChanges(base, [change], { [name]: value });
  const [unit] = after.generators;
  assert.ok(unit);
  return { after, unit, problems: payloadProblems(after, { maxHorizon: 168 }) };
}

const isZero = (mw: number | readonly number[]): boolean =>
  Array.isArray(mw) && mw.every((value) => value === 0);

describe('a change of output limits', () => {
  for (const [field, value, mode] of [
    ['p_max', 80, 'absolute'],
    ['p_max', 60, 'absolute'],
    ['p_max', 48, 'absolute'],
    ['p_max', 0.7, 'multiply'],
    ['p_max', -10, 'add'],
    ['p_max', 20, 'absolute'],
    ['p_max', 140, 'absolute'],
    ['p_min', 40, 'absolute'],
    ['p_min', 60, 'absolute'],
    ['p_min', 5, 'absolute'],
  ] as const)
    it(`cuts a cost curve, at the same cost: ${field} ${mode} ${value}`, () => {
      const base = curved();
      const { unit, problems } = changed(base, field, value, mode);
      assert.deepEqual(problems, []);
      const [before] = base.generators;
      assert.ok(before);
      const { p_min, p_max } = ratedOf(unit);
      for (let mw = p_min; mw <= p_max; mw += (p_max - p_min) / 8 || 1)
        assert.ok(
          Math.abs(productionCost(unit, mw, 0).energy - productionCost(before, mw, 0).energy) < 1e-6,
          `${mw} MW: ${JSON.stringify(unit.cost_curve)}`,
        );
    });

  it('keeps a curve that lies above the new limit as its line', () => {
    const { unit, problems } = changed(curved({ p_min: 0 }), 'p_max', 10);
    assert.deepEqual(problems, []);
    assert.deepEqual(unit.cost_curve, [
      { mw: 0, usd_per_h: 100 },
      { mw: 10, usd_per_h: 300 },
    ]);
  });

  it('makes a unit without its minimum output one that is off, from the beginning', () => {
    for (const value of [0, 10]) {
      const { unit, problems } = changed(curved({ initial_status: 5, initial_power_mw: 80 }), 'p_max', value);
      assert.deepEqual(problems, []);
      assert.deepEqual(unit.p_max, unit.p_min);
      assert.ok(isZero(unit.p_max) && unit.initial_status < 0);
      assert.deepEqual([unit.rated, unit.initial_power_mw], [{ p_min: 0, p_max: 100 }, 0]);
    }
  });

  it('leaves a must-run unit to the solve, which reports why it cannot run', () => {
    const { unit, problems } = changed(curved({ must_run: true }), 'p_max', 0);
    assert.deepEqual(problems, []);
    assert.deepEqual([unit.p_min, unit.rated?.p_max], [20, 100]);
    assert.ok(isZero(unit.p_max));
  });

  it('leaves limits alone that contradicted each other before, and a minimum above the maximum', () => {
    const inverted = curved({ p_min: 200, cost_curve: undefined });
    assert.equal(changed(inverted, 'p_max', 90).unit.p_min, 200);
    assert.equal(changed(curved(), 'p_min', 150).unit.p_min, 150);
  });

  it('takes no more of a renewable than is available', () => {
    const renewables = [{ name: 'wind', bus: 1, p_min: [10, 10, 0], p_max: [10, 20, 30] }];
    const base = payload({ renewables });
    const change = resolveChange({ name: 'wind', type: 'discrete', values: [0.5] }, base);
    const [wind] = applyChanges(base, [change], { wind: 0.5 }).renewables ?? [];
    assert.deepEqual(
      [wind?.p_min, wind?.p_max],
      [
        [5, 10, 0],
        [5, 10, 15],
      ],
    );
  });
});
