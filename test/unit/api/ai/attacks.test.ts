/** The guardrail against attacks of every family and disguise, and against the questions of its users. */
import assert from 'node:assert/strict';
import { checkPrompt } from '../../../../api/ai/guardrail/check-prompt.ts';
import { BENIGN_PROMPTS } from './benign-prompts.ts';
import { HOSTILE_PROMPTS } from './hostile-prompts.ts';

/** Share of the prompts of a family that a rule of that very family must see. */
const BY_THEIR_OWN_RULE = 0.75;

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

  it(`lets ${BENIGN_PROMPTS.length} questions about power systems pass`, () => {
    const blocked = BENIGN_PROMPTS.filter((prompt) => !checkPrompt(prompt).allowed);
    assert.deepEqual(blocked, []);
  });
});
