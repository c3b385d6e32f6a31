import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { toCsv } from '../../../../api/http/csv.ts';
import { resultTable, TABLES } from '../../../../api/solve/tables.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';

const result: SolveResult = {
  solve_time_s: 1,
  objective_value: 10,
  termination_status: 'OPTIMAL',
  commitment: { '=g1': [1, 0] },
  dispatch_mw: { '=g1': [50, -5] },
  lmp: { bus_1: [20, 30] },
  lmp_components: { bus_1: { energy: [19, 30], congestion: [1, 0], loss: [0, 0] } },
  total_cost_usd: 10,
  mip_gap: 0,
  lower_bound_usd: 10,
  node_count: 1,
  solver: 'highs',
  solver_version: '1',
  startup: { '=g1': [0, 0] },
  flows_mw: { L1: [1, 2] },
  reserve_mw: { spin: { '=g1': [3, 4] } },
  binding_constraints: [
    {
      line_id: 'L1',
      contingency_id: null,
      hour: 1,
      flow_mw: 2,
      limit_mw: 2,
      shadow_price_usd_per_mwh: -7.5,
    },
  ],
  generator_emissions_t: { g1: [1.5, 0] },
  cost_breakdown: null,
  warnings: [],
  certificate: null,
};
const csv = (table: (typeof TABLES)[number]) => {
  const { columns, rows } = resultTable[table](result);
  return text(toCsv(columns, rows));
};

describe('result tables', () => {
  it('have one row per element and hour, with CRLF', async () => {
    assert.equal(await csv('flows'), 'line,hour,flow_mw\r\nL1,0,1\r\nL1,1,2\r\n');
  });
  it('defuse names that a spreadsheet would run, but leave negative numbers alone', async () => {
    assert.equal(await csv('dispatch'), "generator,hour,dispatch_mw\r\n'=g1,0,50\r\n'=g1,1,-5\r\n");
  });
  it('split prices into their components', async () => {
    assert.match(await csv('lmp'), /bus_1,0,20,19,1,0\r\nbus_1,1,30,30,0,0/);
  });
  it('leave the contingency of a base-case constraint empty', async () => {
    assert.match(await csv('binding_constraints'), /L1,,1,2,2,-7.5/);
  });
  it('have the emissions of each unit', async () => {
    assert.equal(await csv('emissions'), 'generator,hour,emissions_t\r\ng1,0,1.5\r\ng1,1,0\r\n');
  });
  it('exist for every name', async () => {
    for (const table of TABLES) assert.ok((await csv(table)).split('\r\n').length > 2, table);
  });
});
