import assert from 'node:assert/strict';
import { readLines } from '../../../../activities/case/read-line.ts';
import { limitOf } from '../../../../activities/network/line-limits.ts';
import { type Network, toNetwork } from '../../../../activities/network/network.ts';
import {
  createScreening,
  type FlowLimitViolation,
  type ScreeningOptions,
} from '../../../../activities/network/screening.ts';
import { type ShiftFactors, shiftFactors } from '../../../../activities/network/shift-factors.ts';
import type { Line } from '../../../../temporal/case/schema.ts';
import { denseFlows } from './dense-reference.ts';
import { random, randomInjection, randomLines } from './random-network.ts';

const everything: ScreeningOptions = {
  firstHour: 0,
  tolerance: 1e-5,
  perLine: Number.POSITIVE_INFINITY,
  perHour: Number.POSITIVE_INFINITY,
  known: () => false,
  overflow: () => 0,
};

const key = ({ line, contingency, hour, direction }: Omit<FlowLimitViolation, 'flow' | 'limit' | 'excess'>) =>
  `${hour}/${line}/${contingency}/${direction}`;

/** Some lines have hourly ratings, which are unlimited in one hour. */
const { network } = toNetwork(
  [],
  readLines(
    randomLines(11, 40, 2).map((line, l): Line => {
      const mw = Number(line.rating_mw ?? 0);
      return {
        ...line,
        ...(mw && l % 3 === 0 && { rating_mw: [mw, null, mw / 2] }),
        ...(mw && l % 4 === 0 && { emergency_rating_mw: [mw * 1.2, mw, 0] }),
      };
    }),
    3,
  ),
);
const factors = shiftFactors(network);
const next = random(12);
const injections = Array.from({ length: 3 }, () => randomInjection(next, network.island).map((mw) => 2 * mw));
const contingencies = [...network.lines.keys()]
  .map((line) => (line % 4 === 0 ? [line, (line + 7) % network.lines.length] : [line]))
  .filter((lost) => factors.secure(lost));
const overflow = (line: number, hour: number) => ((line + hour) % 3) * 5;

/** All violated limits, from one dense solution per hour and contingency. */
function bruteForce(
  hours: readonly Float64Array[],
  allowed: ScreeningOptions['overflow'],
): Map<string, number> {
  const cases = [null, ...contingencies.keys()].flatMap((contingency) =>
    hours.map((injection, hour) => ({ contingency, injection, hour })),
  );
  const all = cases.flatMap(({ contingency, injection, hour }) => {
    const lost = contingency === null ? [] : contingencies[contingency];
    const flows = denseFlows(network.buses.length, network.lines, injection, lost);
    return network.lines.map((_, line): [string, number] => {
      const flow = flows[line] ?? 0;
      const limit = limitOf(network, line, contingency, hour);
      const direction = flow < 0 ? -1 : 1;
      return [key({ line, contingency, hour, direction }), Math.abs(flow) - limit - allowed(line, hour)];
    });
  });
  return new Map(all.filter(([, excess]) => excess > everything.tolerance));
}
const screen = createScreening(factors, network, contingencies);
const violations = (options: Partial<ScreeningOptions> = {}, hours = injections) =>
  screen(hours, { ...everything, ...options });

/** Limits of one hour that are violated after the loss of single lines. */
function brokenAfter(
  of: Network,
  shifts: ShiftFactors,
  lost: readonly number[],
  injection: Float64Array,
  hour: number,
): string[] {
  const flows = shifts.flows(injection);
  return lost.flatMap((outage, contingency) => {
    const [column = new Float64Array()] = shifts.redistribution([outage]);
    return [...shifts.monitored].flatMap((line, index) => {
      const flow = (flows[line] ?? 0) + (column[index] ?? 0) * (flows[outage] ?? 0);
      const limit = limitOf(of, line, contingency, hour) + overflow(line, hour);
      const direction = flow < 0 ? -1 : 1;
      return Math.abs(flow) > limit + everything.tolerance
        ? [key({ line, contingency, hour, direction })]
        : [];
    });
  });
}

describe('screening', () => {
  for (const [title, scale, allowed] of [
    ['in stressed hours', 1, everything.overflow],
    ['with soft limits', 1, overflow],
    ['in calm hours, where most contingencies are skipped', 0.4, everything.overflow],
  ] as const) {
    it(`finds exactly the violations that solving every outage finds, ${title}`, () => {
      const hours = injections.map((injection) => injection.map((mw) => mw * scale));
      const expected = bruteForce(hours, allowed);
      const screened = violations({ overflow: allowed }, hours);
      assert.ok(expected.size > 0 && contingencies.some((lost) => lost.length === 2));
      assert.deepEqual(screened.map(key).sort(), [...expected.keys()].sort());
      for (const violation of screened) {
        assert.ok(Math.abs(violation.excess - (expected.get(key(violation)) ?? 0)) < 1e-6);
        assert.equal(Math.sign(violation.flow), violation.direction);
      }
    });
  }

  it('holds an hour that is screened alone to the limits of that hour', () => {
    const all = violations();
    const alone = injections.flatMap((injection, firstHour) => violations({ firstHour }, [injection]));
    assert.deepEqual(alone.map(key).sort(), all.map(key).sort());
    const first = injections.flatMap((injection) => violations({}, [injection]));
    assert.notDeepEqual(
      first.map(({ limit }) => limit),
      all.map(({ limit }) => limit),
    );
  });

  it('finds in a larger network the violations of a check of every line after every outage', () => {
    const large = toNetwork([], readLines(randomLines(21, 150, 1), 4)).network;
    const shifts = shiftFactors(large);
    const lost = [...large.lines.keys()].filter((line) => shifts.secure([line]));
    const draw = random(22);
    const hours = [0.2, 0.5, 1, 2].map((scale) =>
      randomInjection(draw, large.island).map((mw) => scale * mw),
    );
    const screened = createScreening(
      shifts,
      large,
      lost.map((line) => [line]),
    )(hours, { ...everything, overflow });
    const after = screened.filter(({ contingency }) => contingency !== null);
    const expected = hours.flatMap((injection, hour) => brokenAfter(large, shifts, lost, injection, hour));
    assert.ok(shifts.monitored.length > 150 && expected.length > 100);
    assert.deepEqual(after.map(key).sort(), expected.sort());
  });

  it('keeps the largest per line and per hour, relative to the limit', () => {
    const all = violations();
    const largest = (of: FlowLimitViolation[]) => Math.max(...of.map(({ excess, limit }) => excess / limit));
    const few = violations({ perLine: 1, perHour: 4 });
    for (const hour of injections.keys()) {
      const ofHour = few.filter((violation) => violation.hour === hour);
      assert.equal(new Set(ofHour.map(({ line }) => line)).size, 4);
      assert.equal(ofHour.length, 4);
      assert.equal(largest(ofHour.slice(0, 1)), largest(all.filter((violation) => violation.hour === hour)));
      for (const { line, excess, limit } of ofHour) {
        assert.equal(
          excess / limit,
          largest(all.filter((other) => other.hour === hour && other.line === line)),
        );
      }
    }
  });

  it('offers the next violation of a line when the largest is a row already', () => {
    const first = violations({ perLine: 1 });
    const rows = new Set(first.map(key));
    const second = violations({
      perLine: 1,
      known: (line, contingency, hour, direction) => rows.has(key({ line, contingency, hour, direction })),
    });
    assert.ok(second.length > 0 && second.every((violation) => !rows.has(key(violation))));
    const expected = violations().filter((violation) => !rows.has(key(violation)));
    const places = (of: FlowLimitViolation[]) =>
      [...new Set(of.map(({ hour, line }) => `${hour}/${line}`))].sort();
    assert.deepEqual(places(second), places(expected));
  });

  it('finds nothing when every excess is allowed', () => {
    assert.deepEqual(violations({ overflow: () => 1e6 }), []);
    assert.deepEqual(violations({ tolerance: 1e6 }), []);
  });

  it('refuses values that are not finite and arrays of another size', () => {
    const bad = injections.map((injection) => injection.slice());
    bad[1]?.set([Number.POSITIVE_INFINITY], 2);
    assert.throws(() => violations({}, bad), RangeError);
    assert.throws(() => violations({}, [new Float64Array(3)]), RangeError);
    assert.throws(() => violations({ overflow: () => Number.NaN }), RangeError);
  });
});
