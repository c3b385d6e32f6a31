/** Verification of a schedule made elsewhere, by the whole service: over HTTP and by `grid verify`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UC_PAYLOAD } from '../../api/solve/examples.ts';
import { VERIFY_EXAMPLE } from '../../api/verify/routes.ts';
import type { Verification } from '../../temporal/case/messages/verification.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { type Grid, gridAt } from '../support/callers/grid.ts';
import { runningStack } from '../support/stack/running-stack.ts';

const PATH = '/api/modules/analyst/verify';
const { payload, schedule } = VERIFY_EXAMPLE.body;

/** Changed schedule, with place and message of its refusal. */
const MALFORMED: readonly (readonly [change: object, loc: string, msg: RegExp])[] = [
  [
    { dispatch_mw: { ...schedule.dispatch_mw, coal: [1, 2] } },
    'schedule.dispatch_mw.coal',
    /4 values.*not 2/,
  ],
  [
    { dispatch_mw: { ...schedule.dispatch_mw, coal: [1, null, 1, 1] } },
    'schedule.dispatch_mw.coal.1',
    /finite number/,
  ],
  [{ dispatch_mw: { ...schedule.dispatch_mw, coal: 'NaN' } }, 'schedule.dispatch_mw.coal', /valid list/],
  [{ dispatch_mw: 5 }, 'schedule.dispatch_mw', /valid dictionary/],
  [{ dispatch_mw: undefined }, 'schedule.dispatch_mw', /required/],
];

describe('a schedule to verify', function () {
  this.timeout(120_000);
  let admin: ApiClient;
  let grid: Grid;
  before(async () => {
    ({ admin } = await runningStack());
    const { body } = await admin.request<{ api_key: string }>('POST', '/api/users/me/api-keys', {
      body: { name: `grid ${randomUUID()}`, scopes: ['read', 'write'] },
    });
    grid = await gridAt(admin.url, { GRID_API_KEY: body.api_key });
  });
  after(() => grid.remove());
  const verify = (change: object, more: object = {}) =>
    admin.request<Verification>('POST', PATH, {
      body: { type: 'uc', payload, schedule: { ...schedule, ...change }, ...more },
    });

  it('is verified with its cost, and has a bound where it is asked for', async () => {
    const { status, body } = await verify({}, { bound: true });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.verified, body.problems, body.missing, body.notes], [true, [], [], []]);
    const { certificate } = body;
    const bound = certificate.independent_bound_usd ?? Number.NaN;
    assert.ok(bound > 0 && bound <= (certificate.recomputed_objective_usd ?? 0));
    assert.equal(certificate.prices, 'absent');
  });

  it('names every violated rule, with status 200', async () => {
    const outputs = { ...schedule.dispatch_mw, coal: [220, 270, 291, 250] };
    const { status, body } = await verify({ dispatch_mw: outputs }, { bound: true });
    assert.deepEqual([status, body.verified], [200, false]);
    assert.ok(
      body.problems.some(({ message }) => message === 'Schedule, hour 2: supply is above the load, by 1 MW'),
    );
    const coal = async (mw: number) =>
      verify({ dispatch_mw: { ...schedule.dispatch_mw, coal: [mw, mw, mw, mw] } });
    const [largest, larger] = [await coal(1e12), await coal(1e308)];
    assert.deepEqual([largest.status, largest.body.verified, larger.status], [200, false, 422]);
    const { gas: _, ...lacking } = schedule.dispatch_mw;
    const lacks = await verify({ dispatch_mw: { ...lacking, wind: [0, 0, 0, 0] }, commitment: undefined });
    assert.deepEqual(lacks.body.missing.slice(0, 2), ['commitment.gas', 'dispatch_mw.gas']);
    assert.ok(lacks.body.problems.some(({ message }) => message.includes('"wind"')));
  });

  it('names unread fields of case and schedule, and is not fully judged then', async () => {
    const { body } = await admin.request<Verification>('POST', PATH, {
      body: {
        payload: { ...payload, co2_cap_t: 1, options: { warm_start_job_id: randomUUID() } },
        schedule: { ...schedule, flexiramp_mw: { coal: [1, 1, 1, 1] } },
      },
    });
    assert.deepEqual([body.verified, body.verdict], [false, 'not_fully_judged'], JSON.stringify(body));
    const places = body.not_judged.map(({ where }) => where);
    assert.deepEqual(places, ['payload.co2_cap_t', 'schedule.flexiramp_mw']);
    assert.deepEqual(body.certificate.not_judged, body.not_judged);
  });

  it('refuses a name that stands twice, with its place', async () => {
    const text = JSON.stringify({ payload, schedule }).replace('"p_max":', '"p_max":9999,"p_max":');
    const answer = await fetch(`${admin.url}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: text,
    });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /Malformed JSON: The name ..p_max.. stands twice .*line 1, column/);
  });

  it('refuses a file that is no schedule of the case, with the place', async () => {
    for (const [change, loc, msg] of MALFORMED) {
      const { status, body } = await verify(change);
      assert.equal(status, 422, loc);
      // The client types answers of `verify` as verifications, but this one is a refusal.
      const [problem] = (body as unknown as { detail: { loc: string[]; msg: string }[] }).detail;
      assert.equal(problem?.loc.slice(1).join('.'), loc);
      assert.match(problem?.msg ?? '', msg);
    }
  });

  it('is judged by the command line, with an exit code for each end', async () => {
    const ofCase = await grid.file('case.json', UC_PAYLOAD);
    const good = await grid.run('verify', ofCase, await grid.file('good.json', schedule), '--bound');
    assert.equal(good.code, 0, good.err);
    assert.match(good.out, /^verified: \d+ of \d+ applicable checks passed/m);
    assert.match(good.out, /No schedule costs less than .*gap/);
    const outputs = { ...schedule.dispatch_mw, coal: [220, 270, 291, 250] };
    const spoilt = await grid.file('spoilt.json', { ...schedule, dispatch_mw: outputs });
    const bad = await grid.run('verify', ofCase, spoilt);
    assert.equal(bad.code, 2, bad.err);
    assert.match(bad.out, /power_balance +Schedule, hour 2: supply is above the load, by 1 MW/);
    const json = await grid.run('verify', ofCase, spoilt, '-o', 'json');
    assert.equal(JSON.parse(json.out).verified, false);
    const capped = await grid.file('capped.json', { ...UC_PAYLOAD, co2_cap_t: 1 });
    const open = await grid.run('verify', capped, await grid.file('same.json', schedule));
    assert.equal(open.code, 3, `${open.out}${open.err}`);
    assert.match(open.out, /^NOT FULLY JUDGED: \d+ of \d+[\s\S]*co2_cap_t is not a field/m);
    const none = await grid.run('verify', ofCase, await grid.file('none.json', { a: 1 }));
    assert.deepEqual([none.code, /schedule.*no dispatch_mw/.test(none.err)], [1, true], none.err);
    assert.equal((await grid.run('verify', ofCase, 'no-such-file.json')).code, 1);
  });

  it('reads files of other tools as a form has them', async () => {
    const file = new URL('../../../test/cases/formats/unitcommitment-jl/files/', import.meta.url).pathname;
    const text = await readFile(`${file}case.json`, 'utf8');
    const solution = { 'Thermal production (MW)': {}, 'Is on': {} };
    const ended = await grid.run(
      'verify',
      await grid.file('ucjl.json', JSON.parse(text)),
      await grid.file('solution.json', solution),
    );
    assert.equal(ended.code, 2, ended.err);
    assert.match(ended.err, /Read as a solution of UnitCommitment.jl/);
    assert.match(ended.out, /^Missing: commitment\./m);
  });
});
