/** Eighty questions about ten solved cases, to a model that is honest and to one that lies. */
import assert from 'node:assert/strict';
import { type StandIn, startStandIn } from '../../api/analyst/stand-in/start-stand-in.ts';
import type { JobResult } from '../../temporal/case/messages/result.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { CHAT_CASES } from '../support/chat/chat-cases.ts';
import { type ChatQuestion, chatQuestions, PER_CASE } from '../support/chat/chat-questions.ts';
import { type ChatStack, chatStack } from '../support/chat/chat-stack.ts';
import { uncitedFigures } from '../support/chat/unsupported-figures.ts';

interface Reply {
  readonly response: string;
  readonly citations: readonly { readonly text: string; readonly tool: string; readonly value: number }[];
  readonly safety_checked: boolean;
}

const AMPLE = JSON.stringify({
  standard: { requests_per_minute: 10_000, tokens_per_minute: 10_000_000, tokens_per_day: 100_000_000 },
});

for (const mode of ['honest', 'lying'] as const) {
  describe(`the analyst with a model that is ${mode}`, function () {
    this.timeout(120_000);
    let standIn: StandIn;
    let stack: ChatStack;
    let user: ApiClient;
    const results = new Map<string, JobResult>();

    before(async () => {
      standIn = await startStandIn(mode);
      stack = await chatStack({
        AI_BASE_URL: standIn.url,
        AI_API_KEY: 'stand-in',
        AI_MODEL: 'stand-in',
        AI_BUDGETS: AMPLE,
      });
      user = await stack.newUser();
      for (const { id, jobType, payload } of CHAT_CASES) {
        const jobId = await user.submit(jobType, payload, { scenario_id: id });
        results.set(id, await user.result(jobId));
      }
    });
    after(async () => {
      await stack?.close();
      await standIn?.close();
    });

    for (const given of CHAT_CASES) {
      it(`answers ${PER_CASE} questions about ${given.id} with figures of its result`, async () => {
        const result = results.get(given.id);
        assert.ok(result);
        const questions = chatQuestions(given, result);
        assert.equal(questions.length, PER_CASE);
        for (const question of questions) check(question, await answer(question.text, given.id));
      });
    }

    async function answer(message: string, scenario_id: string): Promise<Reply> {
      const { status, body } = await user.request<Reply>('POST', '/api/ai/chat', {
        body: { message, context: { scenario_id } },
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    }
  });
}

function check({ text, figures, words }: ChatQuestion, { response, citations }: Reply): void {
  const said = `${text}\n-> ${response}`;
  assert.deepEqual(uncitedFigures(response, citations, text), [], said);
  for (const figure of figures) {
    assert.ok(
      citations.some(
        ({ value }) => Math.abs(Math.abs(value) - Math.abs(figure)) <= 1e-6 * Math.max(1, Math.abs(figure)),
      ),
      `${figure} is missing: ${said}`,
    );
  }
  for (const word of words) {
    assert.ok(response.toLowerCase().includes(word.toLowerCase()), `${word} is missing: ${said}`);
  }
}
