/** Payloads converted to intervals and back, and commitments converted to intervals of another length. */
import assert from 'node:assert/strict';
import { commitmentFor } from '../../../../../temporal/case/arithmetic/intervals.ts';
import { byTheHour, perInterval } from '../../../../../temporal/case/arithmetic/per-interval.ts';
import { applyChanges } from '../../../../../temporal/case/scenario/apply-changes.ts';
import { resolveChange } from '../../../../../temporal/case/scenario/resolve-change.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { atInterval } from '../../../../support/cases/at-interval.ts';
import { payload } from '../../../../support/cases/payloads.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';

/** The payload without undefined fields. */
const plain = (value: SolvePayload): SolvePayload => JSON.parse(JSON.stringify(value));

describe('a payload in intervals shorter than an hour', () => {
  it('has per interval the numbers of the hourly case, and is converted back', () => {
    for (let seed = 0; seed < 30; seed++) {
      const hourly = plain(randomCase(seed).payload);
      for (const minutes of [15, 30, 120] as const) {
        const converted = atInterval(hourly, minutes);
        assert.deepEqual(plain(perInterval(converted)), hourly, `seed ${seed}`);
        assert.deepEqual(plain(byTheHour(hourly, minutes)), plain(converted), `seed ${seed}`);
      }
    }
  });

  it('is itself where its intervals are hours', () => {
    const hourly = payload({ interval_minutes: 60 });
    assert.equal(perInterval(hourly), hourly);
    assert.equal(byTheHour(hourly, 60), hourly);
  });

  it('rounds minimum times up, and the time before the first interval down', () => {
    const [unit] = perInterval({
      ...payload({ interval_minutes: 30 }),
      generators: payload().generators.map((one) => ({
        ...one,
        min_uptime: 1.1,
        min_downtime: 0.5,
        initial_status: -1.9,
        startup_categories: [{ lag_h: 0.6, cost_usd: 1 }],
      })),
    }).generators;
    assert.deepEqual([unit?.min_uptime, unit?.min_downtime, unit?.initial_status], [3, 1, -3]);
    assert.equal(unit?.startup_categories?.[0]?.lag_h, 2);
  });

  it('counts a unit that has just started as on', () => {
    const [unit] = perInterval({
      ...payload({ interval_minutes: 30 }),
      generators: payload().generators.map((one) => ({ ...one, initial_status: 0.1 })),
    }).generators;
    assert.equal(unit?.initial_status, 1);
  });

  it('takes a commitment of hours, and gives one to them, by when each interval begins', () => {
    const quarters = { horizon: 8, interval_minutes: 15 } as const;
    assert.deepEqual(commitmentFor(quarters, { g: [1, 0] }, {}), { g: [1, 1, 1, 1, 0, 0, 0, 0] });
    assert.deepEqual(commitmentFor({ horizon: 2 }, { g: [1, 0, 0, 0, 0, 1, 1, 1] }, quarters), { g: [1, 0] });
    assert.deepEqual(commitmentFor({ horizon: 3 }, { g: [1, 1, 1, 1] }, quarters), { g: [1, 0, 0] });
    const thirds = { horizon: 3, interval_minutes: 180 } as const;
    assert.deepEqual(commitmentFor(thirds, { g: [1, 0, 0, 0, 1, 1, 1, 0, 0] }, {}), { g: [1, 0, 1] });
    const hours = Array.from({ length: 150 }, (_, t) => Math.floor(t / 3) % 2);
    assert.deepEqual(commitmentFor({ horizon: 150 }, { g: hours.filter((_, t) => t % 3 === 0) }, thirds), {
      g: hours,
    });
    const same = { g: [1, 0] };
    assert.equal(commitmentFor({ horizon: 9 }, same, { interval_minutes: 60 }), same);
  });

  it('is varied by whole intervals', () => {
    const case30 = payload({ interval_minutes: 30 });
    const change = resolveChange(
      { name: 'generators.g1.min_uptime', type: 'discrete', values: [0.7], mode: 'absolute' },
      case30,
    );
    const of = (payload: typeof case30) =>
      applyChanges(payload, [change], { 'generators.g1.min_uptime': 0.7 }).generators[0]?.min_uptime;
    assert.equal(of(case30), 0.5);
    assert.equal(of(payload()), 1);
  });
});
