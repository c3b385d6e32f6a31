/** The guardrail on attacks of every family and disguise, and on legitimate questions. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkPrompt } from '../../../../../api/analyst/guardrail/check-prompt.ts';
import { KEY_WORDS } from '../../../../../api/analyst/guardrail/words.ts';
import { disguise } from '../../../../cases/prompts/disguises.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

/** Value in place of the id of a rule, if any rule may block the prompt. */
const ANY = 'any';
const MAX_LENGTH = 4000;

const ATTACKS = readTsv('prompts/attacks.tsv', ['rule', 'prompt']);
const QUESTIONS = readTsv('prompts/harmless.tsv', ['prompt']);

describe('the guardrail', () => {
  for (const rule of new Set(ATTACKS.map((attack) => attack.rule))) {
    const attacks = ATTACKS.filter((attack) => attack.rule === rule);
    it(`blocks ${attacks.length} attacks by ${rule === ANY ? 'any rule' : rule}`, () => {
      const missed = attacks.filter(({ prompt }) => {
        const { allowed, rules } = checkPrompt(disguise(prompt));
        return allowed || (rule !== ANY && !rules.includes(rule));
      });
      assert.deepEqual(missed, []);
    });
  }

  it(`lets ${QUESTIONS.length} questions about power systems pass`, () => {
    const verdicts = QUESTIONS.map(({ prompt }) => ({ prompt, ...checkPrompt(prompt) }));
    assert.deepEqual(
      verdicts.filter(({ allowed }) => !allowed),
      [],
    );
  });

  it('judges any text, and twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (prompt) => {
        assert.deepEqual(checkPrompt(prompt), checkPrompt(prompt));
      }),
      { numRuns: 60 },
    );
  });

  // With excessive backtracking, a pattern would take minutes here, which exceeds the time limit of a test.
  it('judges any flood of the words that it looks for', () => {
    const word = fc.constantFrom(...KEY_WORDS);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const prompt = `${words.join(' ')} `.repeat(MAX_LENGTH).slice(0, MAX_LENGTH);
        assert.equal(typeof checkPrompt(prompt).allowed, 'boolean');
      }),
      { numRuns: 10 },
    );
  });
});
