/** The cell of a result to which a citation refers. */
import assert from 'node:assert/strict';
import { toCitation } from '../../../../../api/analyst/chat/citation.ts';

const JOB = '0b1c9e5a-47a2-4b0c-9d43-0a9d5b1f2c11';
const sourceOf = (tool: string, labels: Readonly<Record<string, string | number>>, path = 'records[0].mw') =>
  toCitation({ text: '1', tool, path, value: 1, labels: new Map(Object.entries(labels)) }).source;

describe('the source of a citation', () => {
  it('is the cell of the table that the tool reads', () => {
    const cell = { job_id: JOB, hour: 18 };
    assert.deepEqual(sourceOf('get_lmp', { ...cell, bus: 'bus_3' }), {
      job_id: JOB,
      table: 'lmp',
      element_type: 'bus',
      element_id: 'bus_3',
      hour: 18,
    });
    const line = sourceOf('get_binding_constraints', { ...cell, from_bus: 'bus_1', line_id: 'L2' });
    assert.deepEqual(
      [line?.table, line?.element_type, line?.element_id],
      ['binding_constraints', 'line', 'L2'],
    );
    const unit = sourceOf('get_commitment', { ...cell, bus: 'bus_1', generator: 'G 1' });
    assert.deepEqual([unit?.element_type, unit?.element_id], ['generator', 'G 1']);
  });

  it('is the table of the dispatched series, and of those that set a price', () => {
    for (const [element, table] of [
      ['generator', 'dispatch'],
      ['renewable', 'renewables'],
      ['storage', 'storage'],
    ] as const) {
      assert.equal(sourceOf('get_dispatch', { job_id: JOB, bus: 'bus_1', [element]: 'X' })?.table, table);
      assert.equal(sourceOf('get_lmp', { job_id: JOB, bus: 'bus_1', [element]: 'X' })?.table, table);
    }
  });

  it('is the table of limits where a limit makes a price', () => {
    const cell = { job_id: JOB, bus: 'bus_1', hour: 3, line_id: 'L2' };
    assert.equal(sourceOf('get_lmp', cell)?.table, 'binding_constraints');
  });

  it('is of the job that the figure was read from', () => {
    const jobs = { job_id: JOB, base_job_id: 'base' };
    assert.equal(sourceOf('what_if', jobs, 'buses[0].base_price_usd_per_mwh')?.job_id, 'base');
    assert.equal(sourceOf('what_if', jobs, 'buses[0].price_usd_per_mwh')?.job_id, JOB);
    assert.equal(sourceOf('why_committed', { base_job_id: 'base' }, 'base_cost_usd')?.job_id, 'base');
  });

  it('has no element and no hour for a total, and does not exist for a figure of the question', () => {
    assert.deepEqual(sourceOf('get_cost_breakdown', { job_id: JOB }, 'total_cost_usd'), {
      job_id: JOB,
      table: 'costs',
      element_type: null,
      element_id: null,
      hour: null,
    });
    assert.equal(sourceOf('question', {}, '[3]'), null);
  });
});
