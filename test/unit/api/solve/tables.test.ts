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
  dc_flow_mw: { D1: [-3, 2.5] },
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
  emission_cost_usd: 2,
  overflow_mw: { L1: [0, 1] },
  renewable_mw: { wind: [5, 6] },
  curtailment_mw: { wind: [0, 2] },
  unserved_mw: { bus_1: [0, 4] },
  storage: { S: { charge_mw: [1, 0], discharge_mw: [0, 2], energy_mwh: [9, 7] } },
  losses_mw: [0.5, 0.25],
  convergence: [
    { elapsed_s: 1, incumbent: null, bound: 8, mip_gap: null },
    { elapsed_s: 2, incumbent: 10, bound: 10, mip_gap: 0 },
  ],
  cost_breakdown: { energy_usd: 6, no_load_usd: 3, startup_usd: 0, penalty_usd: 1 },
  warnings: [],
  certificate: {
    verified: true,
    checks: [{ name: 'power_balance', max_violation: 1e-9, tolerance: 1e-6, ok: true }],
    recomputed_cost_usd: 10,
    lower_bound_usd: 10,
    mip_gap: 0,
    input_sha256: '0',
    solver: 'highs',
    solver_version: '1',
  },
};
const csv = (table: (typeof TABLES)[number]) => {
  const { columns, rows } = resultTable(table, result);
  return text(toCsv(columns, rows));
};

describe('result tables', () => {
  it('have one row per element and hour, with CRLF', async () => {
    assert.equal(await csv('flows'), 'line,hour,flow_mw\r\nL1,0,1\r\nL1,1,2\r\n');
    assert.equal(await csv('dc_flows'), 'dc_line,hour,flow_mw\r\nD1,0,-3\r\nD1,1,2.5\r\n');
  });
  it('have the interval, and the hour in which it begins, where intervals are shorter', async () => {
    const { columns, rows } = resultTable('flows', { ...result, interval_minutes: 15 });
    assert.equal(
      await text(toCsv(columns, rows)),
      'line,interval,hour,flow_mw\r\nL1,0,0,1\r\nL1,1,0.25,2\r\n',
    );
    const costs = resultTable('costs', { ...result, interval_minutes: 15 });
    assert.deepEqual(costs.columns, ['part', 'cost_usd']);
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
  it('have charge, discharge and energy of each storage', async () => {
    const rows = 'S,0,1,0,9\r\nS,1,0,2,7\r\n';
    assert.equal(await csv('storage'), `storage,hour,charge_mw,discharge_mw,energy_mwh\r\n${rows}`);
  });
  it('have what each renewable gives and what is not taken of it', async () => {
    const rows = 'wind,0,5,0\r\nwind,1,6,2\r\n';
    assert.equal(await csv('renewables'), `renewable,hour,renewable_mw,curtailment_mw\r\n${rows}`);
  });
  it('have the load that is not served, the overflow of soft lines and the losses', async () => {
    assert.equal(await csv('unserved'), 'bus,hour,unserved_mw\r\nbus_1,0,0\r\nbus_1,1,4\r\n');
    assert.equal(await csv('overflow'), 'line,hour,overflow_mw\r\nL1,0,0\r\nL1,1,1\r\n');
    assert.equal(await csv('losses'), 'hour,losses_mw\r\n0,0.5\r\n1,0.25\r\n');
  });
  it('have the parts of the cost, and their sum', async () => {
    const rows = ['energy,6', 'no_load,3', 'startup,0', 'penalty,1', 'total,10', 'emission_cost,2'];
    assert.equal(await csv('costs'), `part,cost_usd\r\n${rows.join('\r\n')}\r\n`);
  });
  it('have the checks of the certificate', async () => {
    const rows = 'power_balance,1e-9,0.000001,true\r\n';
    assert.equal(await csv('certificate'), `check,max_violation,tolerance,ok\r\n${rows}`);
  });
  it('have how the search went', async () => {
    const rows = '1,,8,\r\n2,10,10,0\r\n';
    assert.equal(await csv('convergence'), `elapsed_s,incumbent,bound,mip_gap\r\n${rows}`);
  });
  it('are empty where a result has nothing of the kind', async () => {
    const none = { ...result, storage: undefined, cost_breakdown: null, total_cost_usd: null };
    const { rows } = resultTable('storage', none);
    assert.deepEqual([...rows], []);
    const costs = resultTable('costs', { ...none, emission_cost_usd: undefined, certificate: null });
    assert.deepEqual([...costs.rows], []);
  });
  it('exist for every name', async () => {
    for (const table of TABLES) assert.ok((await csv(table)).split('\r\n').length > 2, table);
  });
});
