/** A storage may state its losses and its initial energy in one form only; findings name the field and the hour. */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import type { SolvePayload, Storage } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const BARE = { name: 'S', bus: 1, energy_mwh: 9, charge_mw: 3, discharge_mw: 3 };

const problems = (item: Partial<Storage>) => {
  const payload: SolvePayload = {
    horizon: 2,
    generators: [aUnit('coal')],
    loads: [{ bus: 1, values: [50, 50] }],
    storage: [{ ...BARE, ...item }],
  };
  return payloadProblems(payload, { maxHorizon: 24 }).map(({ path, msg }) => [path.join('.'), msg]);
};

describe('the data of a storage', () => {
  it('say the losses in one of two forms, and the energy before the first hour or that it is decided', () => {
    assert.deepEqual(problems({ efficiency: 0.9, initial_mwh: 1 }), []);
    assert.deepEqual(problems({ charge_efficiency: 0.9, initial_mwh: 1 }), []);
    assert.deepEqual(problems({ charge_efficiency: 0.9, discharge_efficiency: 0.9, cyclic: true }), []);
    assert.deepEqual(problems({ efficiency: 0.9, discharge_efficiency: 0.9, initial_mwh: 1 }), [
      ['storage.0.discharge_efficiency', 'Already given by efficiency: give only one of them'],
    ]);
    assert.deepEqual(problems({ initial_mwh: 1 }), [['storage.0.efficiency', 'Field required']]);
    assert.deepEqual(problems({ efficiency: 1 }), [['storage.0.initial_mwh', 'Field required']]);
    assert.deepEqual(problems({ efficiency: 1, initial_mwh: 1, cyclic: true }), [
      ['storage.0.initial_mwh', 'The initial energy of a cyclic storage is a decision and cannot be given'],
    ]);
  });

  it('have least powers up to the largest, in at least one hour of a list', () => {
    const whole = { efficiency: 0.9, initial_mwh: 1 };
    assert.deepEqual(problems({ ...whole, charge_min_mw: 3, discharge_min_mw: [0, 4] }), []);
    assert.deepEqual(problems({ ...whole, charge_mw: [0, 3], charge_min_mw: 2 }), []);
    assert.deepEqual(problems({ ...whole, discharge_min_mw: 4 }), [
      ['storage.0.discharge_min_mw', 'Input should be less than or equal to discharge_mw 3'],
    ]);
  });

  it('have lists of the length of the horizon, with nothing below 0', () => {
    const whole = { efficiency: 0.9, initial_mwh: 1 };
    const lists = { charge_mw: [1, 2], discharge_mw: [0, 3], min_mwh: [0, 1], inflow_mw: [2, 0] };
    assert.deepEqual(problems({ ...whole, ...lists }), []);
    assert.deepEqual(problems({ ...whole, charge_mw: [1] }), [
      ['storage.0.charge_mw', 'Expected 2 values, one per hour, got 1'],
    ]);
    assert.deepEqual(problems({ ...whole, inflow_mw: [1, -2] }), [
      ['storage.0.inflow_mw.1', 'Input should be greater than or equal to 0'],
    ]);
  });
});
