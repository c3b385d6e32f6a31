import assert from 'node:assert/strict';
import { EngineError } from '../../../../../activities/engine/base/engine.ts';
import {
  type SensitivityRequest,
  sensitivity,
} from '../../../../../activities/engine/sensitivity/sensitivity.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';

const LINES = threeBus().transmission_lines ?? [];
const ask = (request: SensitivityRequest) => JSON.parse(sensitivity(request).toString());

describe('sensitivity', () => {
  it('computes the factors of a ring of three equal lines', () => {
    const third = 0.333333333;
    assert.deepEqual(ask({ kind: 'ptdf', lines: LINES, monitored: ['L13', 'L12'], slackBus: 3 }), {
      ptdf: { L13: { 1: 2 * third + 1e-9, 2: third, 3: 0 }, L12: { 1: third, 2: -third, 3: 0 } },
      slack_bus: 3,
      warnings: [],
    });
  });
  it('moves the flow of a lost line around the ring', () => {
    assert.deepEqual(ask({ kind: 'lodf', lines: LINES, outages: ['L13'] }), {
      lodf: { L13: { L12: 1, L13: -1, L23: 1 } },
      islanding: [],
      warnings: [],
    });
  });
  it('names the outages that split the network, and a strange reactance', () => {
    const tail = [
      { id: 'tail', from_bus: 3, to_bus: 4, x_pu: 0.1 },
      { id: 'tie', from_bus: 1, to_bus: 2, x_pu: 0 },
    ];
    const { islanding, warnings } = ask({
      kind: 'lodf',
      lines: [...LINES, ...tail],
      outages: ['tail', 'L12'],
    });
    assert.deepEqual([islanding, warnings.length], [['tail'], 1]);
  });
  it('refuses reactances that cancel out', () => {
    const lines = [0.1, -0.1].map((x_pu, i) => ({ id: `P${i}`, from_bus: 1, to_bus: 2, x_pu }));
    assert.throws(
      () => ask({ kind: 'ptdf', lines, monitored: ['P0'], slackBus: 1 }),
      (error) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.code, 'INVALID_MODEL');
        assert.match(error.message, /reactances of lines P0, P1 cancel out/);
        return true;
      },
    );
  });
});
