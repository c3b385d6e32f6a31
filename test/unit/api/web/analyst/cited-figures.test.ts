/** Figures of an answer become links to the cells that they come from. */
import assert from 'node:assert/strict';
import { cellOf, toPieces } from '../../../../../api/web/analyst/cited-figures.ts';
import type { Citation } from '../../../../../api/web/analyst/conversation.ts';

const cite = (text: string, path = 'records[0].flow_mw'): Citation => ({
  text,
  tool: 'get_binding_constraints',
  path,
  value: Number(text),
  source: null,
});
const figures = (answer: string, ...texts: readonly string[]) =>
  toPieces(
    answer,
    texts.map((text, place) => cite(text, String(place))),
  ).flatMap((piece) => (piece.kind === 'figure' ? [`${piece.text}: ${piece.citation.path}`] : []));

describe('the pieces of an answer', () => {
  it('are the answer again', () => {
    const answer = 'Line 16-17 carries -600 MW at hour 18.\n\nThat is all. [withheld: no result] 3.5';
    const pieces = toPieces(answer, [cite('18'), cite('-600'), cite('3.5')]);
    assert.equal(pieces.map(({ text }) => text).join(''), answer);
    const others = pieces.filter(({ kind }) => kind !== 'text').map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(others, ['figure -600', 'figure 18', 'withheld [withheld: no result]', 'figure 3.5']);
  });

  it('link each figure to its own citation, in the order of the text', () => {
    const cited = figures('From 600 to 600, then 18.', '600', '600', '18');
    assert.deepEqual(cited, ['600: 0', '600: 1', '18: 2']);
    assert.deepEqual(figures('Of 7 MW, 5 are lost.', '5', '7'), ['7: 1', '5: 0']);
  });

  it('leave alone names and other numbers that hold the same digits', () => {
    for (const answer of ['L18', 'bus_18', '18.5', '118', '16-18', '18-19', 'G18a', '3,18']) {
      assert.deepEqual(figures(answer, '18'), [], answer);
    }
    assert.deepEqual(figures('18MW (18) 18.', '18', '18', '18').length, 3);
  });

  it('leave programs as they are', () => {
    const pieces = toPieces('Run:\n```js\nwait(18)\n```\nfor 18 s', [cite('18')]);
    const summaries = pieces.map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(summaries, ['text Run:\n', 'code wait(18)\n', 'text \nfor ', 'figure 18', 'text  s']);
  });
});

describe('the cell of a figure', () => {
  const source = { job_id: 'J', table: 'lmp', element_type: 'bus', element_id: 'bus_3', hour: 30 } as const;

  it('is a row and an hour of a view of the job', () => {
    assert.deepEqual(cellOf({ source, path: 'records[0].price_usd_per_mwh' }), {
      path: '/jobs/J',
      query: {
        view: 'prices',
        part: undefined,
        bus: 'bus_3',
        numbers: 'shown',
        find: 'bus_3',
        hour: 30,
        from: 24,
      },
    });
    assert.equal(cellOf({ source, path: 'records[0].congestion_usd_per_mwh' })?.query['part'], 'congestion');
    const unit = {
      ...source,
      table: 'commitment',
      element_type: 'generator',
      element_id: 'G 1',
      hour: 0,
    } as const;
    const { view, unit: name, hour, from } = cellOf({ source: unit, path: 'on' })?.query ?? {};
    assert.deepEqual([view, name, hour, from], ['commitment', 'G 1', 0, undefined]);
    const line = { ...source, table: 'binding_constraints', element_type: 'line', element_id: 'L2' } as const;
    assert.deepEqual(cellOf({ source: line, path: 'records[0].limit_mw' })?.query, {
      view: 'lines',
      line: 'L2',
      hour: 30,
      from: 24,
    });
  });

  it('is the job itself for a figure of no table, and does not exist for a figure of the question', () => {
    assert.deepEqual(cellOf({ source: { ...source, table: null }, path: 'x' }), {
      path: '/jobs/J',
      query: {},
    });
    assert.equal(cellOf({ source: null, path: '[3]' }), undefined);
  });
});
