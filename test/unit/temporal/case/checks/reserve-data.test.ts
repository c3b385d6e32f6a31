/** Invalid reserve products are refused, with the place of the provider; valid ones are accepted. */
import assert from 'node:assert/strict';
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
