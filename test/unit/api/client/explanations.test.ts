/** Questions that a result answers without a solve. */
import assert from 'node:assert/strict';
import { createClient } from '../../../../api/client/client.ts';
import { explanationOf, partsFor } from '../../../../api/client/explanations.ts';

const ARTIFACTS = [
  { type: 'binding_constraints', statement: 'Line l11 binds in 4 hours.' },
  { type: 'cost_breakdown', statement: 'g27 costs most.' },
];

describe('a question without a language model', () => {
  const client = createClient({
    baseUrl: 'http://grid',
    fetch: async () => Response.json({ job_id: 'a', artifacts: ARTIFACTS }),
  });

  it('is one of a few, however it is written', () => {
    assert.deepEqual(partsFor('which lines bind and when'), ['binding_constraints']);
    assert.equal(partsFor('Why is bus 7 so expensive?'), undefined);
  });

  it('is answered by its statements, with a notice if they are of another solve', async () => {
    const answer = await explanationOf(client, ['binding_constraints'], 'case', 'a');
    assert.equal(answer, 'Line l11 binds in 4 hours.\nComputed from the result, without a language model.');
    assert.match(
      await explanationOf(client, ['cost_breakdown'], 'case', 'b'),
      /a later solve of the scenario/,
    );
    assert.match(await explanationOf(client, ['none'], 'case'), /does not say/);
  });
});
