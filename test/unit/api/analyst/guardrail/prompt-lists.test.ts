/** The guardrail over whole lists: nothing hostile passes, nothing of the domain is blocked. */
import assert from 'node:assert/strict';
import { checkPrompt } from '../../../../../api/analyst/guardrail/check-prompt.ts';
import { BENIGN, BENIGN_MORE } from '../../../../cases/prompts/benign.ts';
import { HOSTILE } from '../../../../cases/prompts/hostile.ts';
import { HOSTILE_ANY } from '../../../../cases/prompts/hostile-any.ts';

const TASKS = [...BENIGN, ...BENIGN_MORE];

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

  it(`blocks ${HOSTILE_ANY.length} more prompts`, () => {
    assert.deepEqual(
      HOSTILE_ANY.filter((prompt) => checkPrompt(prompt).allowed),
      [],
    );
  });

  it(`lets ${TASKS.length} prompts about power systems pass`, () => {
    const blocked = TASKS.map((prompt) => ({ prompt, ...checkPrompt(prompt) })).filter(
      ({ allowed }) => !allowed,
    );
    assert.deepEqual(
      blocked.map(({ prompt, rules }) => `${rules}: ${prompt}`),
      [],
    );
  });
});
