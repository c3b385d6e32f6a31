/** What the palette finds, and in which order. */
import assert from 'node:assert/strict';
import { type Entry, ranked } from '../../../../api/web/palette-match.ts';

const entry = (kind: string, text: string, id?: string): Entry => ({ kind, text, id, href: `#/${text}` });
const ENTRIES = [
  entry('Page', 'Jobs'),
  entry('Job', 'case118-rated', '58120f05-be4c'),
  entry('Job', 'my case118', 'a1b2c3d4-0000'),
  entry('Scenario', 'case118'),
  entry('Unit', 'g118'),
  entry('Bus', 'bus_118'),
];
const found = (wanted: string, most = 10) => ranked(ENTRIES, wanted, most).map(({ text }) => text);

describe('the palette', () => {
  it('has everything in its order until something is typed, and no more than fits', () => {
    assert.deepEqual(found(' ', 3), ['Jobs', 'case118-rated', 'my case118']);
  });

  it('puts the very name first, then names that begin so, then words that do', () => {
    assert.deepEqual(found('CASE118'), ['case118', 'case118-rated', 'my case118']);
  });

  it('finds parts of names, letters in their order, and the first letters of an id', () => {
    assert.deepEqual(found('118'), ['bus_118', 'case118-rated', 'my case118', 'case118', 'g118']);
    assert.deepEqual(found('cs118'), ['case118-rated', 'my case118', 'case118']);
    assert.deepEqual(found('5812'), ['case118-rated']);
    assert.deepEqual(found('a1'), []);
  });

  it('wants every word, be it that of the kind', () => {
    assert.deepEqual(found('job rated'), ['case118-rated']);
    assert.deepEqual(found('rated scenario'), []);
    assert.deepEqual(found('nothing'), []);
  });
});
