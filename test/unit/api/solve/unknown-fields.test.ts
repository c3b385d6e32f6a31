/** Warnings of a dry run about unknown fields. */
import assert from 'node:assert/strict';
import { unknownFields } from '../../../../api/solve/unknown-fields.ts';
import { canonicalSolveBody } from '../../../../temporal/case/canonical/solve-body.ts';
import { generator, payload } from '../../../support/cases/payloads.ts';

const messages = (value: object): string[] => unknownFields(value).map(({ message }) => message);

describe('unknown fields of a payload', () => {
  it('are named once each, with the field that they look most like', () => {
    const units = [generator(), generator({ name: 'g2' })].map((unit) => ({ ...unit, startup_csot: 5 }));
    assert.deepEqual(
      messages({ ...payload(), generators: units, options: { mipgap: 0.1 }, solvr: 'highs' }),
      [
        'generators[].startup_csot is not a field and is ignored; the nearest is startup_cost',
        'options.mipgap is not a field and is ignored; the nearest is mip_gap',
        'solvr is not a field and is ignored; the nearest is solver',
      ],
    );
  });

  it('say where they are in the payload', () => {
    const warnings = unknownFields({ ...payload(), generators: [{ ...generator(), colour: 1 }] });
    assert.deepEqual(
      warnings.map(({ field }) => field),
      ['generators[].colour'],
    );
  });

  it('are not those that were read under another name', () => {
    const line = { name: 'L', f_bus: 1, t_bus: 2, x_ohm: 5, v_nom_kv: 230, rate_a: 90, status: 1 };
    const contingencies = ['n-1', { id: 'c', elements: [{ type: 'line', id: 'L' }] }];
    const casePayload = { ...payload(), base_mva: 100, transmission_lines: [line], contingencies };
    const { body } = canonicalSolveBody({ payload: casePayload });
    assert.ok(typeof body === 'object' && body !== null && 'payload' in body);
    assert.deepEqual(messages(Object(body.payload)), []);
  });

  it('are named up to fifty, names of objects of JavaScript as well', () => {
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`field${i}`, i]));
    assert.equal(messages({ ...payload(), ...many }).length, 50);
    assert.equal(messages({ ...payload(), constructor: 1 }).length, 1);
  });
});
