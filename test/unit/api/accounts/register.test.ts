import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedLock } from '../../../../api/accounts/register.ts';

describe('a keyed lock', () => {
  it('runs the tasks of one key in order, also after one that failed, and others meanwhile', async () => {
    const lock = createKeyedLock();
    const done: string[] = [];
    const task = (name: string, ms: number) => async () => {
      await delay(ms);
      done.push(name);
      if (name === 'a2') throw new Error('failed');
    };
    const results = await Promise.allSettled([
      lock.run('a', task('a1', 30)),
      lock.run('a', task('a2', 1)),
      lock.run('a', task('a3', 1)),
      lock.run('b', task('b1', 1)),
    ]);
    assert.deepEqual(done, ['b1', 'a1', 'a2', 'a3']);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
  });
});
