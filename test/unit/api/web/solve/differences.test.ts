/** Differences between the cases of jobs, as table rows. */
import assert from 'node:assert/strict';
import { differencesOf } from '../../../../../api/web/solve/differences.ts';

const unit = (name: string, changes: object = {}) => ({ name, p_max: 100, marginal_cost: 20, ...changes });
const loads = (factor: number) =>
  [1, 2, 3, 4].map((bus) => ({ bus, values: [10 * bus * factor, 20 * bus * factor] }));
const rows = (...cases: object[]) =>
  differencesOf(cases.map((fields) => ({ ...fields }))).map(({ what, field, values }) => [
    what,
    field,
    ...values,
  ]);

describe('the difference of cases', () => {
  it('is empty if all are the same, in any order of the elements', () => {
    const one = { horizon: 2, generators: [unit('a'), unit('b')], options: { mip_gap: 0 } };
    assert.deepEqual(rows(one, { ...one, generators: [unit('b'), unit('a')] }, one), []);
  });
  it('names element and field, with a value of each of three cases', () => {
    const of = (cost: number) => ({ generators: [unit('U1', { marginal_cost: cost }), unit('U2')] });
    assert.deepEqual(rows(of(20), of(99), of(20)), [['Units: U1', 'Cost, $/MWh', '20', '99', '20']]);
  });
  it('is one row where many elements differ in a field, with their sum and the factor', () => {
    const differences = rows({ loads: loads(1) }, { loads: loads(1.1) });
    assert.deepEqual(differences, [
      ['Loads: 4 differ', 'Load by hour, MW', '300 MWh in all', '330 MWh in all (× 1.1)'],
    ]);
  });
  it('lists elements of one side alone as present', () => {
    const differences = rows(
      { generators: [unit('a')] },
      { generators: [unit('a'), unit('b', { p_max: 5 })] },
    );
    assert.deepEqual(differences, [['Units: b', '', '–', 'is there']]);
    const many = ['b', 'c', 'd', 'e'].map((name) => unit(name));
    assert.deepEqual(rows({ generators: many }, { generators: [] }), [['Units: 4 differ', '', '4', '0']]);
  });
  it('adds up power over intervals to energy, and never prices', () => {
    const load = (values: readonly number[]) => [{ bus: 1, values }];
    const quarters = { interval_minutes: 15, loads: load([40, 40]) };
    assert.deepEqual(rows(quarters, { ...quarters, loads: load([80, 80]) }), [
      ['Loads: 1', 'Load by hour, MW', '20 MWh in all', '40 MWh in all (× 2)'],
    ]);
    const units = (cost: number) => ['a', 'b', 'c', 'd'].map((name) => unit(name, { marginal_cost: cost }));
    assert.deepEqual(rows({ generators: units(20) }, { generators: units(30) }), [
      ['Units: 4 differ', 'Cost, $/MWh', '20 on average', '30 on average (× 1.5)'],
    ]);
  });
  it('compares options, numbers and missing values', () => {
    assert.deepEqual(rows({ horizon: 2, options: { losses: true } }, { horizon: 3 }), [
      ['Case', 'Horizon', '2', '3'],
      ['Options', 'Losses', 'true', '–'],
    ]);
  });
});
