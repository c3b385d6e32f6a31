import assert from 'node:assert/strict';
import {
  type MinMarginals,
  minMarginals,
  type Stretches,
} from '../../../../../activities/uc/lagrangian/min-marginals.ts';
import { randomDraw } from '../../../../support/random-draw.ts';

const PERIODS = 7;

/** Random costs of every stretch; some are not allowed. */
function randomStretches(seed: number): Stretches {
  const draw = randomDraw(seed);
  const table = () =>
    Array.from({ length: (PERIODS + 2) ** 2 }, () => (draw.chance(0.15) ? Infinity : draw.real(-50, 50)));
  const [on, off] = [table(), table()];
  const at = (from: number, to: number): number => (from + 1) * (PERIODS + 2) + to;
  return {
    periods: PERIODS,
    onBefore: draw.chance(0.5),
    on: (from, to) => on[at(from, to)] ?? Infinity,
    off: (from, to) => off[at(from, to)] ?? Infinity,
  };
}

/** Cost of a commitment, stretch by stretch. */
function costOf({ onBefore, on, off }: Stretches, states: readonly number[]): number {
  let cost = 0;
  let state = Number(onBefore);
  let from = -1;
  for (let t = 0; t <= states.length; t++) {
    if (t < states.length && states[t] === state) continue;
    cost += state === 1 ? on(from, t) : off(from, t);
    state = 1 - state;
    from = t;
  }
  return cost;
}

function enumerated(stretches: Stretches): MinMarginals {
  const none = () => new Float64Array(PERIODS).fill(Infinity);
  const found = { on: none(), off: none(), startup: none(), shutdown: none() };
  let optimum = Infinity;
  for (let bits = 0; bits < 2 ** PERIODS; bits++) {
    const states = Array.from({ length: PERIODS }, (_, t) => (bits >> t) & 1);
    const cost = costOf(stretches, states);
    optimum = Math.min(optimum, cost);
    const lower = (marginals: Float64Array, t: number): void => {
      marginals[t] = Math.min(marginals[t] ?? Infinity, cost);
    };
    for (const [t, state] of states.entries()) {
      const before = t === 0 ? Number(stretches.onBefore) : states[t - 1];
      lower(state === 1 ? found.on : found.off, t);
      if (state !== before) lower(state === 1 ? found.startup : found.shutdown, t);
    }
  }
  return { optimum, ...found };
}

const close = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9;

describe('min-marginals of a unit', () => {
  it('are those of all its commitments', () => {
    for (let seed = 0; seed < 200; seed++) {
      const stretches = randomStretches(seed);
      const [found, wanted] = [minMarginals(stretches), enumerated(stretches)];
      assert.ok(close(found.optimum, wanted.optimum), `seed ${seed}`);
      for (const name of ['on', 'off', 'startup', 'shutdown'] as const) {
        for (const [t, cost] of wanted[name].entries())
          assert.ok(close(found[name][t] ?? Number.NaN, cost), `seed ${seed}: ${name} in hour ${t}`);
      }
    }
  });
});
