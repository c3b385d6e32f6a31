/** Findings grouped by severity, check and element, each with the row of the case that it concerns. */
import assert from 'node:assert/strict';
import {
  cellsOf,
  chosen,
  connectedTo,
  drawnCase,
  drawnElement,
  drawnMarks,
  marksOf,
  nameOf,
  rowsOf,
  toFindings,
} from '../../../../../api/web/power-flow/findings.ts';

const finding = (check: 'topology' | 'lines', message: string, type: 'bus' | 'line' | null, id: unknown) => ({
  check,
  message,
  code: null,
  element_type: type,
  element_id: id,
});
const NETWORK = {
  buses: [
    { id: 1, v_nom_kv: 230 },
    { id: 2, v_nom_kv: null },
  ],
  lines: [{ id: 'a:b', from_bus: 1, to_bus: 2, r_ohm: 0, x_ohm: 3.5, type: 'transformer' }],
  generators: [{ id: 'G1', bus: 1, p_min_mw: 0, p_max_mw: 100 }],
};
const REPORT: Parameters<typeof toFindings>[0] = {
  valid: false,
  checks: ['topology', 'lines'],
  elements: { buses: 2, lines: 1, generators: 1 },
  counts: { error: 2, warning: 1, info: 0 },
  findings: {
    error: [
      finding('topology', 'Network is split into 2 islands', null, null),
      finding('lines', 'Line a:b: R/X above 10', 'line', 'a:b'),
    ],
    warning: [finding('lines', 'Line a:b: zero resistance', 'line', 'a:b')],
    info: [],
  },
  network: NETWORK,
};
const findings = toFindings(REPORT);

describe('the findings of a report', () => {
  it('are a list, the worst first, each with its element', () => {
    const summaries = findings.map(({ severity, element }) => `${severity} ${element}`);
    assert.deepEqual(summaries, ['error ', 'error line:a:b', 'warning line:a:b']);
    assert.equal(new Set(findings.map(({ key }) => key)).size, 3);
    assert.equal(nameOf('line:a:b'), 'Line a:b');
  });

  it('are chosen by severity, check, type of element and words', () => {
    const counted = (filter: Parameters<typeof chosen>[1]) => chosen(findings, filter).length;
    assert.equal(counted({}), 3);
    assert.equal(counted({ severity: 'error' }), 2);
    assert.equal(counted({ severity: 'error', check: 'lines' }), 1);
    assert.equal(counted({ type: 'whole' }), 1);
    assert.equal(counted({ type: 'line', text: ' ZERO ' }), 1);
    assert.equal(counted({ text: 'line a:b' }), 2);
    assert.equal(counted({ text: 'bus 9' }), 0);
  });

  it('mark each element by its worst', () => {
    assert.deepEqual([...marksOf(findings)], [['line:a:b', 'error']]);
  });

  it('mark the drawing, a unit at its bus', () => {
    const marks = new Map([
      ['line:a:b', 'warning'],
      ['generator:G1', 'error'],
      ['bus:1', 'warning'],
      ['bus:2', 'info'],
    ] as const);
    const { busMarks, lineMarks } = drawnMarks(NETWORK, marks);
    assert.deepEqual([...busMarks, ...lineMarks].map(String), ['1,error', 'a:b,warning']);
    assert.deepEqual(drawnElement(NETWORK, 'generator:G1'), { kind: 'bus', id: '1' });
    assert.deepEqual(drawnElement(NETWORK, 'line:a:b'), { kind: 'line', id: 'a:b' });
    const { buses } = drawnCase(NETWORK);
    assert.deepEqual(
      buses.map(({ id, units = [] }) => `${id}: ${units.map(({ name }) => name)}`),
      ['1: G1', '2: '],
    );
  });

  it('stand beside the row of the element, with units, and its connected elements', () => {
    const row = rowsOf(NETWORK).get('line:a:b');
    assert.ok(row);
    assert.deepEqual(
      cellsOf(row).map(({ name, value, unit, element }) => [name, value, unit, element].join()),
      ['From bus,1,,bus:1', 'To bus,2,,bus:2', 'Resistance,0,Ω,', 'Reactance,3.5,Ω,', 'Type,transformer,,'],
    );
    assert.deepEqual(connectedTo(NETWORK, 'bus:1'), ['line:a:b', 'generator:G1']);
    assert.deepEqual(connectedTo(NETWORK, 'line:a:b'), []);
  });
});
