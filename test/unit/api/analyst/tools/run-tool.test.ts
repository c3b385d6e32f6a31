/** The outcome of a tool call, whatever the arguments of the model and the behaviour of the tool. */
import assert from 'node:assert/strict';
import { number, object } from 'yup';
import { LOOKUP_TOOLS, toToolSpec } from '../../../../../api/analyst/chat/toolbox.ts';
import { runTool } from '../../../../../api/analyst/tools/run-tool.ts';
import { type AnyTool, defineTool, ToolRefusal } from '../../../../../api/analyst/tools/tool.ts';
import { NotFound } from '../../../../../api/http/errors.ts';
import { toolContext } from '../../../../support/chat/tool-context.ts';

const twice = defineTool({
  name: 'twice',
  description: 'Doubles a number',
  parameters: object({ n: number().integer().max(100).required() }).exact(),
  run: async ({ n }) => ({ statement: `Twice ${n} is ${2 * n}.`, data: { n, twice: 2 * n } }),
});

/** A tool without parameters, which runs `run`. */
const doing = (name: string, run: AnyTool['run']): AnyTool => ({
  name,
  description: name,
  parameters: object({}).exact(),
  run,
});

describe('a tool call', () => {
  const call = (name: string, text: string, tools: readonly AnyTool[] = [twice]) =>
    runTool(tools, { name, arguments: text }, toolContext({}));

  it('gives the result and the arguments as they were understood', async () => {
    assert.deepEqual(await call('twice', '{"n": "21"}'), {
      name: 'twice',
      arguments: { n: 21 },
      result: { statement: 'Twice 21 is 42.', data: { n: 21, twice: 42 } },
      refusal: null,
    });
  });
  it('takes null for an omitted argument, and nothing for no arguments', async () => {
    const idle = doing('idle', async () => ({ statement: '', data: {} }));
    assert.equal((await call('idle', '', [idle])).refusal, null);
    assert.equal((await call('idle', '{"hour": null}', [idle])).refusal, null);
  });

  const REFUSED: readonly (readonly [string, string, string, RegExp])[] = [
    ['of an unknown tool', 'thrice', '{}', /no such tool; there are: twice$/],
    ['with broken JSON', 'twice', '{"n": 1', /^The arguments are not valid JSON$/],
    ['with a list', 'twice', '[1]', /^The arguments are not a JSON object$/],
    ['without what is required', 'twice', '{}', /n is a required field/],
    ['with a value too large', 'twice', '{"n": 101}', /n must be less than or equal to 100/],
    ['with text for a number', 'twice', '{"n": "many"}', /n must be a `number` type/],
    ['with an unknown argument', 'twice', '{"n": 1, "force": true}', /unknown properties: force/],
  ];
  for (const [what, name, text, refusal] of REFUSED) {
    it(`${what} is refused`, async () => {
      const run = await call(name, text);
      assert.match(run.refusal ?? '', refusal);
      assert.equal(run.result, null);
    });
  }

  it('passes on the reason of the tool why it cannot answer', async () => {
    const shy = doing('shy', async () => {
      throw new ToolRefusal('There is no hour 30');
    });
    const lost = doing('lost', async () => {
      throw new NotFound('Job not found');
    });
    assert.equal((await call('shy', '{}', [shy])).refusal, 'There is no hour 30');
    assert.equal((await call('lost', '{}', [lost])).refusal, 'Job not found');
  });
  it('keeps internal errors to the log', async () => {
    const lines: Record<string, unknown>[] = [];
    const broken = doing('broken', async () => {
      throw new Error('connection to 10.0.0.1 lost');
    });
    const run = await runTool([broken], { name: 'broken', arguments: '{}' }, toolContext({}, {}, lines));
    assert.equal(run.refusal, 'The tool failed');
    assert.equal(lines.length, 1);
  });
  it('is given up at its deadline, and the tool is aborted', async () => {
    let isAborted = false;
    const endless = doing('endless', (_, { signal }) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => undefined);
    });
    const keepAlive = setTimeout(() => undefined, 5000);
    const run = await runTool([endless], { name: 'endless', arguments: '{}' }, toolContext({}), 20);
    clearTimeout(keepAlive);
    assert.match(run.refusal ?? '', /longer than 0\.02 s/);
    assert.equal(isAborted, true);
  });
  it('throws when the client goes away, before or during it', async () => {
    const controller = new AbortController();
    const waiting = doing('waiting', () => new Promise(() => undefined));
    const context = toolContext({}, { signal: controller.signal });
    const run = runTool([waiting], { name: 'waiting', arguments: '{}' }, context);
    setTimeout(() => controller.abort(new Error('gone')), 5);
    await assert.rejects(run, /gone/);
    await assert.rejects(runTool([twice], { name: 'twice', arguments: '{"n":1}' }, context), /gone/);
  });
});

describe('the tools', () => {
  it('have the agreed names', () => {
    assert.deepEqual(LOOKUP_TOOLS.map(({ name }) => name).sort(), [
      'get_binding_constraints',
      'get_commitment',
      'get_cost_breakdown',
      'get_dispatch',
      'get_infeasibility_report',
      'get_lmp',
      'get_scenario_summary',
      'validate_power_flow',
    ]);
  });
  it('tell a model their closed parameters', () => {
    for (const tool of LOOKUP_TOOLS) {
      const { parameters } = JSON.parse(JSON.stringify(toToolSpec(tool)));
      assert.equal(parameters.type, 'object', tool.name);
      assert.equal(parameters.additionalProperties, false, tool.name);
      assert.equal(parameters.required, undefined, tool.name);
      assert.equal(parameters.properties.scenario_id.type, 'string', tool.name);
      assert.equal(parameters.properties.scenario_id.maxLength, 200, tool.name);
      if (parameters.properties.hour) assert.equal(parameters.properties.hour.type, 'integer', tool.name);
    }
  });
});
