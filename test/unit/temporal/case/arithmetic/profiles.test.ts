/** The older spelling of varying attributes, in bodies and in stored documents. */
import assert from 'node:assert/strict';
import { PROFILED, withoutProfiles } from '../../../../../temporal/case/arithmetic/profiles.ts';
import { canonicalPayload } from '../../../../../temporal/case/canonical/solve-body.ts';
import { ELEMENTS } from '../../../../../temporal/case/elements/index.ts';

const LINE = { id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1 };
const ROWS: readonly (readonly [string, object, object])[] = [
  [
    'a profile beside a number, which stays that of the machine',
    { generators: [{ name: 'G', p_max: 100, p_min: 40, p_min_profile: [10, 50] }] },
    { generators: [{ name: 'G', p_max: 100, p_min: [10, 50], rated: { p_min: 40 } }] },
  ],
  [
    'both profiles',
    { generators: [{ p_max: 9, p_min: 1, p_max_profile: [3], p_min_profile: [2] }] },
    { generators: [{ p_max: [3], p_min: [2], rated: { p_max: 9, p_min: 1 } }] },
  ],
  ['a profile alone', { generators: [{ p_max_profile: [3] }] }, { generators: [{ p_max: [3] }] }],
  [
    'a profile that is null',
    { generators: [{ p_max: 9, p_max_profile: null }] },
    { generators: [{ p_max: 9 }] },
  ],
  [
    'ratings, whose numbers meant nothing beside them',
    { transmission_lines: [{ ...LINE, rating_mw: 5, rating_mw_profile: [null, 7] }] },
    { transmission_lines: [{ ...LINE, rating_mw: [null, 7] }] },
  ],
];

describe('profiles of a payload', () => {
  for (const [what, older, folded] of ROWS)
    it(`become the attribute: ${what}`, () => {
      assert.deepEqual(withoutProfiles(older), folded);
      assert.deepEqual(canonicalPayload(older).body, folded);
    });

  it('leave a payload without any as it is', () => {
    const payload = { generators: [{ p_max: [3, 4] }], transmission_lines: [LINE] };
    assert.equal(withoutProfiles(payload), payload);
  });

  it('have the names of the client', () => {
    const { clientPath } = canonicalPayload({
      generators: [{ p_max: 9, p_max_profile: [3, 'x'] }, { p_max: [3] }],
      transmission_lines: [{ ...LINE, capacity: 5, rating_mw_profile: [-1] }],
    });
    assert.deepEqual(clientPath(['generators', 0, 'p_max', 1]), ['generators', 0, 'p_max_profile', 1]);
    assert.deepEqual(clientPath(['generators', 0, 'rated', 'p_max']), ['generators', 0, 'p_max']);
    assert.deepEqual(clientPath(['generators', 1, 'p_max', 0]), ['generators', 1, 'p_max', 0]);
    assert.deepEqual(clientPath(['transmission_lines', 0, 'rating_mw', 0]), [
      'transmission_lines',
      0,
      'rating_mw_profile',
      0,
    ]);
  });

  it('are those that the table describes', () => {
    for (const list of ['generators', 'transmission_lines'] as const) {
      const rows = Object.entries<{ spec: { meta?: { profile?: string } } }>(ELEMENTS[list].attributes);
      const described = rows.filter(([, { spec }]) => spec.meta?.profile).map(([name]) => name);
      assert.deepEqual(described.sort(), [...PROFILED[list]].sort());
    }
  });
});
