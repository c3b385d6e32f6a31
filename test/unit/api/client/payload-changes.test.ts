import assert from 'node:assert/strict';
import { payloadChanges, valueText } from '../../../../api/client/payload-changes.ts';

const BEFORE = {
  horizon: 2,
  generators: [
    { name: 'coal', p_max: 100, fuel: 'coal' },
    { name: 'gas', p_max: 50 },
  ],
  loads: [{ bus: 1, values: [5, 6] }],
  options: { mip_gap: 0.01 },
};

describe('what differs between two payloads', () => {
  it('is nothing between equal ones, in whatever order their elements are', () => {
    assert.deepEqual(payloadChanges(BEFORE, structuredClone(BEFORE)), []);
    assert.deepEqual(payloadChanges(BEFORE, { ...BEFORE, generators: BEFORE.generators.toReversed() }), []);
  });

  it('is each field that changed, by the name of its element', () => {
    const after = {
      ...BEFORE,
      horizon: 3,
      generators: [{ name: 'coal', p_max: 120 }, BEFORE.generators[1]],
      loads: [{ bus: 1, values: [5, 7] }],
      options: { mip_gap: 0.01, losses: true },
    };
    assert.deepEqual(payloadChanges(BEFORE, after), [
      { about: '', field: 'horizon', before: 2, after: 3 },
      { about: 'generators coal', field: 'p_max', before: 100, after: 120 },
      { about: 'generators coal', field: 'fuel', before: 'coal', after: undefined },
      { about: 'loads 1', field: 'values', before: [5, 6], after: [5, 7] },
      { about: 'options', field: 'losses', before: undefined, after: true },
    ]);
  });

  it('is each element that came or went, those of one name apart', () => {
    const unit = { name: 'coal', p_max: 7 };
    const after = { ...BEFORE, generators: [BEFORE.generators[0], unit], storage: [{ id: 's' }] };
    assert.deepEqual(payloadChanges(BEFORE, after), [
      { about: 'generators gas', field: '', before: BEFORE.generators[1], after: undefined },
      { about: 'generators coal (2)', field: '', before: undefined, after: unit },
      { about: 'storage s', field: '', before: undefined, after: { id: 's' } },
    ]);
  });

  it('is said in one line', () => {
    assert.equal(valueText([1, 2, 3, 6]), '1 to 6, mean 3');
    assert.equal(valueText([1, 2]), '[1,2]');
    assert.equal(valueText(undefined), '–');
    assert.equal(valueText('<b>'), '<b>');
  });
});
