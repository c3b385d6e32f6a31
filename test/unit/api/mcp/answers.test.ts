/** Every tool on results that are far larger than a conversation may be; a fake API returns made-up figures. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createClient } from '../../../../api/client/client.ts';
import { createGridServer } from '../../../../api/mcp/server.ts';
import { MOST_CHARACTERS } from '../../../../api/mcp/tools/fit.ts';

const ID = '3f2b8c1e-0000-4000-8000-123456789abc';
const many = <T>(count: number, make: (k: number) => T): T[] =>
  Array.from({ length: count }, (_, k) => make(k));
const LONG = 'a sentence about a unit. '.repeat(400);
const job = (k = 0) => ({
  ...{
    job_id: ID,
    name: `${LONG.slice(0, 190)}${k}`,
    scenario_id: 'case',
    status: 'completed',
    job_type: 'uc',
  },
  ...{ objective_value: 12345.6, penalty_usd: 0, finished_at: '2026-11-28T06:00:00.000Z', progress: 100 },
  ...{
    termination_status: 'OPTIMAL',
    progress_detail: null,
    mip_gap: 0,
    warnings: many(20, (w) => `${LONG.slice(0, 100)}${w}`),
  },
});
const record = (k: number) => ({
  ...{
    hour: k % 24,
    buses: many(5, (bus) => `bus_${bus}`),
    price_usd_per_mwh: k / 7,
    reason: LONG.slice(0, 200),
  },
  ...{ generator: `unit-${k}`, marginal_cost_usd_per_mwh: k, role: 'sets' },
});
const citation = (k: number) => ({
  ...{ text: `figure ${k}`, value: k },
  source: { job_id: ID, table: 'lmp', element_id: `bus_${k}`, hour: k % 24 },
});
const csv = (): string =>
  [
    'generator,hour,dispatch_mw,available_mw',
    ...many(40 * 168, (k) => `unit-${Math.floor(k / 168)},${k % 168},${k / 3},100`),
  ].join('\n');
const series = (count: number) =>
  Object.fromEntries(many(count, (k) => [`bus_${k}`, many(168, (hour) => hour * k)]));

/** End of the path -> reply of the fake API. */
const ANSWERS: readonly (readonly [path: RegExp, body: () => unknown])[] = [
  [/solve\/[^/]+\/results$/, csv],
  [/results\/download$/, csv],
  [
    /tools\/\w+$/,
    () => ({
      tool: 't',
      statement: LONG,
      data: { committed: 1, records: many(1000, record), sums: series(300) },
      citations: many(3000, citation),
    }),
  ],
  [
    /diff\//,
    () => ({
      ...{ cost: { objective: 1 }, costs: { first: { objective: 1 }, second: { objective: 2 } } },
      ...{ dispatch_mw: series(200), lmp: series(200), flows: series(100) },
      commitment: many(1000, (k) => ({ generator: `unit-${k}`, hour: k % 24, first: 0, second: 1 })),
    }),
  ],
  [
    /what-if$/,
    () => ({
      ...{
        what_if_id: null,
        interval: { lower_usd: 1, upper_usd: 2, gap: 0.5 },
        change_usd: {},
        parent_objective_usd: 1,
      },
      ...{
        verified: true,
        elapsed_ms: 1,
        causes: many(300, (k) => ({ code: 'CAPACITY', message: LONG, hour: k })),
      },
    }),
  ],
  [
    /verify$/,
    () => ({
      ...{ verified: false, verdict: 'refused', not_judged: [], certificate: { checks: many(500, record) } },
      problems: many(300, (k) => ({ check: 'ramp', element_id: `unit-${k}`, hour: k, message: LONG })),
    }),
  ],
  [
    /ac-check$/,
    () => ({
      ...{ base_mva: 100, tolerance_mva: 1e-6, assumptions: many(20, record) },
      summary: { intervals: 168, converged: 100, voltage_violations: 3 },
      intervals: many(168, (interval) => ({
        ...{ interval, converged: interval < 100, voltage_violations: 3, overloads: 0, reactive_limits: 0 },
        voltages_outside: many(100, (bus) => ({ bus, v_pu: 0.8, limit: 'min', limit_pu: 0.9 })),
      })),
    }),
  ],
  [/connection-studies$/, () => ({ study_id: ID, status: 'queued' })],
  [
    /connection-studies\/[^/]+\/results$/,
    () => ({
      study_id: ID,
      base: { execution_id: ID, total_cost_usd: 1, co2_t: null, serves: true, message: null },
      candidates: many(50, (bus) => ({
        ...{ bus, kind: 'load', firm_mw: { at_least: 1, at_most: 2 }, flexible_mw: [], remedy: null },
        binding: many(50, record),
        bound_ids: [ID],
      })),
    }),
  ],
  [/connection-studies\/[^/]+$/, () => ({ study_id: ID, status: 'completed', progress: 100, error: null })],
  [/solve\/(uc|scuc|ed)$/, () => ({ job_id: ID, status: 'queued' })],
  [/stop$/, () => job()],
  [/status$/, () => ({ ...job(), convergence: many(1000, record) })],
  [
    /scenarios\/import$/,
    () => ({
      scenario_id: 'case',
      job_type: 'uc',
      report: { kept: many(1000, record), changed: [], dropped: [] },
    }),
  ],
  [
    /scenarios$/,
    () => ({
      scenarios: many(100, (k) => ({
        scenario_id: `case-${k}`,
        job_type: 'uc',
        name: LONG,
        updated_at: null,
        owner: 'me',
      })),
      total: 4000,
    }),
  ],
  [
    /scenarios\/[\w-]+$/,
    () => ({
      scenario_id: 'case',
      owner: 'me',
      job_type: 'uc',
      payload: { horizon: 1, loads: [], generators: [] },
    }),
  ],
  [/experiments\/submit$/, () => ({ experiment_id: ID, scenarios_total: 4 })],
  [/experiments$/, () => ({ experiments: many(100, job), total: 100 })],
  [/executions$/, () => ({ executions: many(100, job), total: 100 })],
  [/schedules$/, () => ({ schedules: many(20, job), total: 20 })],
  [/networks$/, () => ({ networks: many(100, job), total: 100 })],
  [/solve$/, () => ({ jobs: many(100, job), total: 5000 })],
  [/users\/me$/, () => ({ scopes: ['read'] })],
];

const requests: Request[] = [];
const api = createClient({
  baseUrl: 'http://api.example',
  fetch: async (request) => {
    requests.push(request);
    const { pathname } = new URL(request.url);
    const body = ANSWERS.find(([path]) => path.test(pathname))?.[1]() ?? { detail: 'Not found' };
    const isText = typeof body === 'string';
    const headers = { 'content-type': isText ? 'text/csv' : 'application/json' };
    return new Response(isText ? body : JSON.stringify(body), { headers });
  },
});

async function agentWith(scopes?: readonly string[]): Promise<Client> {
  const server = createGridServer({
    client: api,
    scopes,
    mostBytes: 64e6,
    onError: (error) => assert.fail(String(error)),
  });
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'tests', version: '1' });
  await Promise.all([server.connect(other), client.connect(one)]);
  return client;
}

const schedule = { dispatch_mw: { unit: [1] } };
const payload = { horizon: 1, loads: [], generators: [] };
/** Tool -> calls of it. */
const CALLS: Readonly<Record<string, readonly object[]>> = {
  list_cases: [{ limit: 100 }],
  import_case: [{ content: JSON.stringify(payload) }],
  submit_solve: [{ scenario_id: 'case' }],
  wait_for_job: [
    { job_id: ID, timeout: 0 },
    { experiment_id: ID, timeout: 0 },
  ],
  get_result: [
    { job_id: ID, limit: 500 },
    { job_id: ID, table: 'lmp', hour: 3, limit: 500 },
    { experiment_id: ID },
  ],
  explain: [
    'summary',
    'costs',
    'commitment',
    'dispatch',
    'prices',
    'price_setters',
    'binding_constraints',
    'reserve_margin',
    'infeasibility',
    'network_data',
  ].map((about) => ({ about, job_id: ID })),
  ask_why: [{ generator: 'unit', hour: 1, job_id: ID }],
  what_if: [{ job_id: ID, changes: [{ load: '*', factor: 2 }] }],
  compare_jobs: [{ job_id: ID, other_job_id: ID, limit: 500 }],
  verify_schedule: [{ payload, schedule }],
  check_ac: [{ job_id: ID, slack_buses: [1] }],
  submit_experiment: [{ name: 'x', base_scenario_id: 'case', variables: [{ name: 'load', values: [1] }] }],
  study_connection: [{ network_id: 'rts24' }, { study_id: ID }],
  list_jobs: ['solve', 'experiment', 'run', 'schedule', 'network'].map((kind) => ({ kind, limit: 100 })),
  cancel_job: [{ job_id: ID, keep_best: true }],
};

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly text: string }[];
}

describe('an answer of a tool', () => {
  let agent: Client;
  const call = async (name: string, args: object): Promise<Answer> => {
    const answer: unknown = await agent.callTool({ name, arguments: { ...args } });
    return answer as Answer;
  };
  before(async () => {
    agent = await agentWith();
    // Lists the tools first, so that the client checks answers against their schemas.
    await agent.listTools();
  });

  it('is of a tool that is called here', async () => {
    const { tools } = await agent.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(CALLS).sort());
  });

  for (const [name, calls] of Object.entries(CALLS))
    for (const args of calls)
      it(`fits a conversation: ${name} ${JSON.stringify(args).slice(0, 60)}`, async () => {
        const { isError, structuredContent, content } = await call(name, args);
        assert.ok(!isError, content[0]?.text);
        const whole = JSON.stringify({ structuredContent, content });
        assert.ok(whole.length <= MOST_CHARACTERS, `${whole.length} characters`);
        const [{ text } = { text: '' }] = content;
        assert.ok(text.length > 0 && text.length <= 600, text);
      });

  it('reports how much was cut, and how to ask for less', async () => {
    const { structuredContent: rows } = await call('get_result', { job_id: ID, limit: 500, hour: 3 });
    assert.deepEqual(rows['columns'], ['generator', 'hour', 'dispatch_mw', 'available_mw']);
    assert.equal(rows['total_rows'], 40);
    assert.equal(rows['cut'], undefined);
    const { structuredContent: setters } = await call('explain', { about: 'price_setters', job_id: ID });
    const cut = setters['cut'] as { what: string; shown: number; total: number }[];
    const records = cut.find(({ what }) => what === 'data.records');
    assert.ok(records && records.shown > 3 && records.total === 1000, JSON.stringify(cut));
    assert.match(String(setters['more']), /Narrow it by generator, bus or hour/);
  });

  it('has the records of an hour alone', async () => {
    const { structuredContent } = await call('explain', { about: 'price_setters', job_id: ID, hour: 7 });
    const { records } = Object(structuredContent['data']);
    assert.ok(records.length > 3 && records.every(({ hour }: { hour: number }) => hour === 7));
    const none = await call('explain', { about: 'price_setters', job_id: ID, hour: 99 });
    assert.match(none.content[0]?.text ?? '', /no record of hour 99/);
  });

  it('names an element or an hour that a table does not have', async () => {
    const element = await call('get_result', { job_id: ID, element: 'unit-20x' });
    assert.equal(element.isError, true);
    assert.match(element.content[0]?.text ?? '', /no element "unit-20x"; it has 40, such as unit-0, unit-1/);
    const near = await call('get_result', { job_id: ID, element: 'UNIT-1' });
    assert.match(near.content[0]?.text ?? '', /such as unit-1, unit-10/);
    const hour = await call('get_result', { job_id: ID, hour: 168 });
    assert.match(hour.content[0]?.text ?? '', /no hour 168: it has 0 to 167/);
  });

  it('to the same what-if has the same key, and waits for its interval for a few seconds', async () => {
    const keyOf = async (changes: readonly object[]) => {
      await call('what_if', { job_id: ID, changes });
      const { headers } = requests.findLast(({ url }) => url.endsWith('what-if')) ?? {};
      assert.equal(headers?.get('prefer'), 'wait=5');
      return headers?.get('idempotency-key');
    };
    const first = await keyOf([{ load: '*', factor: 2 }]);
    assert.match(first ?? '', /^[\da-f]{64}$/);
    assert.equal(await keyOf([{ load: '*', factor: 2 }]), first);
    assert.notEqual(await keyOf([{ load: '*', factor: 3 }]), first);
  });
});

describe('the tools of a key that only reads', () => {
  it('are those that only read', async () => {
    const { tools } = await (await agentWith(['read'])).listTools();
    assert.ok(tools.length > 5 && tools.every(({ annotations }) => annotations?.readOnlyHint));
    assert.ok(tools.every(({ inputSchema }) => inputSchema['additionalProperties'] === false));
    const all = await (await agentWith(['read', 'write'])).listTools();
    assert.equal(all.tools.length, Object.keys(CALLS).length);
  });
});

describe('resources', () => {
  it('have names that tell them apart', async () => {
    const { resources } = await (await agentWith()).listResources();
    const result = resources.find(({ uri }) => uri === `grid://jobs/${ID}/result`);
    assert.match(result?.name ?? '', /^Result: .*\(case\), \$12,346, 2026-11-28 06:00 UTC$/);
    assert.ok(resources.some(({ name }) => name.startsWith('Certificate: ')));
  });
});
