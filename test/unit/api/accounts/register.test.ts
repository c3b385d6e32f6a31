import assert from 'node:assert/strict';
import { createKeyedLock } from '../../../../api/accounts/keyed-lock.ts';

describe('a keyed lock', () => {
  it('runs the tasks of one key in order, also after one that failed, and others meanwhile', async () => {
    const lock = createKeyedLock();
    const finished: string[] = [];
    let goOn = () => {};
    const barrier = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const task = (name: string, wait?: Promise<void>) => async () => {
      await wait;
      finished.push(name);
      if (name === 'a2') throw new Error('failed');
    };
    const ofA = [lock.run('a', task('a1', barrier)), lock.run('a', task('a2')), lock.run('a', task('a3'))];
    await lock.run('b', task('b1'));
    goOn();
    const results = await Promise.allSettled(ofA);
    assert.deepEqual(finished, ['b1', 'a1', 'a2', 'a3']);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });
});
