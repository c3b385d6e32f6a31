/** Entries that the palette finds, and their order. */
import assert from 'node:assert/strict';
import { entriesOf, entry, ranked } from '../../../../api/web/palette-entries.ts';
import { aJob } from './jobs/a-job.ts';

const ENTRIES = [
  entry('Page', 'Jobs', '/jobs'),
  entry('Job', 'case118-rated', '/jobs/58120f05-be4c'),
  entry('Job', 'my case118', '/jobs/a1b2c3d4-0000'),
  entry('Scenario', 'case118', '/scenarios/case118'),
  entry('Unit', 'g118', '/jobs/a1b2c3d4-0000?view=commitment&unit=g118'),
  entry('Bus', 'bus_118', '/jobs/58120f05-be4c?view=prices&bus=bus_118'),
];
const search = (query: string, most = 10) => ranked(ENTRIES, query, most).map(({ text }) => text);

describe('the palette', () => {
  it('has everything in its order until something is typed, and no more than fits', () => {
    assert.deepEqual(search(' ', 3), ['Jobs', 'case118-rated', 'my case118']);
  });

  it('puts the very name first, then names that begin so, then words that do', () => {
    assert.deepEqual(search('CASE118'), ['case118', 'case118-rated', 'my case118']);
  });

  it('finds parts of names, letters in their order, and the first letters of an id', () => {
    assert.deepEqual(search('118'), ['case118-rated', 'my case118', 'case118', 'g118', 'bus_118']);
    assert.deepEqual(search('cs118'), ['case118-rated', 'my case118', 'case118']);
    assert.deepEqual(search('5812'), ['case118-rated']);
    assert.deepEqual(search('a1'), []);
  });

  it('names a job by its scenario if it has no name', () => {
    const lists = { jobs: [aJob()], scenarios: [] };
    const [job] = entriesOf(lists);
    assert.deepEqual(job, {
      kind: 'Job',
      text: 'case118',
      about: 'running · 11111111',
      address: '/jobs/11111111-2222-4333-8444-555555555555',
    });
  });

  it('wants every word, be it that of the kind', () => {
    assert.deepEqual(search('job rated'), ['case118-rated']);
    assert.deepEqual(search('rated scenario'), []);
    assert.deepEqual(search('nothing'), []);
  });
});
