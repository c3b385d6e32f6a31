/**
 * Prices: the cost of 1 MW more at a bus, and the balance of payments. Cases by hand are in
 * `test/cases/optima/networks.json`.
 */
import assert from 'node:assert/strict';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';

const close = (actual: number | undefined, expected: number, within: number, what: string) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${what}: ${actual}, not ${expected}`);

const priceAt = ({ lmp }: SolveResult, bus: number, hour = 0): number =>
  lmp[`bus_${bus}`]?.[hour] ?? Number.NaN;

/** The payload with a load that is `mw` higher at a bus in an hour. */
const withMore = (payload: SolvePayload, bus: number, hour: number, mw: number): SolvePayload => ({
  ...payload,
  loads: [
    ...payload.loads,
    { bus, values: Array.from({ length: payload.horizon }, (_, t) => (t === hour ? mw : 0)) },
  ],
});

async function checkDifferences(jobType: 'scuc' | 'ed', payload: SolvePayload, mw: number, within: number) {
  const base = await solve(jobType, payload);
  for (const key of Object.keys(base.lmp)) {
    const bus = Number(key.replace('bus_', ''));
    for (let hour = 0; hour < payload.horizon; hour++) {
      const [more, less] = await Promise.all(
        [mw, -mw].map((change) => solve(jobType, withMore(payload, bus, hour, change))),
      );
      const slope =
        ((more?.objective_value ?? Number.NaN) - (less?.objective_value ?? Number.NaN)) / (2 * mw);
      close(priceAt(base, bus, hour), slope, within, `${key} in hour ${hour}`);
    }
  }
}

describe('locational prices', () => {
  it('are the cost of one more MW at each bus and hour, ramps and contingencies included', async () => {
    const base = threeBus();
    const payload: SolvePayload = {
      ...base,
      generators: base.generators.map((unit) => ({ ...unit, ramp_up: 31, initial_power_mw: 40 })),
      loads: [
        { bus: 2, values: [50, 61] },
        { bus: 3, values: [60, 103] },
      ],
      horizon: 2,
      contingencies: [{ id: 'lose L12', lines: ['L12'] }],
    };
    await checkDifferences('scuc', payload, 0.01, 1e-4);
  });
  it('collect from the load the income of units and the congestion on the binding lines', async () => {
    const result = await solve('scuc', threeBus({}, { emergency_rating_mw: 70 }));
    const paid = 50 * priceAt(result, 2) + 150 * priceAt(result, 3);
    const earned = 65 * priceAt(result, 1) + 100 * priceAt(result, 2) + 35 * priceAt(result, 3);
    const rent = result.binding_constraints.reduce(
      (sum, { flow_mw, shadow_price_usd_per_mwh }) => sum - flow_mw * shadow_price_usd_per_mwh,
      0,
    );
    close(paid - earned, rent, 1e-6, 'rent');
    assert.ok(rent > 0);
  });
});

/** Physical losses of lines with a resistance of 0.01 pu, MW. */
const physicalLosses = (flows: SolveResult['flows_mw'] = {}): number =>
  Object.values(flows).reduce((mw, [flow = 0]) => mw + (0.01 * flow ** 2) / 100, 0);

describe('transmission losses', () => {
  it('are the resistance times the square of the flow', async () => {
    const { losses_mw, flows_mw } = await solve('scuc', threeBus({ losses: true }));
    const physical = physicalLosses(flows_mw);
    close(losses_mw?.[0], physical, 2e-3 * physical + 1e-3, 'losses');
  });
  it('raise prices where transport loses more, to the cost of one more MW', async () => {
    const payload = threeBus({ losses: true, slack_bus: 1 }, { rating_mw: null });
    const result = await solve('scuc', payload);
    const loss = [1, 2, 3].map((bus) => result.lmp_components[`bus_${bus}`]?.loss[0] ?? Number.NaN);
    assert.ok(loss[0] === 0 && (loss[1] ?? 0) > 0 && (loss[2] ?? 0) > (loss[1] ?? 0), String(loss));
    await checkDifferences('scuc', payload, 1, 0.1);
  });
  it('are not used to get rid of power', async () => {
    const { losses_mw, flows_mw } = await solve('scuc', {
      ...threeBus({ losses: true }, { rating_mw: null }),
      renewables: [{ name: 'wind', bus: 1, p_min: [0], p_max: [400], marginal_cost: -5 }],
    });
    const physical = physicalLosses(flows_mw);
    close(losses_mw?.[0], physical, 0.02 * physical + 0.2, 'losses');
  });
});
