/** Requests that the power-flow routes refuse, and the largest networks that they accept. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MAX_ITEMS } from '../../../../../api/power-flow/item-list.ts';
import { ROUTES } from '../../../../../api/routes.ts';
import { addUser, tokenOf } from '../../../../support/callers/accounts.ts';
import { saidOf } from '../../../../support/said-of.ts';
import { startApp, type TestApp } from '../../../../support/stack/app.ts';

/** Paths of the checks, which take a body. */
const PATHS = ROUTES.filter(({ method, path }) => method === 'post' && path.includes('/power-flow/')).map(
  ({ path }) => path,
);
/** Bodies that every check refuses, each with the place and the kind of its fault. */
const REFUSED: readonly {
  readonly name: string;
  readonly endpoint: string;
  readonly body?: unknown;
  /** Body as text, if no JSON value can express the fault. */
  readonly raw?: string;
  readonly loc: readonly (string | number)[];
  readonly type: string;
}[] = JSON.parse(
  readFileSync(new URL('../../../../../../test/cases/power-flow/refused.json', import.meta.url), 'utf8'),
);
const MANY = Array.from({ length: MAX_ITEMS }, (_, i) => i);

describe('requests to the power-flow checks', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());
  const call = (endpoint: string, body: unknown) =>
    app.call('POST', `/modules/power-flow/${endpoint}`, { token, body });

  for (const { name, endpoint, body, raw = JSON.stringify(body), loc, type } of REFUSED)
    it(`are refused by ${endpoint} with the place: ${name}`, async () => {
      const path = `/modules/power-flow/${endpoint}`;
      const answer = await app.call('POST', path, { token, raw });
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(saidOf(answer.body.detail, [{ loc, type }]), [{ loc, type }]);
    });

  it('are refused with too many items in a list', async () => {
    const { status, body } = await call('solve', { lines: [...MANY, null] });
    const expected = [{ loc: ['body', 'lines'], type: 'too_long' }];
    assert.deepEqual([status, saidOf(body.detail, expected)], [422, expected]);
  });
  it('may hold numbers that are too large in lists, not for a single line', async () => {
    const huge = '1e999';
    const raw = (endpoint: string, text: string) =>
      app.call('POST', `/modules/power-flow/${endpoint}`, { token, raw: text });
    const listed = await raw('solve', `{"lines":[{"id":"A","r_ohm":${huge},"x_ohm":1}]}`);
    assert.deepEqual(listed.body.warnings, ['Line A: r_ohm is missing or not finite; line excluded']);
    const single = await raw('validate-line', `{"id":"A","r_ohm":${huge},"x_ohm":1}`);
    assert.equal(single.body.detail[0].type, 'finite_number');
  });
  it('get the counts of a topology when they ask for them', async () => {
    const { body } = await call('validate-topology?summary=true', { buses: [{ id: 1 }], lines: [] });
    assert.deepEqual(body.summary, { buses: 1, lines: 0, components: 1, radial_buses: 0 });
  });
  it('may leave out lines and units of a state', async () => {
    const buses = [{ id: 1, v_nom_kv: 1, v_pu: 1, angle_deg: 0 }];
    assert.deepEqual((await call('validate', { buses })).body, { valid: true, errors: [], warnings: [] });
  });
  it('need access to the module', async () => {
    const { user_id: userId } = await addUser(app.deps, 'outsider');
    await app.deps.subscriptions.grant(userId, 'power-flow', 'none', new Date());
    const other = await app.deps.tokens.sign(
      { userId, sessionId: randomUUID(), role: 'user' },
      app.deps.now(),
    );
    for (const path of PATHS) {
      const { status, body } = await app.call('POST', path, { token: other, body: {} });
      assert.deepEqual([status, body.detail], [403, 'No access to module power-flow'], path);
    }
  });

  const HUGE: readonly (readonly [string, unknown])[] = [
    ['solve', { lines: MANY.map((id) => ({ id, r_ohm: 1, x_ohm: 10, s_nom_mva: 100 })) }],
    [
      'validate-lines',
      { lines: MANY.map((id) => ({ id, from_bus: id, to_bus: id + 1, r_ohm: 1, x_ohm: 10 })) },
    ],
    [
      'validate-topology',
      { buses: MANY.map((id) => ({ id })), lines: MANY.map((id) => ({ from_bus: id, to_bus: id >> 1 })) },
    ],
  ];
  for (const [endpoint, body] of HUGE) {
    it(`may hold ${MAX_ITEMS} items of ${endpoint}`, async () => {
      assert.equal((await call(endpoint, body)).status, 200);
    });
  }
});
