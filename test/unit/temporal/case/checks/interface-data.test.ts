/** Interfaces name lines, DC lines and contingencies that exist; findings have the paths that the client wrote. */
import assert from 'node:assert/strict';
import { canonicalPayload } from '../../../../../temporal/case/canonical/solve-body.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import type { NetworkBody } from '../../../../../temporal/case/network-body.ts';
import type { Interface, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';

const LINES = [{ id: 'L12', factor: 1 }];

const problems = (item: object) => {
  const contingencies = [
    { id: 'lose L13', lines: ['L13'] },
    { id: 'lose A', generators: ['A'] },
  ];
  const { body, clientPath } = canonicalPayload({ ...threeBus(), contingencies, interfaces: [item] });
  return payloadProblems(body as SolvePayload, { maxHorizon: 24 }).map(({ path, msg }) => [
    clientPath(path).join('.'),
    msg,
  ]);
};

describe('the data of an interface', () => {
  it('name elements that are there', () => {
    assert.deepEqual(problems({ id: 'I', lines: LINES, p_max_mw: 50, contingency: 'lose L13' }), []);
    assert.deepEqual(problems({ id: 'I', lines: [...LINES, { id: 'L99', factor: 1 }] }), [
      ['interfaces.0.lines.1.id', "Unknown line 'L99'"],
    ]);
    assert.deepEqual(problems({ id: 'I', lines: [], dc_lines: LINES }), [
      ['interfaces.0.dc_lines.0.id', "Unknown DC line 'L12'"],
    ]);
    assert.deepEqual(problems({ id: 'I', lines: LINES, contingency: 'lose A' }), [
      ['interfaces.0.contingency', "No contingency 'lose A' loses a line"],
    ]);
  });

  it('have limits in order, of the length of the horizon, and names of their own', () => {
    assert.deepEqual(problems({ id: 'I', lines: LINES, p_min_mw: [9], p_max_mw: 8 }), [
      ['interfaces.0.p_min_mw.0', 'p_min_mw 9 should not be above p_max_mw 8'],
    ]);
    assert.deepEqual(problems({ id: 'I', lines: LINES, p_min_mw: [null], p_max_mw: -8 }), []);
    assert.deepEqual(problems({ id: 'I', lines: LINES, p_max_mw: [8, 9] }), [
      ['interfaces.0.p_max_mw', 'Expected 1 value, one per hour, got 2'],
    ]);
    assert.deepEqual(problems({ name: '__proto__', lines: LINES }), [
      ['interfaces.0.name', "Input should not be '__proto__'"],
    ]);
  });

  it('of a network name its lines, and no contingency', () => {
    const bus = (id: number) => ({ id, v_nom_kv: 100, type: 'pq' as const });
    const body = (item: Omit<Interface, 'id'>): NetworkBody => ({
      base_mva: 100,
      nominal_frequency_hz: 60,
      buses: [bus(1), bus(2)],
      lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, s_nom_mva: null, in_service: true }],
      generators: [],
      loads: [],
      interfaces: [{ id: 'I', ...item }],
    });
    const pathsOf = (item: Omit<Interface, 'id'>) =>
      networkProblems(body(item)).map(({ path }) => path.join('.'));
    assert.deepEqual(pathsOf({ lines: [{ id: 'L', factor: -1 }], p_max_mw: [5, null] }), []);
    assert.deepEqual(pathsOf({ lines: [{ id: 'M', factor: 1 }] }), ['interfaces.0.lines.0.id']);
    assert.deepEqual(pathsOf({ lines: [], contingency: 'x' }), ['interfaces.0.contingency']);
  });
});
