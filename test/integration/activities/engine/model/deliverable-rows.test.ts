import assert from 'node:assert/strict';
import { commitmentValues } from '../../../../../activities/engine/model/commitment-values.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { radialCase } from '../../../../support/cases/meshed-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** Relaxation with and without the rows of deliverable output. */
async function relaxations(payload: SolvePayload) {
  const { model, session, formulation, clock } = await openedSearch(payload, 'scuc');
  const relaxation = model.relax(clock);
  const { columns, rows } = model.parts();
  const limits = model.limits.flatMap(({ row }) => rows[row] ?? []);
  const saved = model.save()?.deliverable ?? [];
  session.dispose();
  const plainRows = [...formulation.milp.rows, ...formulation.pool, ...limits];
  const plain = await openHighs({ columns, rows: plainRows }, new Int32Array(1));
  const without = plain.relax({ timeLimitS: 20 });
  plain.dispose();
  assert.ok(relaxation.outcome === 'optimal' && without.outcome === 'optimal');
  return { found: relaxation.objective, without: without.objective, binding: saved.length };
}

describe('rows of deliverable outputs', () => {
  for (const seed of [2, 3]) {
    it(`raise the bound and cut no schedule off, case ${seed}`, async () => {
      const payload = radialCase(10, 10, 8, seed);
      const { found, without, binding } = await relaxations(payload);
      assert.ok(binding > 0 && found > without * 1.001, `${found}, ${without} without them`);
      const { objective_value, certificate, lower_bound_usd } = await solve('scuc', payload, {
        mipGap: 1e-4,
      });
      assert.equal(certificate?.verified, true);
      assert.ok(
        (lower_bound_usd ?? 0) <= (objective_value ?? 0) && found <= (objective_value ?? 0) * (1 + 1e-9),
      );
    });
  }

  it('leave their prices to the limits', async () => {
    const payload: SolvePayload = {
      generators: [
        aUnit('behind', { bus: 2, p_min: 20, no_load_cost: 100 }),
        aUnit('at the load', { bus: 1, p_max: 200, marginal_cost: 50, no_load_cost: 10, p_min: 10 }),
      ],
      loads: [{ bus: 1, values: [150, 40] }],
      horizon: 2,
      transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 }],
    };
    const { model, integers, session, instance, formulation, clock } = await openedSearch(payload, 'scuc');
    const relaxation = model.relax(clock);
    assert.ok(relaxation.outcome === 'optimal');
    model.addCuts(model.waiting());
    const on = [1, 1];
    integers.fix(commitmentValues(instance, formulation, { behind: on, 'at the load': on }));
    const dispatch = model.dispatch(clock);
    assert.ok(dispatch.outcome === 'optimal');
    const [limit, ...others] = model.limits;
    assert.deepEqual([limit?.hour, limit?.direction, others], [0, -1, []]);
    assert.equal(Math.round((dispatch.rowDual[limit?.row ?? -1] ?? 0) * 1e6) / 1e6, 40);
    assert.deepEqual(
      dispatch.rowDual.slice((limit?.row ?? 0) + 1).filter((dual) => dual !== 0),
      new Float64Array(),
    );
    assert.ok(formulation.milp.rows.length <= (limit?.row ?? 0));
    session.dispose();
    const { lmp, binding_constraints } = await solve('scuc', payload);
    assert.deepEqual(lmp, { bus_1: [50, 10], bus_2: [10, 10] });
    assert.deepEqual(
      binding_constraints.map(({ shadow_price_usd_per_mwh }) => shadow_price_usd_per_mwh),
      [40],
    );
  });
});
