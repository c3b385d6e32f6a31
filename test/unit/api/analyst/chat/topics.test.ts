/** Tools that the service calls itself, chosen by the words of a question in six languages. */
import assert from 'node:assert/strict';
import { alwaysLookedUp } from '../../../../../api/analyst/chat/plan-calls.ts';
import { readTsv } from '../../../../support/read-tsv.ts';

describe('questions that the service looks up itself', () => {
  for (const { question, tools } of readTsv('analyst/topics.tsv', ['question', 'tools'])) {
    it(`need ${tools || 'nothing'}: ${question}`, () => {
      assert.equal(alwaysLookedUp(question).join(' and '), tools);
    });
  }
});
