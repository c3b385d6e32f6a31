/** The certificate of a run over HTTP: one root for all its days, and a proof for each day. */
import assert from 'node:assert/strict';
import { checkCertificate } from '../../../../api/client/offline/check-certificate.ts';
import { conclusion } from '../../../../api/client/offline/findings.ts';
import { readEvidence } from '../../../../api/client/offline/read-certificate.ts';
import type { Deps } from '../../../../api/deps.ts';
import type { SignedRun } from '../../../../temporal/case/messages/signed-certificate.ts';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { type CertifiedCase, certifiedCases } from '../../../support/cases/certified-case.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { USER_ID } from '../../../support/stack/solving-deps.ts';

const DAYS = 7;
/** Number of the day without a schedule, which has no leaf. */
const UNSOLVED = 3;
const RUN = {
  user_id: USER_ID,
  finished_at: new Date('2026-01-02'),
  pcm_model_id: 'uc-standard',
  network_id: 'net <1>',
};
const TOTALS = { total_cost_usd: 10, penalty_usd: 0, load_mwh: 5, unserved_mwh: 0 };
const UNSOLVED_DAY = { termination_status: 'INFEASIBLE', totals: null, message: 'none' };
const WARNING = 'Load <L1> was not served';
const DEEP: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);

describe('the certificate of a run', function () {
  this.timeout(60_000);
  let app: TestApp;
  let token: string;
  let cases: CertifiedCase[];
  let status = 'completed';
  before(async () => {
    cases = await certifiedCases(DAYS);
    app = await startApp({ deps: runOf(cases) });
    ({ token } = await addSignedIn(app.deps, 'ann', { user_id: USER_ID }));
  });
  after(() => app.close());

  /** A run in which day N, counted from 0, is case N. */
  function runOf(days: readonly CertifiedCase[]): Partial<Deps> {
    const windows = days.map(({ schedule: { job_id } }, index) => ({
      index,
      job_id,
      start_hour: 24 * index,
      outcome:
        index === UNSOLVED
          ? UNSOLVED_DAY
          : { termination_status: 'OPTIMAL', totals: TOTALS, ...(index > 3 && { warnings: [WARNING] }) },
    }));
    const byJob = new Map(days.map((each) => [each.schedule.job_id, each]));
    const parts: unknown = {
      executions: {
        find: async (_id: string) => (_id === 'run' ? { ...RUN, _id, status } : null),
      },
      windows: {
        heads: async (id: string) => (id === 'run' ? windows : []),
        find: async (_: string, index: number) => windows[index] ?? null,
      },
      jobs: {
        find: async (id: string) => {
          const statement = byJob.get(id)?.certificate.statement;
          return (
            statement && { _id: id, job_type: statement.job_type, finished_at: new Date(statement.ended_at) }
          );
        },
      },
      documents: {
        getStored: async (_kind: 'payload', id: string) => byJob.get(id)?.case,
        get: async (_kind: 'result', id: string) => {
          const {
            job_id: _,
            status: __,
            ...result
          } = byJob.get(id)?.schedule ?? ({} as CertifiedCase['schedule']);
          return result;
        },
      },
    };
    return parts as Partial<Deps>;
  }

  const certificate = (query = '', id = 'run') =>
    app.call('GET', `/api/model-builder/executions/${id}/certificate${query}`, { token });
  const keys = async () => (await app.call('GET', '/.well-known/jwks.json')).body;
  const unfit = async (evidence: Parameters<typeof checkCertificate>[0]) =>
    (await checkCertificate(evidence)).findings.filter(({ fits }) => fits !== true).map(({ part }) => part);

  it('proves each of its days, with the case and the result of that day alone', async () => {
    const whole = await certificate();
    assert.equal(whole.status, 200, whole.text);
    assert.equal((await certificate()).text, whole.text);
    assert.equal(whole.body.statement.days, DAYS - 1);
    for (const [index, { case: payload, schedule }] of cases.entries()) {
      const { status, body } = await certificate(`?day=${index + 1}`);
      assert.equal(status, index === UNSOLVED ? 404 : 200);
      if (status === 404) continue;
      assert.equal(body.signature, whole.body.signature);
      const verdict = await checkCertificate({
        certificate: body,
        case: payload,
        schedule,
        keys: await keys(),
      });
      assert.ok(conclusion(verdict).verdict === 'verified', JSON.stringify(verdict.findings));
      assert.match(verdict.findings.find(({ part }) => part === 'day')?.message ?? '', /one of the 6/);
    }
  });

  it('proves no other day, and nothing that was changed', async () => {
    const [one, two] = cases;
    assert.ok(one && two);
    const first: SignedRun = (await certificate('?day=1')).body;
    const second: SignedRun = (await certificate('?day=2')).body;
    const { day, leaves } = first;
    assert.ok(day && second.day);
    const published = await keys();
    const check = async (changes: object) =>
      unfit({
        certificate: { ...first, ...changes },
        case: one.case,
        schedule: one.schedule,
        keys: published,
      });
    assert.deepEqual(await check({}), []);
    assert.ok((await check({ day: second.day })).includes('case'));
    const statement = { ...day.statement, objective_value: 1 };
    const wrong: Record<string, object> = {
      'another number': { day: { ...day, day: 2 } },
      'another place': { day: { ...day, index: 1 } },
      'another statement': { day: { ...day, statement } },
      'a shorter proof': { day: { ...day, proof: day.proof.slice(1) } },
      'the proof of another': { day: { ...day, proof: second.day.proof } },
      'no proof': { day: { ...day, proof: 1 } },
      'a proof of no hashes': { day: { ...day, proof: [[leaves[0]?.leaf_sha256], {}, 1] } },
      'a statement without an end': {
        day: { ...day, statement: { ...day.statement, certificate: { deep: DEEP } } },
      },
      'a leaf less': { leaves: leaves.slice(1) },
      'leaves that are none': { leaves: [null] },
      'leaves in another order': { leaves: leaves.toReversed() },
    };
    for (const [name, changes] of Object.entries(wrong))
      assert.ok((await check(changes)).includes('day'), name);
    assert.ok((await check({ statement: { ...first.statement, days: 5 } })).includes('signature'));
  });

  it('certifies its days, not the run as a whole', async () => {
    const verdict = await checkCertificate({ certificate: (await certificate()).body, keys: await keys() });
    assert.deepEqual(
      verdict.findings.map(({ part, fits }) => [part, fits]),
      [
        ['certificate', null],
        ['key', true],
        ['signature', true],
      ],
    );
    assert.match(verdict.findings[0]?.message ?? '', /fetch `certificate\?day=`/);
  });

  it('is inside the report of the run, with every day, and shows any change of them', async () => {
    const { status, text } = await app.call('GET', '/api/model-builder/executions/run/report.html', {
      token,
    });
    assert.equal(status, 200, text);
    assert.match(text, /<h1>uc-standard on net &#60;1&#62;<\/h1>/);
    assert.match(
      text,
      /<td class="text">4<\/td><td class="text">hour\u00a072<\/td><td class="text">INFEASIBLE: none<\/td>/,
    );
    assert.match(text, /<dt>Operating cost, \$<\/dt><dd>60<\/dd>/);
    assert.match(text, /<li>Days 5 to 7: Load &#60;L1&#62; was not served<\/li>/);
    const check = async (html: string) => {
      const verdict = await checkCertificate({
        ...readEvidence(html),
        keys: await keys(),
        areKeysInside: false,
      });
      return [conclusion(verdict).verdict, ...verdict.findings.map(({ part, fits }) => `${part} ${fits}`)];
    };
    const fits = ['certificate true', 'day true', 'rules true', 'page null', 'key true', 'signature true'];
    assert.deepEqual(await check(text), ['not_fully_judged', ...fits]);
    const cost = text.replace(/("objective_value":)\d/, '$19');
    assert.deepEqual(await check(cost), ['refused', ...fits.with(1, 'day false')]);
    for (const edit of [
      (html: string) => html.replace('<dd>60</dd>', '<dd>6</dd>'),
      (html: string) => `${html}<p>More</p>`,
    ])
      assert.deepEqual(await check(edit(text)), ['refused', ...fits.with(3, 'page false')]);
    const [day] = /\{"format":"grid-certificate.*?\},(?=\{"format")/.exec(text) ?? [];
    assert.ok(day);
    assert.equal((await check(text.replace(day, '')))[2], 'day false');
    assert.equal((await check(text.replace(day, `${day}${day}`)))[2], 'day false');
  });

  it('is there for a run that has ended, for its owner, and for days that there are', async () => {
    assert.equal((await certificate('', 'unknown')).status, 404);
    assert.equal((await certificate('?day=99')).status, 404);
    for (const query of ['?day=0', '?day=x', '?day=1.5'])
      assert.equal((await certificate(query)).status, 422);
    const bob = await addSignedIn(app.deps, 'bob');
    const theirs = await app.call('GET', '/api/model-builder/executions/run/certificate', {
      token: bob.token,
    });
    assert.equal(theirs.status, 404);
    status = 'running';
    const { status: code, body } = await certificate();
    status = 'completed';
    assert.equal(code, 409);
    assert.match(body.detail, /The run is running/);
  });

  it('has a word for a run without a schedule', async () => {
    const none = await startApp({ deps: runOf([]) });
    const { token: other } = await addSignedIn(none.deps, 'cyd', { user_id: USER_ID });
    const { status: code, body } = await none.call('GET', '/api/model-builder/executions/run/certificate', {
      token: other,
    });
    await none.close();
    assert.equal(code, 409);
    assert.match(body.detail, /No day of the run has a schedule/);
  });
});
