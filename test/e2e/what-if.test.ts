/**
 * What-ifs over HTTP, on all processes: a proven interval at once, then the exact answer, which is kept or discarded.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parseEvent, type ServerEvent } from '../../api/client/events.ts';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

interface Ends {
  readonly lower_usd: number | null;
  readonly upper_usd: number | null;
}
interface Answer {
  readonly what_if_id: string | null;
  readonly interval: Ends & { readonly gap: number | null };
  readonly change_usd: Ends;
  readonly parent_objective_usd: number;
  readonly verified: boolean;
  readonly causes?: readonly { readonly code: string }[];
}
interface Refusal {
  readonly detail: string | readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[];
}

describe('what-ifs', function () {
  this.timeout(180_000);
  let running: RunningStack;
  let api: ApiClient;
  let jobId: string;
  const ask = <T = Answer>(body: object, id = jobId, client = api) =>
    client.request<T>('POST', `${SOLVE}/${id}/what-if`, { body });
  const follow = (id: string, signal?: AbortSignal) =>
    fetch(new URL(`${SOLVE}/${jobId}/what-if/${id}/events`, api.url), {
      headers: { authorization: `Bearer ${api.token}` },
      ...(signal && { signal }),
    });
  const listed = async () =>
    (await api.request<{ jobs: JobStatusReply[] }>('GET', `${SOLVE}?limit=100`)).body.jobs.map(
      (job) => job.job_id,
    );

  before(async () => {
    running = await runningStack();
    api = running.admin;
    jobId = await api.submit('uc', payload(), { scenario_id: 'what-if' });
    await api.wait(jobId);
  });

  it('answer at once with a proven interval, which the exact solve ends within', async () => {
    const { status, body, headers } = await ask({ changes: [{ load: '1', factor: 1.1, hours: [1] }] });
    assert.equal(status, 200);
    assert.match(headers.get('ratelimit-policy') ?? '', /^"what-if"/);
    const { interval, parent_objective_usd, change_usd, what_if_id } = body;
    assert.deepEqual([parent_objective_usd, body.verified], [6500, true]);
    const events = await eventsOf(await follow(what_if_id ?? ''));
    const types = events.map(({ type }) => type);
    assert.deepEqual([types[0], ...types.slice(-2)], ['interval', 'result', 'done']);
    const ends = events.slice(0, -1).map(({ data }) => (JSON.parse(data) as Answer).interval);
    assertNarrowing([interval, ...ends]);
    // 12 MWh more at 40 $/MWh, from a unit that is on in this hour already.
    const exact = await api.result(what_if_id ?? '');
    assert.equal(exact.objective_value, 6500 + 12 * 40);
    assert.ok(Number(change_usd.lower_usd) <= 480 && 480 <= Number(change_usd.upper_usd) + 1e-6);
    assert.ok(exact.warnings.includes(`The warm start from job ${jobId} was used`));
  });

  it('are not in the list of jobs until they are kept', async () => {
    const { body } = await ask({ changes: [{ unit: 'g1', value: 90 }] });
    const id = body.what_if_id ?? '';
    const status = await api.wait(id);
    assert.deepEqual([status.what_if_of, status.part_of?.type], [jobId, 'job']);
    assert.ok(!(await listed()).includes(id));
    for (const _ of ['once', 'twice']) {
      const reply = await api.request<JobStatusReply>('POST', `${SOLVE}/${jobId}/what-if/${id}/keep`);
      assert.deepEqual([reply.status, reply.body.part_of, reply.body.what_if_of], [200, null, jobId]);
    }
    assert.ok((await listed()).includes(id));
    const { body: changedCase } = await api.request<{ generators: { name: string; p_max: number }[] }>(
      'GET',
      `${SOLVE}/${id}/payload`,
    );
    assert.equal(changedCase.generators.find(({ name }) => name === 'g1')?.p_max, 90);
  });

  it('say at once why the changed case has no schedule, and start no solve', async () => {
    const { status, body } = await ask({ changes: [{ load: '*', value: 5000, hours: [0] }] });
    assert.deepEqual([status, body.what_if_id, body.interval.upper_usd], [200, null, null]);
    assert.equal(body.causes?.[0]?.code, 'CAPACITY_SHORTFALL');
  });

  it('are cancelled when no client follows them any more', async () => {
    const base = await api.submit('uc', hardCase(100, 24), { scenario_id: 'left', timeout: 10 });
    await api.wait(base);
    // A proof to the last cent for a hundred units takes longer than the test waits.
    const changes = [
      { path: 'mip_gap', value: 0 },
      { load: '*', factor: 1.02 },
    ];
    const { body } = await ask({ changes, timeout: 600 }, base);
    const id = body.what_if_id ?? '';
    const client = new AbortController();
    const stream = await fetch(new URL(`${SOLVE}/${base}/what-if/${id}/events`, api.url), {
      headers: { authorization: `Bearer ${api.token}` },
      signal: client.signal,
    });
    assert.equal(stream.status, 200);
    await stream.body?.getReader().read();
    client.abort();
    await until(async () => (await api.status(id)).status === 'cancelled', 60_000);
  });

  for (const [what, body, loc, words] of [
    [
      'an unknown unit',
      { changes: [{ unit: 'g3', factor: 2 }] },
      'unit',
      /no unit g3; generators there are: g1, g2/,
    ],
    ['an unknown path', { changes: [{ path: 'lods', factor: 2 }] }, 'path', /no such variable/],
    ['an hour outside', { changes: [{ load: '1', factor: 2, hours: [3] }] }, 'hours', /hours 0 to 2/],
    ['a factor too large', '{"changes":[{"load":"1","factor":1e308}]}', 'factor', /1000000000000/],
    ['a factor of infinity', '{"changes":[{"load":"1","factor":1e999}]}', 'factor', /finite/],
    ['no change', { changes: [{ load: '1', factor: 1 }] }, 'changes', /do not change/],
    ['too many', { changes: Array.from({ length: 21 }, () => ({ load: '1', factor: 2 })) }, 'changes', /20/],
    ['nothing to change', { changes: [{ factor: 2 }] }, 0, /one of path, unit, line, load/],
    ['a factor and a value', { changes: [{ load: '1', factor: 2, value: 3 }] }, 0, /one of factor, value/],
  ] as const) {
    it(`refuse ${what} in words`, async () => {
      const { status, body: refusal } = await api.request<Refusal>('POST', `${SOLVE}/${jobId}/what-if`, {
        body,
      });
      assert.equal(status, 422, JSON.stringify(refusal));
      const [first] = typeof refusal.detail === 'string' ? [] : refusal.detail;
      assert.equal(first?.loc.at(-1), loc);
      assert.match(first?.msg ?? '', words);
    });
  }

  it('need a job of the caller that has a schedule', async () => {
    const changes = [{ load: '1', factor: 1.1 }];
    const client = await newUser(running);
    assert.equal((await ask({ changes }, jobId, client)).status, 404);
    assert.equal((await ask({ changes }, randomUUID())).status, 404);
    const impossible = await api.submit('uc', payload({ loads: [{ bus: 1, values: [80, 500, 90] }] }));
    await api.wait(impossible);
    const refused = await ask<Refusal>({ changes }, impossible);
    assert.equal(refused.status, 409);
    assert.match(String(refused.body.detail), /ended INFEASIBLE: it has no schedule/);
    assert.equal((await follow(impossible)).status, 404);
  });
});

/** Each interval lies within the previous one. */
function assertNarrowing(intervals: readonly Ends[]): void {
  for (const [i, { lower_usd, upper_usd }] of intervals.slice(1).entries()) {
    const before = intervals[i];
    assert.ok(Number(lower_usd) >= Number(before?.lower_usd), JSON.stringify(intervals));
    assert.ok(Number(upper_usd) <= Number(before?.upper_usd), JSON.stringify(intervals));
  }
}

async function eventsOf(response: Response): Promise<ServerEvent[]> {
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const blocks = (await response.text()).split('\n\n');
  return blocks.flatMap((block) => parseEvent(block) ?? []);
}
