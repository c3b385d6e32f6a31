import assert from 'node:assert/strict';
import { UC_PAYLOAD } from '../../../../../api/solve/examples.ts';
import { listNamed } from '../../../../../api/web/solve/case-lists.ts';
import { createCaseModel } from '../../../../../api/web/solve/case-model.ts';

const FIELDS = listNamed('generators')?.fields ?? [];
const model = () => createCaseModel(structuredClone({ ...UC_PAYLOAD, options: { mip_gap: 0.01 } }));

describe('a case that is being prepared', () => {
  it('shows its size', () => {
    const { picture, ...size } = model().outline();
    assert.equal(Math.max(...picture.load), 350);
    assert.deepEqual(size, {
      horizon: 4,
      counts: { generators: 3, loads: 2 },
      buses: 2,
      contingencies: 0,
      options: { mip_gap: 0.01 },
      solver: undefined,
    });
  });

  it('shows a page of a list, and finds elements by their names', () => {
    const [row, ...more] = model().rows('loads', 1, 20);
    assert.deepEqual(row, { index: 1, id: '2', cells: ['40, 60, 90, 70', ''], rules: ['', ''] });
    assert.deepEqual(more, []);
    const names = ['peaker', 'nobody'].map((id) => ({ list: 'generators', id }));
    assert.deepEqual(model().locate(names), [2, -1]);
  });

  it('marks fields that another one overrides', () => {
    const [unit] = UC_PAYLOAD.generators;
    const curved = { ...unit, cost_curve: [{ mw: 10, usd_per_h: 100 }], startup_categories: [] };
    const [row] = createCaseModel({ ...UC_PAYLOAD, generators: [curved] }).rows('generators', 0, 20);
    const at = (name: string) => row?.rules[FIELDS.findIndex((field) => field.name === name)];
    const rules = ['marginal_cost', 'no_load_cost', 'startup_cost', 'p_max'].map(at);
    assert.deepEqual(rules, ['cost curve', 'cost curve', '', '']);
  });

  it('takes a change of a field, and writes it', () => {
    const changed = model();
    assert.equal(changed.change('generators', 0, 'p_max', '321.5'), undefined);
    assert.equal(changed.change('generators', 0, 'ramp_up', ' '), undefined);
    assert.equal(changed.change('loads', 0, 'values', '1, 2,3,4'), undefined);
    assert.equal(changed.change('loads', 0, 'unserved_energy_usd_per_mwh', '300'), undefined);
    const { generators, loads, options, solver } = JSON.parse(changed.write({ mip_gap: 0.5 }, 'cbc'));
    assert.equal(generators[0].p_max, 321.5);
    assert.equal(generators[0].ramp_up, null);
    assert.deepEqual(loads[0].values, [1, 2, 3, 4]);
    assert.equal(loads[0].unserved_energy_usd_per_mwh, 300);
    assert.deepEqual([options, solver], [{ mip_gap: 0.5 }, 'cbc']);
  });

  it('shows, takes and leaves out ratings by the hour', () => {
    const lines = [
      { id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 50, rating_mw_profile: [null, 80] },
    ];
    const rated = createCaseModel({ ...UC_PAYLOAD, transmission_lines: structuredClone(lines) });
    const fields = listNamed('transmission_lines')?.fields.map(({ name }) => name) ?? [];
    const shown = () => {
      const [row] = rated.rows('transmission_lines', 0, 1);
      return row?.cells[fields.indexOf('rating_mw')];
    };
    const change = (text: string) => rated.change('transmission_lines', 0, 'rating_mw', text);
    assert.equal(shown(), 'none, 80');
    assert.equal(change('70 none'), undefined);
    assert.deepEqual(JSON.parse(rated.write({}, undefined)).transmission_lines[0].rating_mw, [70, null]);
    assert.match(change('70, much') ?? '', /number/);
    assert.equal(change('60'), undefined);
    assert.equal(shown(), '60');
    assert.equal(change(' '), undefined);
    assert.equal(shown(), '');
  });

  it('refuses an invalid value, and stays unchanged', () => {
    const changed = model();
    assert.match(changed.change('generators', 0, 'p_max', 'much') ?? '', /number/);
    assert.match(changed.change('generators', 0, 'p_max', '') ?? '', /number/);
    assert.match(changed.change('loads', 0, 'values', '1,,2') ?? '', /number/);
    assert.match(changed.change('loads', 0, 'values', '1, none') ?? '', /number/);
    assert.match(changed.change('generators', 99, 'p_max', '1') ?? '', /no longer exists/);
    const { generators, loads } = JSON.parse(changed.write({}, undefined));
    assert.deepEqual([generators, loads], [UC_PAYLOAD.generators, UC_PAYLOAD.loads]);
  });

  it('may have any shape', () => {
    const odd = createCaseModel({ generators: [null, 3, { name: '<b>' }], loads: 'none' });
    assert.deepEqual(odd.outline().counts, { generators: 1 });
    assert.equal(odd.rows('generators', 0, 20)[0]?.id, '<b>');
  });
});
