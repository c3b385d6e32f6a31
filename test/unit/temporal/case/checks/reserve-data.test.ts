/** Invalid reserve products are refused, with the place of the provider; valid ones are accepted. */
import assert from 'node:assert/strict';
import { canonicalPayload } from '../../../../../temporal/case/canonical/solve-body.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { type Reserve, reserveSchema, type SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const payload = (product: Partial<Reserve>): SolvePayload => ({
  horizon: 1,
  generators: [aUnit('coal'), aUnit('gas'), aUnit('twice')],
  loads: [{ bus: 1, values: [50] }],
  renewables: [
    { name: 'wind', bus: 1, p_min: [0], p_max: [9] },
    { name: 'twice', bus: 1, p_min: [0], p_max: [9] },
  ],
  storage: [
    { name: 'battery', bus: 1, energy_mwh: 9, charge_mw: 3, discharge_mw: 3, efficiency: 1, initial_mwh: 3 },
  ],
  reserves: [{ name: 'spin', mw: 5, ...product }],
});

const problems = (product: Partial<Reserve>) =>
  payloadProblems(payload(product), { maxHorizon: 24 }).map(({ path, msg }) => [path.join('.'), msg]);

describe('providers of a reserve product', () => {
  it('are generators, storage and renewables by name', () => {
    assert.deepEqual(problems({ providers: ['coal', 'battery', 'wind'] }), []);
    assert.deepEqual(problems({ providers: [] }), []);
  });

  it('are refused by place where they are unknown, twice there or two things', () => {
    assert.deepEqual(problems({ providers: ['coal', 'peat'] }), [
      ['reserves.0.providers.1', "No generator, storage or renewable is called 'peat'"],
    ]);
    assert.deepEqual(problems({ providers: ['gas', 'coal', 'gas'] }), [
      ['reserves.0.providers.2', "Duplicate provider 'gas'"],
    ]);
    assert.deepEqual(problems({ providers: ['twice'] }), [
      ['reserves.0.providers.0', "'twice' is the name of more than one: generator, renewable"],
    ]);
  });
});

describe('the demand curve of a reserve product', () => {
  const curve = (...prices: readonly number[]) => prices.map((usd_per_mwh) => ({ mw: 10, usd_per_mwh }));

  it('is in place of its requirement and penalty, which is its sum', () => {
    const { body, clientPath } = canonicalPayload({
      reserves: [{ name: 'spin', demand_curve: curve(9, 5) }],
    });
    assert.deepEqual(body, { reserves: [{ name: 'spin', mw: 20, demand_curve: curve(9, 5) }] });
    assert.deepEqual(clientPath(['reserves', 0, 'mw']), ['reserves', 0, 'demand_curve']);
    assert.deepEqual(problems({ mw: 20, demand_curve: curve(9, 5) }), []);
    assert.deepEqual(problems({ mw: 21, demand_curve: curve(9, 5) }), [
      ['reserves.0.mw', 'mw is the sum of demand_curve, 20: change demand_curve instead'],
    ]);
    assert.deepEqual(problems({ mw: 20, demand_curve: curve(9, 5), penalty_usd_per_mwh: 7 }), [
      ['reserves.0.penalty_usd_per_mwh', 'demand_curve has the prices: give only one of them'],
    ]);
  });

  it('does not rise', () => {
    assert.deepEqual(problems({ mw: 30, demand_curve: curve(9, 9, 10) }), [
      ['reserves.0.demand_curve.2.usd_per_mwh', 'Prices of demand_curve should not rise from block to block'],
    ]);
  });
});

describe('a reserve product that counts towards another one', () => {
  const problemsOf = (...reserves: readonly Partial<Reserve>[]) =>
    payloadProblems(
      { ...payload({}), reserves: reserves.map((product, q) => ({ name: `r${q}`, mw: 1, ...product })) },
      { maxHorizon: 24 },
    ).map(({ path, msg }) => [path.join('.'), msg]);

  it('names a product of the same direction, and not itself', () => {
    assert.deepEqual(problemsOf({ counts_towards: 'r1' }, { counts_towards: 'r2' }, {}), []);
    assert.deepEqual(problemsOf({ counts_towards: 'r9' }), [
      ['reserves.0.counts_towards', "No reserve is called 'r9'"],
    ]);
    assert.deepEqual(problemsOf({ counts_towards: 'r1' }, { direction: 'down' }), [
      ['reserves.0.counts_towards', "'r1' has the other direction"],
    ]);
    assert.deepEqual(problemsOf({ counts_towards: 'r0' }), [
      ['reserves.0.counts_towards', "'r0' and 'r0' should not count towards each other"],
    ]);
    assert.equal(problemsOf({ counts_towards: 'r1' }, { counts_towards: 'r0' }).length, 2);
    const many = Array.from({ length: 100 }, () => ({}));
    assert.equal(problemsOf({ counts_towards: 'r1' }, ...many).length, 1);
    assert.deepEqual(problemsOf({}, ...many), []);
  });

  it('is upward where units that are off give it', () => {
    assert.deepEqual(problemsOf({ kind: 'non_spinning', direction: 'down' }), [
      ['reserves.0.direction', 'Non-spinning reserve is upward'],
    ]);
  });
});

describe('the fields of a reserve product', () => {
  const read = (product: object) => reserveSchema.validateSync({ name: 'spin', mw: 5, ...product });

  it('are all optional, and no defaults are stored', () => {
    assert.deepEqual(read({}), { name: 'spin', mw: 5 });
    const full = { direction: 'down', providers: ['coal'], response_min: 10 };
    assert.deepEqual(read(full), { name: 'spin', mw: 5, ...full });
  });

  it('are a direction that there is, and a time above 0', () => {
    assert.throws(() => read({ direction: 'sideways' }), /direction/);
    assert.throws(() => read({ response_min: 0 }), /response_min must be greater than 0/);
  });
});
