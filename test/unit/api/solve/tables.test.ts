/** Tables of a result as CSV, cell by cell. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { toCsv } from '../../../../api/http/csv.ts';
import { resultTable, TABLES } from '../../../../api/solve/tables.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';

/** A result that has content for every table, and the expected lines of each table. */
const CASE: {
  readonly result: SolveResult;
  readonly tables: Readonly<Record<(typeof TABLES)[number], readonly string[]>>;
} = JSON.parse(readFileSync(new URL('../../../../../test/cases/solve/tables.json', import.meta.url), 'utf8'));

const linesOf = async (table: (typeof TABLES)[number], changes: Partial<SolveResult> = {}) => {
  const { columns, rows } = resultTable(table, { ...CASE.result, ...changes });
  const lines = (await text(toCsv(columns, rows))).split('\r\n');
  assert.equal(lines.pop(), '', 'the last line ends too');
  return lines;
};

describe('result tables', () => {
  for (const table of TABLES)
    it(`have rows of ${table}`, async () => {
      assert.deepEqual(await linesOf(table), CASE.tables[table]);
    });

  it('have the interval, and the hour in which it begins, where intervals are shorter', async () => {
    assert.deepEqual(await linesOf('flows', { interval_minutes: 15 }), [
      'line,interval,hour,flow_mw',
      'L1,0,0,1',
      'L1,1,0.25,2',
    ]);
    assert.equal((await linesOf('costs', { interval_minutes: 15 }))[0], 'part,cost_usd');
  });

  it('are empty where a result has nothing of the kind', async () => {
    const none = { storage: undefined, cost_breakdown: null, total_cost_usd: null, objective_value: null };
    assert.equal((await linesOf('storage', none)).length, 1);
    const costs = await linesOf('costs', { ...none, emission_cost_usd: undefined, certificate: null });
    assert.equal(costs.length, 1);
  });
});
