import assert from 'node:assert/strict';
import { ALL, heldLevel, levelsOf, pivot } from '../../../../../api/web/experiments/pivot.ts';
import { aRow } from './a-row.ts';

describe('scenarios by two variables', () => {
  const rows = [0.9, 1].flatMap((load, i) =>
    ['a', 'b'].map((solver, j) =>
      aRow(2 * i + j, { values: { load, solver }, total_cost_usd: 100 * (i + 1) + j }),
    ),
  );

  it('have a cell for each pair of levels, in the order of the levels', () => {
    const { columns, lines, low, high } = pivot([...rows].reverse(), 'load', 'solver', 'total_cost_usd');
    assert.equal(columns.map(({ text }) => text).join(), '0.9,1');
    const summaries = lines.map(({ level, cells }) =>
      [level.text, ...cells.map(({ mean }) => mean)].join(' '),
    );
    assert.deepEqual(summaries, ['a 100 200', 'b 101 201']);
    assert.deepEqual([low, high], [100, 201]);
  });

  it('average the scenarios of a cell that have the figure, and show a hole where none has', () => {
    const [first] = rows;
    assert.ok(first);
    const twice = [...rows, { ...first, total_cost_usd: 300 }, { ...first, total_cost_usd: null }];
    assert.equal(pivot(twice, 'load', 'solver', 'total_cost_usd').lines[0]?.cells[0]?.mean, 200);
    const none = pivot([{ ...first, total_cost_usd: null }], 'load', 'solver', 'total_cost_usd');
    assert.deepEqual([none.lines[0]?.cells[0]?.mean, none.low, none.high], [null, 0, 0]);
  });

  it('put the base before numbers', () => {
    const some = [aRow(0), aRow(1, { values: { load: 1.1 } }), aRow(2, { values: { load: 0.9 } })];
    const levels = levelsOf(some, 'load').map(({ text }) => text);
    assert.deepEqual(levels, ['base case', '0.9', '1.1']);
  });

  it('put values that were drawn into ranges, each value into one', () => {
    const drawn = Array.from({ length: 100 }, (_, i) => aRow(i, { values: { load: i / 99 } }));
    const levels = levelsOf(drawn, 'load');
    assert.equal(levels.length, 8);
    for (const { values } of drawn)
      assert.equal(levels.filter((level) => level.includes(values['load'])).length, 1);
  });

  it('fix another variable at the chosen value, else in the middle; sampled ones are averaged', () => {
    const levels = levelsOf(
      [1, 2, 3].map((gas, i) => aRow(i, { values: { gas } })),
      'gas',
    );
    assert.equal(heldLevel(levels, undefined)?.text, '2');
    assert.equal(heldLevel(levels, '3')?.text, '3');
    assert.equal(heldLevel(levels, ALL), undefined);
    const drawn = Array.from({ length: 20 }, (_, i) => aRow(i, { values: { gas: i } }));
    assert.equal(heldLevel(levelsOf(drawn, 'gas'), undefined), undefined);
  });
});
