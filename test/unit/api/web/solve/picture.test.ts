import assert from 'node:assert/strict';
import { pictureOf, tightestOf } from '../../../../../api/web/solve/picture.ts';

type Lists = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const pictured = (lists: Lists, hours = 2) => pictureOf(hours, (list) => lists[list] ?? []);

const DAY: Lists = {
  generators: [
    { name: 'u1', fuel: 'coal', p_max: 100 },
    { name: 'u2', fuel: 'coal', p_max: [50, 20] },
  ],
  renewables: [{ name: 'wind farm', p_max: [10, 30] }],
  storage: [{ name: 'battery', discharge_mw: 5 }],
  loads: [
    { bus: 1, values: [80, 100] },
    { bus: 2, values: [40, 41] },
  ],
  reserves: [{ mw: 8 }, { mw: [1, 2] }, { mw: 99, direction: 'down' }],
};

describe('the picture of a case', () => {
  it('adds up load, upward reserve and the capacity of each kind, hour by hour', () => {
    const { load, reserve, kinds } = pictured(DAY);
    assert.deepEqual([load, reserve].map(String), ['120,141', '9,10']);
    const summaries = kinds.map(({ text, units, mw, values }) => `${text} ${units} ${mw} ${values}`);
    assert.deepEqual(summaries, ['Coal 2 150 150,120', 'Storage 1 5 5,5', 'Wind (guessed) 1 30 10,30']);
  });

  it('names the hour with the least to spare', () => {
    assert.deepEqual(tightestOf(pictured(DAY)), { hour: 1, mw: 4 });
    assert.deepEqual(tightestOf(pictured({ loads: [{ values: [7] }] }, 1)), { hour: 0, mw: -7 });
    assert.equal(tightestOf(pictured({}, 0)), undefined);
  });

  it('counts invalid numbers as 0', () => {
    const odd = pictured({ generators: [{ name: '<b>', p_max: 'much' }], loads: [{ values: ['x', null] }] });
    assert.deepEqual(odd.load, [0, 0]);
    assert.equal(odd.kinds.map(({ mw }) => mw).join(), '0');
  });
});
