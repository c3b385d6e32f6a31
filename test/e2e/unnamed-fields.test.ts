/**
 * Fields unknown to the schemas, sent to every route with a body, at every level of its objects: none is stored in any
 * collection, audit entry or workflow, except inside payloads and networks, which keep them.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import type { Db } from 'mongodb';
import { BSON } from 'mongodb';
import { WebSocket } from 'ws';
import { ObjectSchema, type Schema } from 'yup';
import type { Example, RouteShape } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { UC_EXAMPLE } from '../../api/solve/examples.ts';
import { VERIFY_EXAMPLE } from '../../api/verify/routes.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { INDEXES } from '../../mongo/index-list.ts';
import { connectTemporal } from '../../temporal/client.ts';
import { ROUTES as SOLVER_ROUTES } from '../../workers/http/app.ts';
import { tokenOf } from '../support/callers/accounts.ts';
import { type ApiClient, clientOf } from '../support/callers/api-client.ts';
import { exampleSender, type SendExample } from '../support/callers/example-sender.ts';
import { untilExecution } from '../support/callers/run-execution.ts';
import { untilExperiment } from '../support/callers/run-experiment.ts';
import { payload } from '../support/cases/payloads.ts';
import { threeBus } from '../support/cases/three-bus.ts';
import { UNNAMED, withUnnamed } from '../support/cases/unnamed-fields.ts';
import { toChatClient } from '../support/chat/chat-client.ts';
import { type ChatStack, chatStack } from '../support/chat/chat-stack.ts';
import { type StandIn, startStandIn } from '../support/models/stand-in/start-stand-in.ts';
import { testSettings } from '../support/stack/app.ts';
import { runningStack } from '../support/stack/running-stack.ts';

const MARK = `unnamed-${randomUUID()}`;

const withBody = (routes: readonly RouteShape[]): (RouteShape & { readonly body: Schema })[] =>
  routes.flatMap((route) => (route.body ? [{ ...route, body: route.body }] : []));
const nameOf = ({ method, path }: RouteShape): string => `${method.toUpperCase()} ${path}`;

const RUN = {
  pcm_model_id: 'pcm-rolling',
  network_id: 'rts24',
  solver: { id: 'highs', parameters: { mip_gap: 0.01 } },
  options: { horizon: 4, fuel_prices: {}, real_time: { look_ahead_h: 1 } },
};
const SCALES = { method: 'list', scenarios: [{ load_scale: 1 }, { load_scale: 0.99 }] };
const MATRIX = {
  method: 'grid',
  variables: [{ name: 'load', type: 'discrete', values: [1, 1.01] }],
};

/** Additional bodies of a route, with objects that its example lacks. */
const OTHERS: Readonly<Record<string, readonly Example[]>> = {
  'POST /schedules': [
    {
      status: 201,
      body: {
        name: 'yearly experiment',
        cron: '0 0 1 1 *',
        experiment: { name: 'e', base_scenario_id: 'demo-24h', scenario_matrix: MATRIX },
      },
    },
    { status: 201, body: { name: 'yearly run', cron: '0 0 1 1 *', run: RUN } },
  ],
  'POST /experiments/submit': [
    { status: 202, body: { name: 'runs', execution: RUN, scenario_matrix: SCALES } },
    {
      status: 202,
      body: {
        name: 'list',
        base_scenario_id: 'demo-24h',
        scenario_matrix: { method: 'list', scenarios: [{ load: 1 }, { load: 1.02 }] },
      },
    },
  ],
  'POST /experiments/plan': [{ status: 200, body: { execution: RUN, scenario_matrix: SCALES } }],
  'POST /model-builder/run': [{ status: 202, body: RUN }],
  'POST /modules/analyst/solve/uc': [
    {
      status: 202,
      body: {
        scenario_id: 'with-options',
        payload: { ...payload(), options: { mip_gap: 0.01 } },
        tags: ['a'],
      },
    },
  ],
};

const { commitment } = VERIFY_EXAMPLE.body.schedule;
const { loads: _, horizon: _horizon, ...unitsAndLines } = threeBus();
const LINES = { lines: threeBus().transmission_lines };

/** Valid bodies of the routes of the solver service. */
const SOLVER_BODIES: Readonly<Record<string, Example>> = {
  'POST /validate': { query: { type: 'uc' }, body: payload() },
  'POST /verify': { body: VERIFY_EXAMPLE.body },
  'POST /ac-check': {
    body: { payload: threeBus(), schedule: { dispatch_mw: {} }, ac: { slack_buses: [1] } },
  },
  'POST /what-if': {
    query: { type: 'uc' },
    body: { payload: UC_EXAMPLE.body.payload, commitment, multipliers: null },
  },
  'POST /solve/uc': { status: 202, body: { payload: payload(), options: { mip_gap: 0.01 } } },
  'POST /solve/scuc': { status: 202, body: { payload: threeBus() } },
  'POST /solve/ed': { status: 202, body: { payload: threeBus() } },
  'POST /solve/sced': { status: 202, body: { payload: { ...unitsAndLines, load_mw: { 2: 50, 3: 150 } } } },
  'POST /sensitivity/ptdf': { body: LINES },
  'POST /sensitivity/lodf': { body: LINES },
  'POST /cases': {
    status: 201,
    body: {
      buses: [{ id: 1, v_nom_kv: 138 }],
      lines: [],
      generators: [],
      loads: [{ bus: 1, values: [50] }],
    },
  },
};

/** Documents that may keep unknown fields: payloads and networks, with their versions. */
const KEEPS_UNKNOWN = /^(?:payload|scenario|network)\//;

describe('fields that no schema names', function () {
  this.timeout(120_000);
  const startedAt = new Date(Date.now() - 1000);
  let standIn: StandIn;
  let stack: ChatStack;
  let admin: ApiClient;
  let send: SendExample;
  let solverToken: string;
  let servers: Awaited<ReturnType<typeof runningStack>>['stack'];
  const open: (() => Promise<unknown>)[] = [];
  before(async () => {
    standIn = await startStandIn();
    stack = await chatStack({ AI_BASE_URL: standIn.url, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in' });
    admin = await clientOf(stack.url, await tokenOf(stack.deps, 'admin'));
    send = exampleSender(stack, admin);
    // The example of a sign-in uses the account of the example of a registration.
    const registration = ROUTES.find(({ path }) => path === '/auth/register');
    if (registration?.example) await send(registration, registration.example);
    ({ solverToken, stack: servers } = await runningStack());
  });
  after(async () => {
    await stack?.close();
    await standIn?.close();
  });

  /** Records a submission, since all must end before their records are searched. */
  const noteRun = (reply: Record<string, unknown>): void => {
    const { job_id, what_if_id, experiment_id, execution_id } = reply;
    for (const id of [job_id, what_if_id])
      if (typeof id === 'string') open.push(() => admin.wait(id).catch(() => undefined));
    if (typeof experiment_id === 'string') open.push(() => untilExperiment(admin, experiment_id));
    if (typeof execution_id === 'string') open.push(() => untilExecution(admin, execution_id));
  };

  const newName = ({ path }: RouteShape) =>
    path === '/auth/register' ? { username: `user-${randomUUID()}` } : {};
  for (const route of withBody(ROUTES)) {
    const refuses = route.method === 'patch' || isClosed(route.body);
    it(`are ${refuses ? 'refused' : 'dropped'} by ${nameOf(route)}`, async () => {
      const { example, body: schema } = route;
      assert.ok(example?.body, 'a route with a body has an example of it');
      for (const each of [example, ...(OTHERS[nameOf(route)] ?? [])]) {
        const { status, body } = await send(route, each, (good) => ({
          ...Object(withUnnamed(schema, { ...good, ...newName(route) }, MARK)),
          ...(isClosed(schema) && Object.fromEntries(UNNAMED.map((name) => [name, MARK]))),
        }));
        if (refuses) assertRefused(schema, status, body);
        else {
          assert.equal(status, each.status ?? 200, JSON.stringify(body));
          noteRun(body);
        }
      }
    });
  }

  for (const route of withBody(SOLVER_ROUTES)) {
    it(`are dropped by ${nameOf(route)} of the solver service`, async () => {
      const example = SOLVER_BODIES[nameOf(route)];
      assert.ok(example, 'a route with a body has a good one in the table');
      const url = new URL(route.path, [servers.solver_url].flat()[0]);
      url.search = String(new URLSearchParams(example.query));
      const headers = { 'content-type': 'application/json', 'x-solver-token': solverToken };
      const body = JSON.stringify(withUnnamed(route.body, example.body, MARK));
      const reply = await fetch(url, { method: 'POST', headers, body });
      assert.equal(reply.status, example.status ?? 200, await reply.text());
    });
  }

  it('are dropped by the chat socket and by an import', async () => {
    const route = withBody(ROUTES).find(({ path }) => path === '/ai/chat');
    assert.ok(route?.example?.body);
    const url = `${stack.url.replace('http', 'ws')}/api/ws/ai/chat?token=${admin.token}`;
    const client = toChatClient(new WebSocket(url));
    await once(client.socket, 'open');
    client.say(Object(withUnnamed(route.body, route.example.body, MARK)));
    assert.equal((await client.answer()).at(-1)?.type, 'done');
    client.socket.close();
    const fields = Object.fromEntries(UNNAMED.map((name) => [name, MARK]));
    const { status, body } = await admin.request('POST', '/api/scenarios/import?format=service', {
      body: { ...fields, payload: payload() },
    });
    assert.equal(status, 201, JSON.stringify(body));
  });

  it('are in no collection and no audit entry, but inside payloads and networks', async () => {
    await Promise.all(open.map((ended) => ended()));
    const mongo = connectMongo(testSettings({ MONGODB_URI: servers.mongodb_uri }), 5000);
    try {
      const { kept, searched } = await search(mongo.db);
      assert.ok(kept > 0, 'a mark in a payload is found where it may be');
      for (const { collection } of INDEXES) assert.ok(searched.has(collection), collection);
      assert.ok((searched.get('audit') ?? 0) > 0);
    } finally {
      await mongo.close();
    }
  });

  it('are in no workflow', async () => {
    const settings = testSettings({ TEMPORAL_ADDRESS: servers.temporal_address });
    const temporal = connectTemporal(settings, 'unnamed-fields');
    try {
      const { workflow } = temporal.client;
      let looked = 0;
      for await (const { workflowId } of workflow.list({
        query: `StartTime > "${startedAt.toISOString()}"`,
      })) {
        const history = await workflow.getHandle(workflowId).fetchHistory();
        const text = JSON.stringify(history, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString() : value,
        );
        assert.ok(!text.includes(MARK), `${workflowId}: ${around(text)}`);
        if (text.includes(workflowId)) looked += 1;
      }
      assert.ok(looked > 0, 'the input of a workflow is legible here');
    } finally {
      await temporal.close();
    }
  });
});

const around = (text: string): string => text.slice(Math.max(0, text.indexOf(MARK) - 300)).slice(0, 400);

function isClosed(schema: unknown): boolean {
  return schema instanceof ObjectSchema && schema.spec.meta?.unknownFields === 'refused';
}

function assertRefused(schema: Schema, status: number, { detail }: Record<string, unknown>): void {
  assert.equal(status, 422, JSON.stringify(detail));
  assert.ok(Array.isArray(detail));
  const refused = detail.map(({ loc, type }) => [...loc, type].join(' '));
  const fields = schema instanceof ObjectSchema ? schema.fields : {};
  for (const name of UNNAMED.filter((each) => !Object.hasOwn(fields, each)))
    assert.ok(refused.includes(`body ${name} extra_forbidden`), name);
}

/**
 * Searches for marks: throws if one is where it must not be; returns the documents by collection, and the number of
 * payloads and networks with a mark.
 */
async function search(db: Db) {
  const searched = new Map<string, number>();
  let permitted = 0;
  for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
    let count = 0;
    for await (const bytes of db.collection(name).find({}, { raw: true })) {
      count += 1;
      const raw = Buffer.from(Object(bytes));
      assert.ok(!raw.includes(MARK), `${name}: ${around(raw.toString())}`);
      if (name !== 'documents') continue;
      const { _id, data } = BSON.deserialize(raw);
      if (!data?.buffer) continue;
      const isMarked = gunzipSync(data.buffer).includes(MARK);
      if (isMarked) assert.match(String(_id), KEEPS_UNKNOWN);
      permitted += Number(isMarked);
    }
    searched.set(name, count);
  }
  return { kept: permitted, searched };
}
