/** A round with a model that does not stop writing. */
import assert from 'node:assert/strict';
import { runRound } from '../../../../../api/analyst/chat/ask-model.ts';
import { toEvidence } from '../../../../../api/analyst/grounding/evidence.ts';
import { createGroundedStream } from '../../../../../api/analyst/grounding/ground.ts';
import type { ChatProvider } from '../../../../../api/analyst/providers/provider.ts';

describe('a round with a model', () => {
  const MAX_TOKENS = 100;
  for (const [how, fragment] of [
    ['in small fragments', 'word '],
    ['in one endless word', 'x'],
    ['in fragments larger than the whole answer', 'word '.repeat(1000)],
  ] as const)
    it(`ends when it writes on beyond its tokens ${how}`, async () => {
      let isClosed = false;
      // Only the stream of a provider is needed here.
      const provider = {
        async *stream() {
          try {
            for (;;) yield { type: 'text', text: fragment };
          } finally {
            isClosed = true;
          }
        },
      } as unknown as ChatProvider;
      const fragments: string[] = [];
      const round = await runRound({
        provider,
        request: { system: 'You are the analyst.', turns: [], tools: [], maxTokens: MAX_TOKENS },
        gate: createGroundedStream(toEvidence([], { question: '', history: [] })),
        signal: new AbortController().signal,
        show: (text) => fragments.push(text),
      });
      assert.equal(round.written.length, 8 * MAX_TOKENS);
      assert.equal(fragments.join(''), round.passed);
      assert.ok(round.passed.length > 0);
      assert.ok(isClosed);
    });
});
