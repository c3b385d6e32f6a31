/** Units behind a line of which one must be on, although no row of the model requires it. */
import assert from 'node:assert/strict';
import { coverCuts } from '../../../../../activities/engine/search/cover-cuts.ts';
import { activity } from '../../../../../activities/milp/model.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

const unit = (name: string, bus: number, p_max: number, marginal_cost: number): Generator => ({
  name,
  bus,
  p_min: 0.4 * p_max,
  p_max,
  marginal_cost,
  no_load_cost: 100,
  startup_cost: 100,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
  initial_status: 1,
});

/**
 * Load of 90 and then 40 MW at bus 2: after the loss of one line the other carries 60, so that one of the three units
 * there is needed.
 */
const behindLines = (more: Partial<SolvePayload> = {}): SolvePayload => ({
  horizon: 2,
  generators: [unit('far', 1, 60, 10), ...['a', 'b', 'c'].map((name) => unit(name, 2, 50, 40))],
  loads: [{ bus: 2, values: [90, 40] }],
  transmission_lines: ['x', 'y'].map((id) => ({ id, from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 })),
  contingencies: ['x', 'y'].map((id) => ({ id: `lose ${id}`, lines: [id] })),
  ...more,
});

async function covers(payload: SolvePayload) {
  const search = await openedSearch(payload, 'scuc');
  const relaxation = search.model.relax(search.clock);
  assert.ok(relaxation.outcome === 'optimal');
  const separator = coverCuts(search);
  const cuts = await separator?.separate(relaxation.primal);
  separator?.dispose();
  const { x } = search.formulation;
  const summaries = cuts?.map(({ terms, lower }) => {
    assert.ok(activity(terms, relaxation.primal) < lower - 0.01);
    const hours = [0, 1].filter((t) => terms.some(([, column]) => column === x.on(1, t)));
    return { hours, units: terms.length, lower };
  });
  search.session.dispose();
  return summaries;
}

describe('covers of a network', () => {
  it('name the units of which one must be on, in the hours that need it', async () => {
    assert.deepEqual(await covers(behindLines()), [
      { hours: [0], units: 3, lower: 1 },
      // Any of the four units may give the 40 MW; the relaxation has two thirds of a unit on.
      { hours: [1], units: 4, lower: 1 },
    ]);
  });

  it('are none where load may go unserved', async () => {
    const options = { unserved_energy_usd_per_mwh: 5000 };
    assert.equal(await covers(behindLines({ options })), undefined);
  });
});
