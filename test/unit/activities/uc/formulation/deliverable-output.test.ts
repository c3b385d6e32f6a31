/** Outputs within flow limits: known numbers, and random injections within a limit, which no row may cut off. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { activity } from '../../../../../activities/milp/model.ts';
import { deliverableOutputs } from '../../../../../activities/uc/formulation/deliverable-output.ts';
import { type FlowLimit, flowLimit } from '../../../../../activities/uc/formulation/flow-limit.ts';
import { type Formulation, formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Instance } from '../../../../../activities/uc/instance.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';

/** A radial bus 2, which one line connects to bus 1, where the load is. */
const radial = (changes: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: [
    aUnit('behind', { bus: 2, p_min: 30, no_load_cost: 5 }),
    aUnit('at the load', { bus: 1, p_max: 200, p_min: 10, no_load_cost: 5 }),
  ],
  loads: [
    { bus: 1, values: [150] },
    { bus: 2, values: [10] },
  ],
  horizon: 1,
  transmission_lines: [{ id: 'L', from_bus: 2, to_bus: 1, x_pu: 0.1, rating_mw: 60 }],
  ...changes,
});

type Chosen = Partial<Omit<FlowLimit, 'factors'>>;

function outputsOf(payload: SolvePayload, chosen: Chosen = {}, factors?: number[]) {
  const { instance, factors: shifts } = prepareCase(payload, 'scuc');
  const formulation = formulate(instance);
  const limit: FlowLimit = {
    factors: factors ? Float64Array.from(factors) : (shifts?.ptdf(0) ?? new Float64Array()),
    offset: 0,
    hour: 0,
    limit: 60,
    direction: 1,
    overflow: undefined,
    ...chosen,
  };
  const flow = flowLimit(instance, formulation.injections, limit);
  const { milp, x } = formulation;
  return { instance, formulation, flow, outputs: deliverableOutputs(instance, milp, x, limit, flow) };
}

/** Output that a unit may have when on, by the only row of its kind. */
function deliverable(payload: SolvePayload, chosen: Chosen = {}): number | undefined {
  const { instance, formulation, outputs } = outputsOf(payload, chosen);
  const [output, ...others] = outputs;
  assert.deepEqual(others, []);
  if (!output) return undefined;
  const on = output.row.terms.find(([, column]) => column === formulation.x.on(output.unit, 0));
  return Math.round((instance.units[output.unit]?.pMin[0] ?? 0) - (on?.[0] ?? 0));
}

describe('deliverable output', () => {
  it('of a unit behind a line is its limit and the load there', () => {
    assert.equal(deliverable(radial()), 70);
  });

  it('is the same where load may go unserved', () => {
    const options = { unserved_energy_usd_per_mwh: 1000 };
    assert.equal(deliverable(radial({ options })), 70);
  });

  it('is reduced by the must-run output beside the unit', () => {
    const generators = [
      ...radial().generators,
      aUnit('beside', { bus: 2, p_min: 15, must_run: true, p_max: 20 }),
    ];
    assert.equal(deliverable(radial({ generators })), 55);
  });

  it('counts a store that may charge', () => {
    const store = { name: 'S', bus: 2, energy_mwh: 50, charge_mw: 20, discharge_mw: 20, initial_mwh: 0 };
    const storage = [{ ...store, efficiency: 1 }];
    assert.equal(deliverable(radial({ storage })), 90);
  });

  it("has no row if the line carries all of the unit's output, or flows the other way", () => {
    assert.equal(deliverable(radial(), { limit: 95 }), undefined);
    assert.equal(deliverable(radial(), { limit: 500, direction: -1 }), undefined);
  });

  it('permits the output of a flow within its tolerance, however little the unit adds to it', () => {
    const factors = [0, 0.002];
    const { formulation, flow, outputs } = outputsOf(radial(), { limit: 0.1 }, factors);
    const [output] = outputs;
    assert.equal(output?.unit, 0);
    const [primal, on] = [new Float64Array(formulation.milp.columns.length), formulation.x.on(0, 0)];
    primal[on] = 1;
    // Output at which the flow exceeds the limit by 1e-5 MW, within the tolerance of the screening.
    primal[formulation.x.above(0, 0)] = (flow.upper + 1e-5) / 0.002 - 30;
    assert.ok(output && activity(output.row.terms, primal) <= output.row.upper);
  });

  it('may be exceeded by the overflow of a soft limit', () => {
    const { formulation, outputs } = outputsOf(radial(), { overflow: 99 });
    assert.deepEqual(
      outputs[0]?.row.terms.at(-1)?.map((value) => Math.round(value)),
      [-1, 99],
    );
    assert.equal(outputs[0]?.row.terms[0]?.[1], formulation.x.above(0, 0));
  });

  it('permits all that the limit permits, for random factors and injections', () => {
    let near = 0;
    for (let seed = 0; seed < 300; seed++) {
      const draw = randomDraw(seed);
      const direction = draw.chance(0.5) ? 1 : -1;
      const factors = [draw.real(-1, 1), draw.real(-1, 1)];
      const { formulation, instance, flow, outputs } = outputsOf(radial(), { direction, limit: 30 }, factors);
      const points = Array.from({ length: 30 }, () => randomPoint(draw, instance, formulation));
      const within = points.map((primal) => [activity(flow.terms, primal), primal] as const);
      for (const [mw, primal] of within) {
        if (mw > flow.upper || mw < flow.lower) continue;
        const rooms = outputs.map(({ row }) => row.upper - activity(row.terms, primal));
        assert.ok(Math.min(0, ...rooms) >= -1e-9, `seed ${seed}`);
        near += Number(Math.min(...rooms) < 5);
      }
    }
    assert.ok(near > 20, 'some injections come near to what the rows allow');
  });
});

/** A random point: units are off, or on with any output. */
function randomPoint(draw: Draw, { units }: Instance, { milp, x }: Formulation): Float64Array {
  const primal = new Float64Array(milp.columns.length);
  for (const [g, { pMin, pMax }] of units.entries()) {
    const on = Number(draw.chance(0.6));
    const share = draw.chance(0.3) ? draw.integer(0, 1) : draw.real(0, 1);
    primal[x.on(g, 0)] = on;
    primal[x.above(g, 0)] = on * share * ((pMax[0] ?? 0) - (pMin[0] ?? 0));
  }
  return primal;
}
