/** The guardrail over whole lists: nothing hostile passes, nothing of the domain is blocked. */
import assert from 'node:assert/strict';
import { checkPrompt } from '../../../../api/ai/guardrail/check-prompt.ts';
import { BENIGN } from '../../../cases/prompts/benign.ts';
import { HOSTILE } from '../../../cases/prompts/hostile.ts';

describe('checkPrompt', () => {
  for (const [rule, prompts] of Object.entries(HOSTILE)) {
    it(`blocks ${prompts.length} prompts of ${rule}`, () => {
      const missed = prompts.filter((prompt) => {
        const { allowed, rules } = checkPrompt(prompt);
        return allowed || !rules.includes(rule);
      });
      assert.deepEqual(missed, []);
    });
  }

  it(`lets ${BENIGN.length} prompts about power systems pass`, () => {
    const blocked = BENIGN.map((prompt) => ({ prompt, ...checkPrompt(prompt) })).filter(
      ({ allowed }) => !allowed,
    );
    assert.deepEqual(
      blocked.map(({ prompt, rules }) => `${rules}: ${prompt}`),
      [],
    );
  });
});
