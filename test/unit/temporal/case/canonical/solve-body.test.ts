import assert from 'node:assert/strict';
import { canonicalContingencies } from '../../../../../temporal/case/canonical/contingencies.ts';
import { canonicalSolveBody } from '../../../../../temporal/case/canonical/solve-body.ts';
import { canonicalJson } from '../../../../../temporal/json/canonical-json.ts';

interface CanonicalPayload {
  transmission_lines: Record<string, unknown>[];
  contingencies: Record<string, unknown>[];
}
const canonical = (payload: object): CanonicalPayload =>
  (canonicalSolveBody({ payload }).body as { payload: CanonicalPayload }).payload;

describe('canonical names', () => {
  it('are given to the lines of neighbouring tools', () => {
    const { transmission_lines } = canonical({
      transmission_lines: [
        { name: 'L1', bus0: 1, bus1: 2, reactance: 0.1, capacity: 50 },
        { line_id: 7, f_bus: 1, t_bus: 2, br_x: 0.2, rate_a: 60, rate_c: 70, status: 1 },
      ],
    });
    assert.deepEqual(transmission_lines, [
      { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 50 },
      {
        id: '7',
        from_bus: 1,
        to_bus: 2,
        x_pu: 0.2,
        rating_mw: 60,
        emergency_rating_mw: 70,
        in_service: true,
      },
    ]);
  });
  it('win over an alias that is present too', () => {
    const [line] = canonical({ transmission_lines: [{ id: 'a', name: 'b' }] }).transmission_lines;
    assert.equal(line?.['id'], 'a');
  });
  it('turn ohms and susceptance into per-unit reactance', () => {
    const lines = canonical({
      base_mva: 100,
      transmission_lines: [
        { x_ohm: 19.044, v_nom_kv: 138 },
        { susceptance_pu: 20 },
        { susceptance_pu: 20, v_nom_kv: 138 },
      ],
    }).transmission_lines;
    assert.deepEqual(
      lines.map((line) => Number(line['x_pu']).toFixed(6)),
      ['0.100000', '0.050000', '0.050000'],
    );
  });
  it('expand every accepted spelling of a contingency', () => {
    const transmission_lines = [{ id: 'L1' }, { id: 'L2', in_service: false }, { id: 'L3' }];
    assert.deepEqual(canonical({ transmission_lines, contingencies: 'all_lines' }).contingencies, [
      { id: 'L1', lines: ['L1'] },
      { id: 'L3', lines: ['L3'] },
    ]);
    assert.deepEqual(
      canonical({
        transmission_lines,
        contingencies: [
          'L1',
          { name: 'c2', outage_line: 'L3' },
          {
            id: 'c3',
            elements: [
              { type: 'line', id: 'L1' },
              { type: 'generator', id: 'g1' },
            ],
          },
          { affected_generators: ['g1'] },
        ],
      }).contingencies.map(({ id, lines, generators }) => ({ id, lines, generators })),
      [
        { id: 'L1', lines: ['L1'], generators: undefined },
        { id: 'c2', lines: ['L3'], generators: undefined },
        { id: 'c3', lines: ['L1'], generators: ['g1'] },
        { id: 'g1', lines: undefined, generators: ['g1'] },
      ],
    );
  });
  it('of every line are those of lines that are looked at once, however often that is asked', () => {
    let looks = 0;
    const line = {
      get in_service() {
        looks += 1;
        return false;
      },
    };
    const every = canonicalContingencies(new Array(1000).fill('n-1'), new Array(1000).fill(line));
    assert.deepEqual([every, looks], [[], 1000]);
  });
  it('say a path the way the client wrote it', () => {
    const { clientPath } = canonicalSolveBody({
      payload: {
        transmission_lines: [{ id: 'L0' }, { name: 'L1', capacity: 'x' }],
        contingencies: ['n-1', { outage_line: 'L9' }],
      },
    });
    assert.deepEqual(clientPath(['payload', 'transmission_lines', 1, 'rating_mw']), [
      'payload',
      'transmission_lines',
      1,
      'capacity',
    ]);
    assert.deepEqual(clientPath(['payload', 'contingencies', 2, 'lines', 0]), [
      'payload',
      'contingencies',
      1,
      'outage_line',
      0,
    ]);
    assert.deepEqual(clientPath(['payload', 'horizon']), ['payload', 'horizon']);
  });
  it('leave anything else for the schema to refuse', () => {
    for (const body of [null, 5, [], { payload: 5 }, { payload: { transmission_lines: [5, null] } }]) {
      assert.deepEqual(canonicalSolveBody(body).body, body);
    }
  });
});

describe('canonical JSON', () => {
  it('is the same in any order of the keys', () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }), '{"a":null,"b":[{"c":2,"d":1}]}');
  });
});
