import assert from 'node:assert/strict';
import { local } from '../../../support/local-stack.ts';

interface Way {
  readonly name: string;
  find(): Promise<string | undefined>;
}
interface Module {
  firstThatWorks(server: string, ways: readonly Way[]): Promise<{ found: string; way: string }>;
}

describe('the first way that works', () => {
  const absent: Way = { name: 'a setting', find: async () => undefined };
  const failing: Way = {
    name: 'a download',
    find: async () => {
      throw new Error('host unreachable\nlong output');
    },
  };

  it('is taken, and those after it are not tried', async () => {
    const { firstThatWorks } = await local<Module>('first-that-works.mjs');
    const never: Way = { name: 'a build', find: async () => assert.fail('tried') };
    const works: Way = { name: 'PATH', find: async () => '/usr/bin/tool' };
    assert.deepEqual(await firstThatWorks('A tool', [absent, failing, works, never]), {
      found: '/usr/bin/tool',
      way: 'PATH',
    });
  });
  it('is missed with one numbered line for each way', async () => {
    const { firstThatWorks } = await local<Module>('first-that-works.mjs');
    await assert.rejects(firstThatWorks('A tool', [absent, failing]), {
      message:
        'A tool could not be found in any of these ways:\n' +
        '  1. a setting: not there\n' +
        '  2. a download: host unreachable / long output',
    });
  });
});
