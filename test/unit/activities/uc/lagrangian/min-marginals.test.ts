import assert from 'node:assert/strict';
import {
  type MinMarginals,
  minMarginals,
  type Stretches,
} from '../../../../../activities/uc/lagrangian/min-marginals.ts';
import { randomDraw } from '../../../../support/cases/random.ts';

const PERIODS = 7;

/** Random costs of staying on or off, for every stretch of hours; some stretches are forbidden. */
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

/** Cost of a commitment, added up stretch by stretch. */
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

const commitments = Array.from({ length: 2 ** PERIODS }, (_, bits) =>
  Array.from({ length: PERIODS }, (_hour, t) => (bits >> t) & 1),
);

function enumerated(stretches: Stretches): MinMarginals {
  const least = (counts: (states: readonly number[], t: number) => boolean) =>
    Float64Array.from({ length: PERIODS }, (_, t) =>
      Math.min(
        ...commitments.filter((states) => counts(states, t)).map((states) => costOf(stretches, states)),
      ),
    );
  const before = (states: readonly number[], t: number) =>
    t === 0 ? Number(stretches.onBefore) : (states[t - 1] ?? 0);
  return {
    optimum: Math.min(...commitments.map((states) => costOf(stretches, states))),
    on: least((states, t) => states[t] === 1),
    off: least((states, t) => states[t] === 0),
    startup: least((states, t) => (states[t] ?? 0) > before(states, t)),
    shutdown: least((states, t) => (states[t] ?? 0) < before(states, t)),
  };
}

const close = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9;

describe('min-marginals of a unit', () => {
  it('are those of all its commitments', () => {
    for (let seed = 0; seed < 60; seed++) {
      const stretches = randomStretches(seed);
      const [actual, expected] = [minMarginals(stretches), enumerated(stretches)];
      assert.ok(close(actual.optimum, expected.optimum), `seed ${seed}`);
      for (const name of ['on', 'off', 'startup', 'shutdown'] as const) {
        for (const [t, cost] of expected[name].entries())
          assert.ok(close(actual[name][t] ?? Number.NaN, cost), `seed ${seed}: ${name} in hour ${t}`);
      }
    }
  });
});
