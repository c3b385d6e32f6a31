/**
 * Page, analyst, agents and command line name the same setters of every price, on seeded results of all families.
 */
import assert from 'node:assert/strict';
import { getLmp } from '../../../api/analyst/tools/list-rows.ts';
import type { ToolContext, ToolResult } from '../../../api/analyst/tools/tool.ts';
import { showWhy } from '../../../api/cli/commands/why.ts';
import type { Row } from '../../../api/cli/terminal/text.ts';
import { type Client, createClient } from '../../../api/client/client.ts';
import { explain as explainTool } from '../../../api/mcp/tools/questions.ts';
import { pack } from '../../../api/web/results/pack.ts';
import { explain } from '../../../api/web/results/why.ts';
import { type Facts, viewsOf } from '../../../api/web/results/why-facts.ts';
import { type LimitShare, limitsOf } from '../../../temporal/case/explain/limit-shares.ts';
import { explainPrice, type PricePart } from '../../../temporal/case/explain/price-explanation.ts';
import { reasons, SAID } from '../../../temporal/case/explain/price-words.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { toolContext } from '../../support/chat/tool-context.ts';
import { solve } from '../../support/engine/solve.ts';
import { isFullSize } from '../../support/full-size.ts';
import { FAMILIES } from '../../support/seeded/families.ts';
import { memorySolves } from '../../support/stores/memory-solves.ts';

const RESULTS = isFullSize ? 200 : 120;

interface Solved {
  readonly name: string;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

/** Solves cases of one family until enough have a schedule. */
async function schedules(): Promise<Solved[]> {
  const solved: Solved[] = [];
  for (let seed = 1; solved.length < RESULTS; seed += 1)
    for (const { name, caseOf } of FAMILIES) {
      const { jobType, payload } = caseOf(seed);
      const result = await solve(jobType, payload);
      if (result.total_cost_usd !== null && Object.keys(result.lmp).length > 0)
        solved.push({ name: `${name} ${seed}`, payload, result });
    }
  return solved.slice(0, RESULTS);
}

const pricesOf = ({ payload, result }: Solved) =>
  Object.keys(result.lmp).flatMap((bus) =>
    Array.from({ length: payload.horizon }, (_, hour) => ({ bus, hour })),
  );

/** Names without figures, which each reader formats differently, sorted. */
const plainly = (names: readonly string[]): string[] =>
  [
    ...new Set(
      names.map((name) => name.replace(/, (?:short|over its limit) by .*/, '').replace('bus_', 'bus ')),
    ),
  ].sort();

const FIGURES = ['Energy', 'Congestion', 'Losses'];

/** Fields of the two replies, packed as the page does. */
function factsOf({ payload, result }: Solved): Facts {
  const caseFacts = pack('case', JSON.stringify(payload)) as Facts['given'];
  return { given: caseFacts, result: pack('result', JSON.stringify(result)) as Facts['result'] };
}

function onPage(facts: Facts, bus: string, hour: number): string[] {
  const limits = limitsOf(...viewsOf(facts), bus, hour);
  const { rows } = explain({ kind: 'price', name: bus, hour }, facts, limits);
  return plainly(rows.flatMap(([name]) => (FIGURES.includes(name) ? [] : [name])));
}

/** Names in a tool's answer: those of its parts, and of its binding limits. */
function namesIn(data: object): string[] {
  const { parts = [], limits = [] } = data as {
    readonly parts?: readonly { readonly what: string }[];
    readonly limits?: readonly Pick<LimitShare, 'line_id' | 'contingency_id' | 'is_interface'>[];
  };
  const lines = limits.map(
    ({ line_id, contingency_id: id, is_interface }) =>
      `${is_interface ? 'interface' : 'line'} ${line_id}${id === null ? '' : ` after contingency "${id}"`}`,
  );
  return plainly([...parts.map(({ what }) => what), ...lines]);
}

/** The analyst for one result; it answers each question once. */
function analystOf(context: ToolContext, job_id: string) {
  const answers = new Map<string, Promise<ToolResult>>();
  return ({ bus, hour }: { readonly bus: string; readonly hour: number }): Promise<ToolResult> => {
    const key = `${bus} ${hour}`;
    const answer = answers.get(key) ?? getLmp.run({ job_id, scenario_id: undefined, bus, hour }, context);
    answers.set(key, answer);
    return answer;
  };
}

/** A client of an API with one route: the tools of the analyst. */
const clientOf = (ask: ReturnType<typeof analystOf>): Client =>
  createClient({
    baseUrl: 'http://service.test',
    fetch: async (request) => {
      const { arguments: args } = JSON.parse(await new Request(request).text());
      return Response.json({ tool: 'get_lmp', ...(await ask(args)), citations: [] });
    },
  });

async function onTerminal(client: Client, id: string, bus: string, hour: number): Promise<string[]> {
  const table: Row[] = [];
  const screen = {
    answer: () => undefined,
    say: () => undefined,
    table: (_: readonly string[], rows: readonly Row[]) => void table.push(...rows),
  };
  await showWhy({ client, screen }, id, { bus, hour });
  return plainly(table.map(([name]) => String(name)));
}

describe('the setters of a price', function () {
  this.timeout(300_000);
  let solved: Solved[];
  before(async () => {
    solved = await schedules();
  });

  it('are the same for a page, the analyst, an agent and the command line', async () => {
    const solves = memorySolves();
    const context = toolContext(solves.deps);
    const kinds = new Set<string>();
    for (const each of solved) {
      const id = await solves.add({ userId: 'ann', scenarioId: 'any', ...each });
      const facts = factsOf(each);
      const ask = analystOf(context, id);
      const client = clientOf(ask);
      for (const { bus, hour } of pricesOf(each)) {
        const where = `${each.name}, ${bus}, hour ${hour}`;
        const page = onPage(facts, bus, hour);
        assert.deepEqual(namesIn((await ask({ bus, hour })).data), page, where);
        const { signal } = new AbortController();
        const work = { client, signal, mostBytes: 1e6, onProgress: async () => undefined };
        const agent = await explainTool.run({ about: 'prices', job_id: id, bus, hour }, work);
        assert.deepEqual(namesIn(Object(agent['data'])), page, where);
        const parts = await onTerminal(client, id, bus, hour);
        assert.deepEqual(
          parts.filter((part) => !page.includes(part)),
          [],
          where,
        );
        for (const name of page) kinds.add(name.replace(/ .*/, ''));
      }
      solves.forget(id);
    }
    assert.deepEqual(
      [
        'CO2',
        'energy',
        'generator',
        'headroom',
        'interface',
        'line',
        'losses',
        'renewable',
        'reserve',
        'storage',
        'unserved',
      ].filter((kind) => !kinds.has(kind)),
      [],
    );
  });

  it('add up to the price, or state the remainder', () => {
    const rests = solved.flatMap((each) =>
      pricesOf(each).map(({ bus, hour }) => {
        const explained = explanationOf(each, bus, hour);
        const { group, parts } = explained;
        const where = `${each.name}, ${bus}, hour ${hour}: ${JSON.stringify(explained)}`;
        const rest = parts.filter(({ kind }) => kind === 'rest').map(({ name }) => name);
        assert.ok(Math.abs(costs(parts) - group.price_usd_per_mwh) < 0.011, where);
        assert.ok(reasons(explained, SAID).join(' ').includes(rest.join()), where);
        if (LOCAL.includes(group.how)) assert.deepEqual(rest, [], where);
        return rest.join();
      }),
    );
    const open = rests.filter((rest) => rest !== '').length;
    assert.ok(rests.length > 10 * RESULTS && open < rests.length / 4, `${open} of ${rests.length}`);
  });

  it('do not fit another price', () => {
    for (const each of solved)
      for (const { bus, hour } of pricesOf(each)) {
        const right = explanationOf(each, bus, hour);
        if (!LOCAL.includes(right.group.how) || right.group.setters.length > 1) continue;
        const { group, parts } = explanationOf({ ...each, result: dearer(each.result) }, bus, hour);
        const more = costs(parts) - costs(right.parts);
        assert.ok(
          !LOCAL.includes(group.how) || Math.abs(more - DEARER) < 0.01,
          `${each.name}, ${bus}, ${hour}`,
        );
      }
  });

  it('name the interval that stored energy comes from, whose price alone fits', () => {
    let carried = 0;
    for (const each of solved)
      for (const { bus, hour } of pricesOf(each)) {
        const { group } = explanationOf(each, bus, hour);
        const [setter] = group.setters;
        const origin = setter?.stored?.hour ?? null;
        if (group.how !== 'stores' || origin === null) continue;
        carried += 1;
        const lmp = Object.fromEntries(
          Object.entries(each.result.lmp).map(([name, hours]) => [
            name,
            hours.map((usd, t) => (t === origin ? usd + DEARER : usd)),
          ]),
        );
        const other = explanationOf({ ...each, result: { ...each.result, lmp } }, bus, hour);
        assert.notEqual(other.group.setters[0]?.stored?.hour, origin, `${each.name}, ${bus}, hour ${hour}`);
      }
    assert.ok(carried > 10, `${carried} prices of stored energy`);
  });

  it('have limits that add up to the congestion between the price and its source', () => {
    for (const each of solved)
      for (const { bus, hour } of pricesOf(each)) {
        const { group, limits, congestion_usd_per_mwh: congestion } = explanationOf(each, bus, hour);
        const from = group.how === 'network' ? (group.setters[0]?.bus ?? '') : '';
        const usd = limits.reduce((sum, { usd_per_mwh }) => sum + usd_per_mwh, 0);
        const expected = congestion - (each.result.lmp_components[from]?.congestion[hour] ?? 0);
        assert.ok(
          Math.abs(usd - expected) < 0.02,
          `${each.name}, ${bus}, hour ${hour}: ${usd}, not ${expected}`,
        );
      }
  });
});

const explanationOf = ({ payload, result }: Solved, bus: string, hour: number) =>
  explainPrice(payload, result, bus, hour, limitsOf(payload, result, bus, hour)) ?? assert.fail(bus);

/** Roles of a unit that explain the price completely: it moves freely, or in exchange for its reserve. */
const LOCAL: readonly string[] = ['sets', 'reserves'];

const costs = (parts: readonly PricePart[]): number =>
  parts.reduce((usd, part) => usd + (part.usd_per_mwh ?? 0), 0);

/** Price rise, $/MWh. */
const DEARER = 7.77;

const dearer = (result: SolveResult): SolveResult => ({
  ...result,
  lmp: Object.fromEntries(
    Object.entries(result.lmp).map(([bus, hours]) => [bus, hours.map((usd) => usd + DEARER)]),
  ),
});
