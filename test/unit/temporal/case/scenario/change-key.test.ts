import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CHANGE_MODES, type Variable } from '../../../../../temporal/case/messages/matrix.ts';
import { applyChanges } from '../../../../../temporal/case/scenario/apply-changes.ts';
import { changeKey } from '../../../../../temporal/case/scenario/change-key.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';

const BASE = threeBus({ mip_gap: 0.5 }, { rating_mw: null });

/** Variables each of which changes a different field. */
const APART = ['load', 'cost', 'generators.A.p_max', 'transmission_lines.*.rating_mw', 'mip_gap'];
/** Variables most of which change the same loads. */
const OVERLAPPING = ['load', 'demand', 'loads.2.values', 'loads.*.values', 'loads.3.values', 'line'];
/** Values of variables: neutral values of each mode, values of the base, and others. */
const LEVELS = [0, 0.5, 1, 2, 50, 150, 200];

const variable = (name: string) =>
  fc.record({
    name: fc.constant(name),
    type: fc.constant('continuous' as const),
    mode: name === 'mip_gap' ? fc.constant('absolute' as const) : fc.constantFrom(...CHANGE_MODES),
  });
const levels = (name: string): number[] => LEVELS.filter((level) => name !== 'mip_gap' || level <= 1);
const values = (names: readonly string[]) =>
  fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.option(fc.constantFrom(...levels(name))))));
type Values = [name: string, value: number | null][];
const scenario = (entries: Values): Record<string, number> =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** A matrix with two scenarios that differ in few values. */
const matrix = (names: readonly string[]) =>
  fc
    .record({
      variables: fc.tuple(...names.map(variable)),
      first: values(names),
      second: values(names),
      differ: fc.subarray([...names], { maxLength: 2 }),
    })
    .map(({ variables, first, second, differ }) => ({
      variables,
      one: scenario(first),
      other: scenario(
        first.map(([name, value], at) => [name, differ.includes(name) ? (second[at]?.[1] ?? null) : value]),
      ),
    }));

const resolveAll = (variables: readonly Variable[], base: SolvePayload = BASE) =>
  variables.map((each) => resolveChange(each, base));

describe('changeKey', () => {
  it('is equal if and only if the payloads are, when no two variables touch the same field', () => {
    fc.assert(
      fc.property(matrix(APART), ({ variables, one, other }) => {
        const changes = resolveAll(variables);
        const same = isDeepStrictEqual(applyChanges(BASE, changes, one), applyChanges(BASE, changes, other));
        assert.equal(changeKey(BASE, changes, one) === changeKey(BASE, changes, other), same);
      }),
      { numRuns: 1000 },
    );
  });

  it('is equal only if the payloads are, for any variables', () => {
    fc.assert(
      fc.property(matrix(OVERLAPPING), ({ variables, one, other }) => {
        const changes = resolveAll(variables);
        if (changeKey(BASE, changes, one) !== changeKey(BASE, changes, other)) return;
        assert.deepEqual(applyChanges(BASE, changes, one), applyChanges(BASE, changes, other));
      }),
      { numRuns: 1000 },
    );
  });

  it('equals that of the base when all values are neutral', () => {
    const changes = resolveAll([
      { name: 'load', type: 'continuous' },
      { name: 'cost', type: 'continuous', mode: 'add' },
      { name: 'generators.A.p_max', type: 'continuous' },
      { name: 'line', type: 'continuous' },
    ]);
    // None of the values changes the base: `line` multiplies ratings, and no line has one.
    const neutral = { load: 1, cost: 0, 'generators.A.p_max': 200, line: 3 };
    assert.equal(changeKey(BASE, changes, neutral), changeKey(BASE, changes, {}));
  });

  it('distinguishes a value of the base before and after another change of the same field', () => {
    const changes = resolveAll([
      { name: 'load', type: 'continuous' },
      { name: 'loads.2.values', type: 'continuous' },
    ]);
    const key = (given: Record<string, number>) => changeKey(BASE, changes, given);
    assert.equal(key({ 'loads.2.values': 50 }), key({}));
    assert.notEqual(key({ load: 2, 'loads.2.values': 50 }), key({ load: 2 }));
  });
});

describe('applyChanges, for any matrix', () => {
  it('never changes the base', () => {
    const before = structuredClone(BASE);
    fc.assert(
      fc.property(matrix(APART), ({ variables, one }) => {
        applyChanges(BASE, resolveAll(variables), one);
        assert.deepEqual(BASE, before);
      }),
    );
  });

  it('returns the base itself when everything is multiplied by one', () => {
    const names = [...APART, ...OVERLAPPING].filter((name) => name !== 'mip_gap');
    fc.assert(
      fc.property(fc.subarray(names), (chosen) => {
        const changes = resolveAll(
          chosen.map((name) => ({ name, type: 'continuous' as const, mode: 'multiply' as const })),
        );
        const ones = Object.fromEntries(chosen.map((name) => [name, 1]));
        assert.equal(applyChanges(BASE, changes, ones), BASE);
      }),
    );
  });
});
