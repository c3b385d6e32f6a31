import assert from 'node:assert/strict';
import {
  countStandings,
  figureOf,
  figuresOf,
  pathOf,
  type Row,
  reasonsOf,
  sortRows,
  standingOf,
  toRow,
  valueText,
  variablesOf,
  variableText,
} from '../../../../../api/web/experiments/rows.ts';
import { aRow } from './a-row.ts';

describe('rows of an experiment', () => {
  const without = { objective_value: null, total_cost_usd: null } as const;
  const rows = [
    aRow(0, { values: { load: 1.1 }, total_cost_usd: 300 }),
    aRow(1, { values: { load: 0.9, gas: 2 }, total_cost_usd: 100 }),
    aRow(2, { values: { gas: 1 }, ...without, termination_status: 'INFEASIBLE' }),
  ];

  it('name their variables in the order in which they appear', () => {
    assert.deepEqual(variablesOf(rows), ['load', 'gas']);
    assert.equal(valueText(undefined), 'base case');
    assert.deepEqual(['line_limit', 'generators.g_1.p_max'].map(variableText), [
      'Line limit',
      'generators.g_1.p_max',
    ]);
    assert.equal(valueText('highs'), 'highs');
    assert.deepEqual(toRow({ ...aRow(0), values: null }).values, {});
  });

  it('say how a scenario stands: a completed one without a schedule is not solved', () => {
    const all = [...rows, aRow(3, { status: 'failed', ...without })].map((row) => standingOf(row).text);
    assert.deepEqual(all, ['solved', 'solved', 'infeasible', 'failed']);
    const inPart = aRow(4, { unsolved_windows: 1, penalty_usd: 5 });
    assert.deepEqual(standingOf(inPart), { text: 'solved in part', tone: 'warning' });
    const counts = countStandings(rows).map(({ standing, count }) => `${standing.text} ${count}`);
    assert.deepEqual(counts, ['infeasible 1', 'solved 2']);
  });

  it('say why there is no schedule, in short, those of one reason together', () => {
    const error = { code: 'SOLVER_ERROR', message: 'no basis', retryable: true } as const;
    const short = { reason: 'hour 1: short; hour 2: short' };
    const reasons = reasonsOf([aRow(0), aRow(1, short), aRow(2, { error }), aRow(3, short)]);
    const summaries = [...reasons].map(([reason, of]) => `${reason}: ${of.map((row) => row.scenario_index)}`);
    assert.deepEqual(summaries, ['hour 1: short (and 1 more): 1,3', 'no basis: 2']);
  });

  it('tell a gap in hundredths of a percent', () => {
    const { format } = figureOf('mip_gap');
    assert.deepEqual([2e-11, 0.00094, null].map(format), ['< 0.01 %', '0.09 %', '–']);
  });

  it('are sorted by figure or variable, missing values last either way', () => {
    const order = (key: string | undefined) =>
      sortRows(rows, key).map(({ scenario_index }) => scenario_index);
    assert.deepEqual(order('total_cost_usd'), [1, 0, 2]);
    assert.deepEqual(order('-total_cost_usd'), [0, 1, 2]);
    assert.deepEqual(order('-gas'), [1, 2, 0]);
    assert.deepEqual(order(undefined), [0, 1, 2]);
  });

  it('of runs lead to them, are sorted by figures of runs, and leave out those of solves', () => {
    const runs = [5, 2].map((unserved_mwh, at) => aRow(at, { execution_id: `run-${at}`, unserved_mwh }));
    assert.deepEqual([pathOf(aRow(3)), ...runs.map(pathOf)], ['/jobs/job-3', '/runs/run-0', '/runs/run-1']);
    assert.deepEqual(
      sortRows([...runs, aRow(2)], 'unserved_mwh').map(({ scenario_index }) => scenario_index),
      [1, 0, 2],
    );
    const names = (rows: readonly Row[]) => figuresOf(rows).map(({ name }): string => name);
    assert.ok(names(runs).includes('unserved_hours') && !names(runs).includes('mip_gap'));
    assert.ok(!names([aRow(0)]).includes('unserved_hours') && names([aRow(0)]).includes('mip_gap'));
  });

  it('have cost of operation and penalties where these are not the objective, and stand apart for it', () => {
    const shedding = aRow(0, { objective_value: 1500, total_cost_usd: 1000, penalty_usd: 500 });
    const names = (row: Row) => figuresOf([row]).map(({ name }): string => name);
    assert.ok(names(shedding).includes('penalty_usd') && names(shedding).includes('total_cost_usd'));
    assert.ok(!names(aRow(0, { objective_value: 7, total_cost_usd: 7 })).includes('total_cost_usd'));
    assert.equal(standingOf(shedding).text, 'solved with penalties');
  });

  it('show the objective where an address names no figure that there is', () => {
    assert.equal(figureOf('toString').name, 'objective_value');
    assert.equal(figureOf('startups').text, 'Starts');
  });
});
