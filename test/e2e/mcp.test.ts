/** Agents on the real stack: the client of the MCP SDK, over standard input and output and over HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import {
  type Agent,
  agentOverHttp,
  agentOverStdio,
  type Citation,
  type McpProcess,
  startMcp,
} from '../support/callers/mcp.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { payload } from '../support/cases/payloads.ts';
import { pglibCase } from '../support/cases/pglib-case.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

interface Submitted {
  readonly job_id: string;
  readonly scenario_id: string;
}

interface Status {
  readonly status: string;
  readonly is_over: boolean;
  readonly objective_value?: number;
  readonly termination_status?: string;
  readonly citations: readonly Citation[];
}

interface Supposed {
  readonly job_id: string | null;
  readonly interval: { readonly lower_usd: number; readonly upper_usd: number };
  readonly verified: boolean;
}

interface Answer {
  readonly statement: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly citations: readonly Citation[];
}

interface AcAnswer {
  readonly summary: { readonly converged: number };
  readonly assumptions: readonly { readonly field: string }[];
  readonly intervals: readonly { readonly interval: number; readonly overloads: number }[];
}

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly total_rows: number;
}

const recordsOf = ({ columns, rows }: Rows): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]])));

const MB = 1024 * 1024;
const TRANSPORTS = ['stdio', 'http'] as const;

describe('the MCP server', function () {
  this.timeout(180_000);
  let running: RunningStack;
  let apiUrl: string;
  let owner: ApiClient;
  let key: string;
  let server: McpProcess;
  const agents: Agent[] = [];

  const keyOf = async (api: ApiClient, scopes = ['read', 'write']): Promise<string> => {
    const body = { name: `mcp ${randomUUID()}`, scopes };
    return (await api.request<{ api_key: string }>('POST', '/api/users/me/api-keys', { body })).body.api_key;
  };
  const agentBy = async (transport: (typeof TRANSPORTS)[number], its = key): Promise<Agent> => {
    const agent = await (transport === 'http' ? agentOverHttp(server, its) : agentOverStdio(apiUrl, its));
    agents.push(agent);
    return agent;
  };
  const solved = async (
    agent: Agent,
    scenario_id = `case-${randomUUID()}`,
    changes: Partial<SolvePayload> = {},
  ): Promise<string> => {
    const { job_id } = await agent.call<Submitted>('submit_solve', {
      scenario_id,
      payload: payload(changes),
    });
    assert.equal((await agent.call<Status>('wait_for_job', { job_id })).status, 'completed');
    return job_id;
  };

  before(async () => {
    running = await runningStack();
    apiUrl = running.stack.api_url;
    owner = await newUser(running);
    key = await keyOf(owner);
    server = await startMcp(apiUrl);
  });
  afterEach(() => Promise.allSettled(agents.splice(0).map((agent) => agent.close())));
  after(() => server.stop());

  for (const transport of TRANSPORTS) {
    describe(`over ${transport}`, () => {
      it('holds a conversation that imports, solves, asks why, changes and compares', async () => {
        const agent = await agentBy(transport);
        const scenario_id = `talk-${randomUUID()}`;
        const { report } = await agent.call<{ report: { kept: { message: string }[] } }>('import_case', {
          scenario_id,
          content: JSON.stringify(pglibCase(2)),
        });
        assert.ok(report.kept.length > 0);
        const { scenarios } = await agent.call<{ scenarios: { scenario_id: string }[] }>('list_cases');
        assert.ok(scenarios.some((each) => each.scenario_id === scenario_id));
        const base = await agent.call<Submitted>('submit_solve', { scenario_id, mip_gap: 0, name: 'base' });
        const end = await agent.call<Status>('wait_for_job', { job_id: base.job_id });
        assert.deepEqual([end.status, end.termination_status], ['completed', 'OPTIMAL']);
        const { value, source } = end.citations[0] ?? {};
        assert.deepEqual([value, source?.job_id, source?.table], [end.objective_value, base.job_id, 'costs']);

        const hourly = { job_id: base.job_id, hour: 0 };
        const dispatch = recordsOf(await agent.call<Rows>('get_result', hourly));
        assert.ok(dispatch.length > 0 && dispatch.every(({ hour }) => hour === 0));
        const generator = String(dispatch.find((row) => Number(row['dispatch_mw']) > 0)?.['generator']);

        const costs = await agent.call<Answer>('explain', { about: 'costs', job_id: base.job_id });
        assert.ok(costs.citations.length > 0);
        for (const cited of costs.citations) assert.equal(cited.source?.job_id, base.job_id);
        const output = await agent.call<Answer>('explain', {
          ...{ about: 'dispatch', job_id: base.job_id, generator, hour: 0 },
        });
        assert.ok(
          output.citations.some(
            ({ source: cell }) =>
              cell?.table === 'dispatch' && cell.element_id === generator && cell.hour === 0,
          ),
          JSON.stringify(output),
        );
        const price = await agent.call<Answer>('explain', {
          ...{ about: 'prices', job_id: base.job_id, bus: '1', hour: 0 },
        });
        assert.match(price.statement, /^At hour 0 the price at bus_1 is .*\. [A-Z]/);
        const why = await agent.call<Answer>('ask_why', { job_id: base.job_id, generator, hour: 0 });
        assert.match(why.statement, new RegExp(generator));
        const changed = await agent.call<Supposed>('what_if', {
          ...{ job_id: base.job_id, changes: [{ load: '*', factor: 0.95 }], keep: true },
        });
        assert.ok(changed.job_id !== null && changed.verified);
        const again = await agent.call<Supposed>('what_if', {
          ...{ job_id: base.job_id, changes: [{ load: '*', factor: 0.95 }], keep: true },
        });
        assert.equal(again.job_id, changed.job_id);
        const other = await agent.call<Status>('wait_for_job', { job_id: changed.job_id });
        const compared = await agent.call<{ cost: { objective: number }; differences: unknown[] }>(
          'compare_jobs',
          {
            ...{ job_id: base.job_id, other_job_id: changed.job_id },
          },
        );
        const [cost = NaN, { lower_usd, upper_usd }] = [other.objective_value, changed.interval];
        assert.ok(lower_usd - 0.01 <= cost && cost <= upper_usd + 0.01, `${lower_usd} ${cost} ${upper_usd}`);
        const step = cost - (end.objective_value ?? NaN);
        assert.ok(step < 0 && Math.abs(compared.cost.objective - step) < 0.01, `${step}`);
        assert.ok(compared.differences.length > 0);
        const { jobs } = await agent.call<{ jobs: { job_id: string }[] }>('list_jobs', { scenario_id });
        assert.deepEqual(
          jobs.map(({ job_id }) => job_id),
          [changed.job_id, base.job_id],
        );
      });

      it('reports the progress of a solve, is killed meanwhile, and a new one continues by its id', async () => {
        const agent = await agentBy(transport);
        const extra = transport === 'http' ? await startMcp(apiUrl) : undefined;
        const doomed = extra ? await agentOverHttp(extra, key) : await agentOverStdio(apiUrl, key);
        const { job_id } = await doomed.call<Submitted>('submit_solve', {
          ...{ scenario_id: `hard-${randomUUID()}`, payload: hardCase(60, 24), timeout: 60 },
        });
        const messages: string[] = [];
        const broken = doomed
          .call('wait_for_job', { job_id, timeout: 60 }, ({ message = '' }) => messages.push(message))
          .then(
            () => 'answered',
            () => 'broken',
          );
        await until(() => messages.some((message) => /gap/.test(message)), 30_000);
        await doomed.kill();
        if (transport === 'stdio') assert.equal(await broken, 'broken');
        await doomed.close().catch(() => undefined);

        const now = await agent.call<Status>('wait_for_job', { job_id, timeout: 0 });
        assert.deepEqual([now.status, now.is_over], ['running', false]);
        const short = await agent.call<Status>('wait_for_job', { job_id, timeout: 1 });
        assert.equal(short.is_over, false);
        await agent.call('cancel_job', { job_id, keep_best: true });
        const end = await agent.call<Status>('wait_for_job', { job_id });
        assert.deepEqual([end.status, end.is_over], ['completed', true]);
        assert.ok(Number(end.objective_value) > 0);
        // The answer has so many figures that their cells are searched in a thread.
        const costs = await agent.call<Answer>('explain', { about: 'costs', job_id });
        assert.ok(costs.citations.length > 5);
      });

      it('finds no object of another user', async () => {
        const job_id = await solved(await agentBy(transport));
        const stranger = await agentBy(transport, await keyOf(await newUser(running)));
        const calls: [string, object][] = [
          ['wait_for_job', { job_id }],
          ['get_result', { job_id }],
          ['explain', { about: 'costs', job_id }],
          ['ask_why', { job_id, generator: 'g1', hour: 0 }],
          ['what_if', { job_id, changes: [{ load: '*', factor: 2 }] }],
          ['compare_jobs', { job_id, other_job_id: job_id }],
          ['cancel_job', { job_id }],
        ];
        for (const [name, args] of calls)
          assert.match(await stranger.refused(name, args), /not found/i, name);
        for (const what of ['result', 'certificate'])
          await assert.rejects(
            stranger.client.readResource({ uri: `grid://jobs/${job_id}/${what}` }),
            /not found/i,
          );
        assert.equal(
          (await stranger.client.listResources()).resources.some(({ uri }) => uri.includes(job_id)),
          false,
        );
      });

      it('answers wrong calls in words, and goes on', async () => {
        const agent = await agentBy(transport);
        const job_id = await solved(agent);
        const wrong: [string, object, RegExp][] = [
          ['no_such_tool', {}, /no_such_tool not found/],
          ['constructor', {}, /constructor/],
          ['wait_for_job', {}, /either job_id or experiment_id/],
          ['wait_for_job', { job_id: 7 }, /job_id/],
          ['wait_for_job', { job_id, colour: 'red' }, /colour/],
          ['wait_for_job', { job_id: 'nobody' }, /not found/i],
          ['wait_for_job', { job_id: '../../users/me' }, /not found/i],
          ['get_result', { job_id, table: 'secrets' }, /table/],
          ['get_result', { job_id, element: 'g9' }, /no element "g9"; it has 2, such as g1, g2/],
          ['get_result', { job_id, hour: 99 }, /no hour 99: it has 0 to 2/],
          ['list_jobs', { kind: 'run', scenario_id: 'case' }, /scenario_id is only for solves/],
          ['explain', { about: 'dispatch', job_id, generator: 'g9' }, /no generator "g9"/],
          ['explain', { about: 'summary', job_id, bus: '1' }, /unknown properties: bus/],
          ['ask_why', { job_id, generator: 'g1', hour: 99 }, /There is no hour 99/],
          ['submit_solve', { scenario_id: 'bad', payload: { horizon: 3 } }, /payload\.generators/],
          ['what_if', { job_id, changes: [{ unit: 'g9', value: 1 }] }, /no unit g9; .*g1, g2/],
          ['verify_schedule', { payload: payload(), schedule: {} }, /dispatch_mw/],
          ['verify_schedule', { schedule: { dispatch_mw: {} } }, /either scenario_id or payload/],
          ['check_ac', { job_id, slack_buses: [1] }, /no line in service/],
          ['import_case', { content: 'not a case' }, /The file is not a payload/],
          ['import_case', {}, /either content or path/],
          [
            'submit_experiment',
            { name: 'x', base_scenario_id: 'nobody', variables: [{ name: 'load', values: [1] }] },
            /not found/i,
          ],
        ];
        for (const [name, args, words] of wrong) assert.match(await agent.refused(name, args), words, name);
        assert.equal((await agent.call<Status>('wait_for_job', { job_id })).status, 'completed');
      });

      it('has words for arguments of 10 MB, and goes on', async () => {
        const agent = await agentBy(transport);
        const content = 'x'.repeat(10 * MB);
        const refusal = await agent.refused('import_case', { content }).catch(String);
        assert.match(
          refusal,
          transport === 'http' ? /must not exceed 4194304 bytes/ : /The file is not a payload/,
        );
        await agent.call('list_cases');
      });
    });
  }

  it('reads results, certificates and cases as resources', async () => {
    const agent = await agentBy('http');
    const scenario_id = `read-${randomUUID()}`;
    const job_id = await solved(agent, scenario_id);
    const { resources } = await agent.client.listResources();
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    assert.ok(resources.some(({ uri }) => uri === `grid://jobs/${job_id}/result`));
    assert.equal(resourceTemplates.length, 3);
    const read = async (what: string) => {
      const { contents } = await agent.client.readResource({ uri: `grid://${what}` });
      const [content] = contents;
      assert.ok(content && 'text' in content);
      return JSON.parse(content.text);
    };
    assert.equal((await read(`jobs/${job_id}/result`)).job_id, job_id);
    assert.equal((await read(`jobs/${job_id}/certificate`)).statement.certificate.verified, true);
    assert.deepEqual((await read(`scenarios/${scenario_id}`)).payload.loads, payload().loads);
  });

  it('judges a schedule of its own, and names the rule that a wrong one breaks', async () => {
    const agent = await agentBy('http');
    const schedule = {
      commitment: { g1: [1, 1, 1], g2: [0, 1, 0] },
      dispatch_mw: { g1: [80, 100, 90], g2: [0, 20, 0] },
    };
    const scenario_id = `judged-${randomUUID()}`;
    await agent.call('import_case', { scenario_id, content: payload() });
    const judge = (dispatch_mw: object) =>
      agent.call<{ verified: boolean; problems: { hour: number }[] }>('verify_schedule', {
        ...{ scenario_id, schedule: { ...schedule, dispatch_mw } },
      });
    assert.equal((await judge(schedule.dispatch_mw)).verified, true);
    const short = await judge({ ...schedule.dispatch_mw, g2: [0, 10, 0] });
    assert.equal(short.verified, false);
    assert.ok(short.problems.some(({ hour }) => hour === 1));
  });

  it('checks a schedule by AC power flows, and names the defaults that it used', async () => {
    const agent = await agentBy('http');
    const line = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 100 };
    const loads = [{ bus: 2, values: [80, 95, 90] }];
    const job_id = await solved(agent, `line-${randomUUID()}`, { loads, transmission_lines: [line] });
    const check = (slack_buses: readonly number[], power_factor: number) =>
      agent.call<AcAnswer>('check_ac', { job_id, slack_buses, power_factor });
    const { summary, assumptions, intervals } = await check([1], 0.9);
    assert.equal(summary.converged, 3);
    assert.ok(assumptions.some(({ field }) => field === 'branches.b_pu'));
    assert.deepEqual(
      intervals.map(({ interval, overloads }) => [interval, overloads]),
      [
        [1, 1],
        [2, 1],
      ],
    );
    assert.deepEqual((await check([1], 1)).intervals, []);
    assert.match(await agent.refused('check_ac', { job_id, slack_buses: [9] }), /slack_buses/);
  });

  it('permits a key the actions of its scopes', async () => {
    const job_id = await solved(await agentBy('http'));
    const reader = await agentBy('http', await keyOf(owner, ['read']));
    assert.equal((await reader.call<Rows>('get_result', { job_id, table: 'lmp' })).total_rows, 3);
    const costs = await reader.call<Answer>('explain', { about: 'costs', job_id });
    assert.ok(costs.statement.length > 0);
    const listed = (await reader.client.listTools()).tools.map(({ name }) => name);
    assert.ok(listed.includes('explain') && !listed.includes('submit_solve') && !listed.includes('ask_why'));
    const why = await reader.refused('ask_why', { job_id, generator: 'g1', hour: 0 });
    assert.match(why, /no scope write/);
    const words = await reader.refused('submit_solve', { scenario_id: 'x', payload: payload() });
    assert.match(words, /no scope write/);
  });

  it('leaves an entry of each call that the API audits, with the name of the program', async () => {
    const agent = await agentBy('http');
    const job_id = await solved(agent);
    await agent.call('explain', { about: 'prices', job_id });
    await agent.call('get_result', { job_id });
    for (const type of ['solve_submitted', 'tool_called', 'results_downloaded']) {
      const { body } = await running.admin.request<{ logs: { details: Record<string, unknown> }[] }>(
        'GET',
        `/api/audit/logs?type=${type}&limit=50`,
      );
      const entry = body.logs.find(({ details }) => details['job_id'] === job_id);
      assert.match(String(entry?.details['user_agent']), /^grid-mcp\//, type);
    }
  });

  it('solves an experiment, and gives a row for each scenario', async () => {
    const agent = await agentBy('http');
    const scenario_id = `varied-${randomUUID()}`;
    await solved(agent, scenario_id);
    const { experiment_id } = await agent.call<{ experiment_id: string }>('submit_experiment', {
      ...{ name: 'load', base_scenario_id: scenario_id, variables: [{ name: 'load', values: [0.9, 1] }] },
    });
    const end = await agent.call<Status>('wait_for_job', { experiment_id });
    assert.equal(end.status, 'completed');
    const { rows } = await agent.call<Rows>('get_result', { experiment_id });
    assert.equal(rows.length, 2);
  });

  it('takes a submission with the same key as the same job', async () => {
    const agent = await agentBy('http');
    const args = { scenario_id: 'once', payload: payload(), idempotency_key: randomUUID() };
    const [first, second] = [
      await agent.call<Submitted>('submit_solve', args),
      await agent.call<Submitted>('submit_solve', args),
    ];
    assert.equal(first.job_id, second.job_id);
  });

  it('describes every tool, its answer and its effects', async () => {
    const { tools } = await (await agentBy('http')).client.listTools();
    assert.ok(tools.length >= 10 && tools.length <= 15, `${tools.length} tools`);
    for (const { name, description = '', inputSchema, outputSchema, annotations } of tools) {
      assert.ok(description.length > 40, name);
      assert.equal(inputSchema['additionalProperties'], false, name);
      assert.ok(outputSchema, name);
      assert.equal(annotations?.openWorldHint, false, name);
    }
    const toolsWithHint = (hint: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    assert.deepEqual(toolsWithHint('destructiveHint'), ['cancel_job']);
    assert.deepEqual(toolsWithHint('readOnlyHint').sort(), [
      'check_ac',
      'compare_jobs',
      'explain',
      'get_result',
      'list_cases',
      'list_jobs',
      'verify_schedule',
      'wait_for_job',
    ]);
  });

  it('reads a local file for the user who runs it, but not over HTTP', async () => {
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
    const folder = await mkdtemp('/tmp/mcp-file-');
    try {
      const path = `${folder}/case.json`;
      await writeFile(path, JSON.stringify(payload()));
      const local = await agentBy('stdio');
      const { scenario_id } = await local.call<Submitted>('import_case', { path });
      assert.match(scenario_id, /^case-/);
      assert.match(await local.refused('import_case', { path: `${folder}/none.json` }), /no such file/);
      assert.match(await (await agentBy('http')).refused('import_case', { path }), /cannot read your files/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe('at its door', () => {
    const HELLO = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const knock = async (headers: Record<string, string>, body: unknown = HELLO) => {
      const response = await fetch(server.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const bearer = (its: string) => ({ authorization: `Bearer ${its}` });

    it('asks for a key, and refuses one that the API does not know', async () => {
      const none = await knock({});
      assert.deepEqual([none.status, none.headers.get('www-authenticate')], [401, 'Bearer']);
      assert.match(none.text, /API key/);
      const wrong = await knock(bearer('gok_wrong'));
      assert.equal(wrong.status, 401);
      assert.match(wrong.text, /API key is missing, expired or revoked/);
    });
    it('takes a key in the header of this API, too', async () => {
      assert.equal((await knock({ 'x-api-key': key })).status, 200);
    });
    it('refuses pages of other origins, under any host name', async () => {
      assert.equal((await knock({ ...bearer(key), origin: 'https://evil.example' })).status, 403);
      const { request } = await import('node:http');
      const { hostname, port } = new URL(server.url);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: 'evil.example', ...bearer(key) };
        request({ hostname, port, path: '/mcp', method: 'POST', headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        })
          .on('error', reject)
          .end('{}');
      });
      assert.equal(status, 403);
    });
    it('keeps no session, and refuses invalid messages', async () => {
      const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
      const { status, headers } = await knock(bearer(key), list);
      assert.deepEqual([status, headers.get('mcp-session-id')], [200, null]);
      assert.equal((await knock(bearer(key), '{"jsonrpc":')).status, 400);
      assert.equal((await fetch(server.url, { headers: bearer(key) })).status, 405);
    });
    it('reports that the API is unavailable, at a connection and later', async () => {
      const away = await startMcp('http://127.0.0.1:9');
      try {
        await assert.rejects(agentOverHttp(away, key), /cannot be reached/);
        const local = await agentOverStdio('http://127.0.0.1:9', key);
        assert.match(await local.refused('list_cases'), /cannot be reached: check that it is running/);
        await local.close();
        assert.ok(away.isRunning());
      } finally {
        await away.stop();
      }
    });
    it('ends the calls of a key that is revoked', async () => {
      const user = await newUser(running);
      const { body } = await user.request<{ api_key: string; key_id: string }>(
        'POST',
        '/api/users/me/api-keys',
        {
          body: { name: 'short' },
        },
      );
      const agent = await agentBy('http', body.api_key);
      await agent.call('list_cases');
      await user.request('DELETE', `/api/users/me/api-keys/${body.key_id}`);
      await until(async () => /revoked/.test(await agent.refused('list_cases').catch(String)));
    });
    it('survives clients that break off amid a call', async () => {
      const { job_id } = await (await agentBy('http')).call<Submitted>('submit_solve', {
        ...{ scenario_id: `gone-${randomUUID()}`, payload: hardCase(60, 24), timeout: 30 },
      });
      for (let i = 0; i < 5; i++) {
        const leaver = await agentOverHttp(server, key);
        const waiting = leaver.call('wait_for_job', { job_id }).catch(() => undefined);
        await leaver.close();
        await waiting;
      }
      const agent = await agentBy('http');
      await agent.call('cancel_job', { job_id });
      assert.equal((await agent.call<Status>('wait_for_job', { job_id })).status, 'cancelled');
      assert.ok(server.isRunning());
      assert.deepEqual(
        server.lines.filter(({ level }) => Number(level) >= 50),
        [],
      );
    });
  });
});
