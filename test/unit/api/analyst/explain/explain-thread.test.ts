/** Explaining in a thread: the same as without, one at a time, and not for ever. */
import assert from 'node:assert/strict';
import { createExplainThread, explain } from '../../../../../api/analyst/explain/explain.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { solve } from '../../../../support/engine/solve.ts';

describe('explaining in a thread', () => {
  it('says what explaining here says, for each of several at once', async () => {
    const payload = threeBus();
    const result = await solve('scuc', payload);
    const inThread = createExplainThread();
    const both = await Promise.all([inThread({ payload, result }), inThread({ payload, result })]);
    assert.deepEqual(both, [explain(payload, result), explain(payload, result)]);
  });

  it('gives up at its deadline, and explains the next', async () => {
    const payload = threeBus();
    const result = await solve('scuc', payload);
    await assert.rejects(createExplainThread(1)({ payload, result }), { status: 504 });
  });
});
