/** The guardrail against attacks of every family and disguise, and against the questions of its users. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkPrompt } from '../../../../../api/analyst/guardrail/check-prompt.ts';
import { KEY_WORDS } from '../../../../../api/analyst/guardrail/key-words.ts';
import { HOSTILE_PROMPTS } from '../../../../cases/prompts/attacks.ts';
import { MORE_HOSTILE_PROMPTS } from '../../../../cases/prompts/attacks-more.ts';
import { BENIGN_PROMPTS } from '../../../../cases/prompts/harmless.ts';
import { MORE_BENIGN_PROMPTS } from '../../../../cases/prompts/harmless-more.ts';

/** Share of the prompts of a family that a rule of that very family must see. */
const BY_THEIR_OWN_RULE = 0.75;

const QUESTIONS = [...BENIGN_PROMPTS, ...MORE_BENIGN_PROMPTS];
const MAX_LENGTH = 4000;
/** Milliseconds where patterns are linear; minutes, and not tenths of a second, where one is not. */
const BLOWN_UP_MS = 1000;

describe('the guardrail', () => {
  for (const [rule, prompts] of Object.entries(HOSTILE_PROMPTS)) {
    it(`blocks ${prompts.length} attacks of the family of ${rule}, most of them by that rule`, () => {
      const verdicts = prompts.map((prompt) => ({ prompt, ...checkPrompt(prompt) }));
      assert.deepEqual(
        verdicts.filter(({ allowed }) => allowed).map(({ prompt }) => prompt),
        [],
      );
      const own = verdicts.filter(({ rules }) => rules.includes(rule));
      assert.ok(own.length >= BY_THEIR_OWN_RULE * prompts.length, `${own.length} of ${prompts.length}`);
    });
  }

  it(`blocks ${MORE_HOSTILE_PROMPTS.length} further attacks`, () => {
    const passed = MORE_HOSTILE_PROMPTS.filter((prompt) => checkPrompt(prompt).allowed);
    assert.deepEqual(passed, []);
  });

  it(`lets ${QUESTIONS.length} questions about power systems pass`, () => {
    const blocked = QUESTIONS.filter((prompt) => !checkPrompt(prompt).allowed);
    assert.deepEqual(blocked, []);
  });

  it('judges any text, and twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (prompt) => {
        assert.deepEqual(checkPrompt(prompt), checkPrompt(prompt));
      }),
      { numRuns: 60 },
    );
  });

  it('is as quick with any flood of the words that it looks for', () => {
    const word = fc.constantFrom(...KEY_WORDS);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const prompt = `${words.join(' ')} `.repeat(MAX_LENGTH).slice(0, MAX_LENGTH);
        const start = performance.now();
        checkPrompt(prompt);
        const ms = performance.now() - start;
        assert.ok(ms < BLOWN_UP_MS, `${ms} ms`);
      }),
      { numRuns: 10 },
    );
  });
});
