/** Eighty questions about ten solved cases, to an honest model and to a lying one. */
import assert from 'node:assert/strict';
import type { JobResult } from '../../temporal/case/messages/result.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { CHAT_CASES, type ChatCase } from '../support/chat/chat-cases.ts';
import { chatStack } from '../support/chat/chat-stack.ts';
import { uncitedFigures } from '../support/chat/unsupported-figures.ts';
import { startStandIn } from '../support/models/stand-in/start-stand-in.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

interface Reply {
  readonly response: string;
  readonly citations: readonly { readonly text: string; readonly tool: string; readonly value: number }[];
  readonly safety_checked: boolean;
}

const PER_CASE = 8;
const AMPLE = JSON.stringify({
  standard: { requests_per_minute: 10_000, tokens_per_minute: 10_000_000, tokens_per_day: 100_000_000 },
});

describe('the analyst', function () {
  this.timeout(120_000);
  const open: { close(): Promise<void> }[] = [];
  const results = new Map<string, JobResult>();
  /** Owner of the cases. */
  let owner: ApiClient;
  before(async () => {
    owner = await newUser(await runningStack());
    await Promise.all(
      CHAT_CASES.map(async ({ id, jobType, payload }) =>
        results.set(id, await owner.result(await owner.submit(jobType, payload, { scenario_id: id }))),
      ),
    );
  });
  after(async () => {
    for (const each of open) await each.close();
  });

  for (const mode of ['honest', 'lying'] as const) {
    describe(`with a model that is ${mode}`, () => {
      let user: ApiClient;
      before(async () => {
        const { url: AI_BASE_URL, ...standIn } = await startStandIn(mode);
        const model = { AI_BASE_URL, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in', AI_BUDGETS: AMPLE };
        const stack = await chatStack(model);
        open.push(stack, standIn);
        user = await stack.as(owner);
      });

      for (const chatCase of CHAT_CASES) {
        it(`answers ${PER_CASE} questions about ${chatCase.id} with figures of its result`, async () => {
          const result = results.get(chatCase.id);
          assert.ok(result);
          const questions = chatQuestions(chatCase, result);
          assert.equal(questions.length, PER_CASE);
          for (const question of questions) check(question, await answer(user, question.text, chatCase.id));
        });
      }
    });
  }
});

async function answer(user: ApiClient, message: string, scenario_id: string): Promise<Reply> {
  const { status, body } = await user.request<Reply>('POST', '/api/ai/chat', {
    body: { message, context: { scenario_id } },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

function check({ text, figures, words }: ChatQuestion, { response, citations }: Reply): void {
  const dialogue = `${text}\n-> ${response}`;
  assert.deepEqual(uncitedFigures(response, citations, text), [], dialogue);
  for (const figure of figures) {
    assert.ok(
      citations.some(
        ({ value }) => Math.abs(Math.abs(value) - Math.abs(figure)) <= 1e-6 * Math.max(1, Math.abs(figure)),
      ),
      `${figure} is missing: ${dialogue}`,
    );
  }
  for (const word of words) {
    assert.ok(response.toLowerCase().includes(word.toLowerCase()), `${word} is missing: ${dialogue}`);
  }
}

/** A question about a solved case whose answer is read from its raw result, independently of the explanations. */
interface ChatQuestion {
  readonly text: string;
  /** Figures that the answer must contain, as absolute values. */
  readonly figures: readonly number[];
  /** Words that the answer must contain. */
  readonly words: readonly string[];
}

const chatQuestions = (chatCase: ChatCase, result: JobResult): ChatQuestion[] =>
  (result.total_cost_usd === null ? infeasibleQuestions(result) : scheduleQuestions(chatCase, result)).slice(
    0,
    PER_CASE,
  );

const ask = (text: string, figures: readonly number[], words: readonly string[] = []): ChatQuestion => ({
  text,
  figures,
  words,
});

function scheduleQuestions({ payload }: ChatCase, result: JobResult): ChatQuestion[] {
  const last = payload.horizon - 1;
  const middle = Math.floor(last / 2);
  const price = (bus: string, hour: number): number => result.lmp[bus]?.[hour] ?? Number.NaN;
  const buses = Object.keys(result.lmp);
  const [first = 'bus_1'] = buses;
  const final = buses.at(-1) ?? first;
  const busiest = largest(result.dispatch_mw, middle);
  const costs = result.cost_breakdown;
  return [
    ask(`What is the price at ${first} at hour ${middle}?`, [price(first, middle)], [first]),
    ask(`Wie hoch ist der Preis an ${final} in Stunde ${last}?`, [price(final, last)], [final]),
    ask(
      `How many MW does unit ${busiest} produce at hour ${middle}?`,
      [result.dispatch_mw[busiest]?.[middle] ?? 0],
      [busiest],
    ),
    ask('What does the whole schedule cost?', [result.total_cost_usd ?? Number.NaN]),
    ask('How is the total cost shared between energy, no-load and start-up cost?', [
      costs?.energy_usd ?? 0,
      costs?.startup_usd ?? 0,
    ]),
    bindingQuestion(result),
    whyQuestion(result, middle),
    ask(`What is the commitment of unit ${busiest} at hour ${middle}?`, [], [busiest, 'on']),
  ];
}

function bindingQuestion({ binding_constraints: binding }: JobResult): ChatQuestion {
  const [first] = binding;
  const text = 'Which transmission constraints are binding, and what are their shadow prices?';
  return first
    ? ask(text, [first.shadow_price_usd_per_mwh, first.limit_mw], [first.line_id])
    : ask(text, [], ['no']);
}

/** Question about a unit that is off, or, if all are on, about one that is on. */
function whyQuestion({ commitment }: JobResult, hour: number): ChatQuestion {
  const units = Object.entries(commitment);
  const off = units.find(([, on]) => on[hour] === 0);
  const [name] = off ?? units[0] ?? [''];
  return ask(
    off
      ? `Why is unit ${name} not committed at hour ${hour}?`
      : `Why is unit ${name} committed at hour ${hour}?`,
    [],
    [name],
  );
}

/** Questions about one cause, phrased in several ways. */
function infeasibleQuestions({ infeasibility }: JobResult): ChatQuestion[] {
  const [cause] = infeasibility?.causes ?? [];
  const figures = cause?.shortfall_mw ? [cause.shortfall_mw] : [];
  const words = cause?.element_id ? [cause.element_id] : [];
  return [
    'Why is this case infeasible?',
    'What makes the case infeasible?',
    'Why can this case not be solved?',
    'Warum ist der Fall unlösbar?',
    '¿Por qué el caso no es factible? Es infactible.',
    'Which hours make the case infeasible?',
    'Is it infeasible, and what would mend it?',
    'Name the cause of the infeasibility.',
  ].map((text) => ask(text, figures, words));
}

const largest = (series: JobResult['dispatch_mw'], hour: number): string =>
  Object.entries(series).reduce((best, entry) =>
    (entry[1][hour] ?? 0) > (best[1][hour] ?? 0) ? entry : best,
  )[0];
