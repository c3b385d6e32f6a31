/**
 * A payload read as a case: series, defaults and absent limits; and some intervals of a case as a case of their own.
 */
import assert from 'node:assert/strict';
import type { Case } from '../../../../activities/case/case.ts';
import { readCase } from '../../../../activities/case/read-case.ts';
import { sliceCase } from '../../../../activities/case/slice-case.ts';
import { withHours } from '../../../../temporal/case/arithmetic/fields.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { FAMILIES } from '../../../support/seeded/families.ts';

const INF = Number.POSITIVE_INFINITY;

const payload: SolvePayload = {
  horizon: 2,
  generators: [
    aUnit('A', { p_min: 20, p_max: 80, ramp_up: null }),
    aUnit('B', { p_min: 20, p_max: [50, 10], rated: { p_max: 80 }, ramp_up: 30 }),
  ],
  loads: [{ bus: 1, values: [60, 70] }],
  reserves: [{ name: 'R', mw: 5 }],
  transmission_lines: [
    { id: 'a', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 40 },
    { id: 'b', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 40, emergency_rating_mw: [null, 0] },
    { id: 'c', from_bus: 1, to_bus: 2, x_pu: 0.1 },
  ],
  contingencies: [
    { id: 'lost', lines: ['a'] },
    { id: 'never', lines: ['b'], enabled: false },
  ],
  fixed_commitment: [{ generator: 'A', hour: 1, on: true }],
};

/** Payload of the hours from `from` to `to`. */
function hoursOf(given: SolvePayload, from: number, to: number): SolvePayload {
  const cut = <V>(values: readonly V[]): V[] => values.slice(from, to);
  return {
    ...withHours(given, cut),
    horizon: to - from,
    fixed_commitment: (given.fixed_commitment ?? [])
      .filter(({ hour }) => hour >= from && hour < to)
      .map((fixed) => ({ ...fixed, hour: fixed.hour - from })),
    commitment:
      given.commitment &&
      Object.fromEntries(Object.entries(given.commitment).map(([name, on]) => [name, cut(on)])),
  };
}

describe('a case', () => {
  it('has hourly values for every number that may vary, and one array for each number', () => {
    const { generators, reserves, transmission_lines: lines } = readCase(payload, 'scuc');
    assert.deepEqual(
      generators.map(({ p_min, p_max }) => [p_min, p_max]),
      [
        [
          [20, 20],
          [80, 80],
        ],
        [
          [20, 20],
          [50, 10],
        ],
      ],
    );
    assert.deepEqual(reserves[0]?.mw, [5, 5]);
    assert.equal(generators[0]?.p_min, generators[1]?.p_min);
    assert.equal(lines[0]?.rating_mw, lines[1]?.rating_mw);
    assert.equal(lines[0]?.rating_mw, lines[0]?.emergency_rating_mw);
  });

  it('has Infinity where nothing is limited, and the rating of normal operation where no other is given', () => {
    const { generators, transmission_lines: lines } = readCase(payload, 'scuc');
    assert.deepEqual(
      generators.map((unit) => unit.ramp_up),
      [
        [INF, INF],
        [30, 30],
      ],
    );
    assert.deepEqual(lines[1]?.emergency_rating_mw, [INF, 40]);
    assert.deepEqual(lines[2]?.rating_mw, [INF, INF]);
  });

  it('marks hours with less than Pmin available, and fixed commitments', () => {
    const [one, other] = readCase(payload, 'uc').generators;
    assert.deepEqual(
      [one?.isAvailable, other?.isAvailable],
      [
        [true, true],
        [true, false],
      ],
    );
    assert.deepEqual([...(one?.fixed ?? [])], [[1, true]]);
  });

  it('has the lines and outages that count alone', () => {
    const namesOf = ({ transmission_lines, contingencies }: Case) => [
      transmission_lines.map(({ id }) => id),
      contingencies.map(({ id }) => id),
    ];
    assert.deepEqual(namesOf(readCase(payload, 'scuc')), [['a', 'b', 'c'], ['lost']]);
    assert.deepEqual(namesOf(readCase(payload, 'uc')), [[], []]);
  });

  for (const { name, caseOf } of FAMILIES)
    it(`of some hours equals the same hours of the whole: ${name}`, () => {
      for (let seed = 0; seed < 5; seed++) {
        const drawn = caseOf(seed);
        const [from, to] = [1, drawn.payload.horizon - 1];
        const whole = readCase(drawn.payload, drawn.jobType);
        const read = readCase(hoursOf(drawn.payload, from, to), drawn.jobType);
        // In these hours the energy of earlier reductions may come back, too.
        const demand_response = read.demand_response.map((item, k) => ({
          ...item,
          recovered_max_mw: whole.demand_response[k]?.recovered_max_mw.slice(from, to),
        }));
        assert.deepEqual(sliceCase(whole, from, to), { ...read, demand_response });
      }
    });
});
