import assert from 'node:assert/strict';
import { elementOf, grouped, markOfField, markOfFinding } from '../../../../../api/web/solve/marks.ts';

const finding = {
  code: 'CAPACITY_SHORTFALL',
  severity: 'error',
  element_type: 'generator',
  element_id: 'G1',
  hour: 3,
  message: 'too small',
} as const;

describe('a problem of a case', () => {
  it('is beside the field that was refused', () => {
    assert.deepEqual(markOfField({ loc: ['body', 'payload', 'generators', 3, 'p_max'], msg: 'a number' }), {
      severity: 'error',
      message: 'a number',
      about: 'generators[3].p_max',
      list: 'generators',
      index: 3,
      field: 'p_max',
    });
    assert.deepEqual(
      markOfField({ loc: ['body', 'payload', 'loads', 0, 'values', 5], msg: 'a number' }).field,
      'values',
    );
  });

  it('is beside no element when no table shows it', () => {
    const horizon = markOfField({ loc: ['body', 'payload', 'horizon'], msg: 'required' });
    assert.deepEqual([horizon.about, horizon.list], ['horizon', undefined]);
    assert.equal(markOfField({ loc: ['body', 'scenario_id'], msg: 'required' }).about, 'scenario_id');
  });

  it('is beside the element that a finding names', () => {
    assert.deepEqual(elementOf(finding), { list: 'generators', id: 'G1' });
    assert.equal(elementOf({ element_type: 'system', element_id: null }), undefined);
    const { list, index, about } = markOfFinding(finding, 7);
    assert.deepEqual([list, index, about], ['generators', 7, 'generator G1']);
    assert.equal(markOfFinding(finding, -1).list, undefined);
  });

  it('is grouped by its subject, the worst first', () => {
    const info = { ...finding, severity: 'info', hour: null } as const;
    const system = { ...info, element_type: 'system', element_id: null } as const;
    const groups = grouped([markOfFinding(system, -1), markOfFinding(info, 7), markOfFinding(finding, 7)]);
    assert.deepEqual(
      groups.map((group) => group.map(({ severity, about }) => `${severity} ${about}`)),
      [['error generator G1', 'info generator G1'], ['info the whole case']],
    );
  });
});
