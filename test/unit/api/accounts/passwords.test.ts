/** How passwords are stored and which are accepted. */
import assert from 'node:assert/strict';
import { createQueue } from '../../../../api/accounts/bcrypt-threads.ts';
import { passwordProblems, toPolicy } from '../../../../api/accounts/password-rules.ts';
import { createPasswords } from '../../../../api/accounts/passwords.ts';

const PEPPER = 'pepper'.repeat(6);
const POLICY = toPolicy({ PASSWORD_MIN_LENGTH: 8, PASSWORD_CLASSES: 'on' });

describe('password storage', () => {
  const passwords = createPasswords(PEPPER, 4);

  it('tells the right password from any other, beyond 72 bytes and after NUL', async () => {
    for (const password of ['Blue-Turbine-42', `${'x'.repeat(80)}a`, 'nul\u0000a', '\u{1f50c}'.repeat(30)]) {
      const stored = await passwords.hash(password);
      assert.ok(await passwords.verify(password, stored));
      assert.equal(await passwords.verify(`${password.slice(0, -1)}b`, stored), false);
    }
  });

  it('takes composed and decomposed letters for the same', async () => {
    assert.ok(await passwords.verify('cafe\u0301-cafe\u0301', await passwords.hash('caf\u00e9-caf\u00e9')));
  });

  it('depends on the pepper', async () => {
    const stored = await passwords.hash('Blue-Turbine-42');
    assert.equal(await createPasswords('other', 4).verify('Blue-Turbine-42', stored), false);
  });

  it('works as long for an unknown user', async () => {
    const slow = createPasswords(PEPPER, 9);
    const stored = await slow.hash('x');
    const work = async (hash: string | undefined) => {
      const before = process.cpuUsage();
      assert.equal(await slow.verify('y', hash), false);
      return process.cpuUsage(before).user;
    };
    const [known, unknown] = [await work(stored), await work(undefined)];
    assert.ok(unknown > known / 4, `${unknown} µs against ${known} µs`);
  });

  it('notices a hash of another work factor', async () => {
    assert.equal(passwords.isOutdated(await passwords.hash('x')), false);
    assert.ok(passwords.isOutdated(await createPasswords(PEPPER, 5).hash('x')));
  });
});

describe('password rules', () => {
  const GOOD = [
    'Blue-Turbine-42',
    'Tr4nsf0rmer',
    'windy hills 12',
    'correct horse turbine staple',
    `${'\u{1f50c}'.repeat(4)}aB1cdefg`,
  ];
  for (const password of GOOD) {
    it(`accept ${password}`, () =>
      assert.deepEqual(passwordProblems({ password, username: 'ada.l' }, POLICY), []));
  }

  const BAD = [
    ['short', 'aB1!', /at least 8 characters/],
    ['long', 'aB1!'.repeat(40), /at most 128/],
    ['plain for their length', 'turbines', /mix at least 3/],
    ['plain at 12', 'turbinehalls', /mix at least 2/],
    ['common in any case', 'P@SSW0rd123', /most common/],
    ['like the name', 'my-ADA.L-2042', /username/],
    ['like the service', 'Grid-Optimization-1', /service name/],
    ['one character', 'aaaaaaaaaaaaaaaa', /repeated character/],
    ['a sequence', 'abcdefghijklmnop', /plain sequence/],
    ['a sequence backwards', 'poiuytrewq', /plain sequence/],
    ['as before', 'Blue-Turbine-42', /differ from the current/],
  ] as const;
  for (const [what, password, message] of BAD) {
    it(`refuse passwords that are ${what}`, () => {
      const problems = passwordProblems({ password, username: 'ada.l', current: 'Blue-Turbine-42' }, POLICY);
      assert.ok(
        problems.some((problem) => message.test(problem)),
        problems.join(),
      );
    });
  }

  it('can ask for length alone', () => {
    const policy = toPolicy({ PASSWORD_MIN_LENGTH: 15, PASSWORD_CLASSES: 'off' });
    assert.deepEqual(passwordProblems({ password: 'turbine hall one', username: 'ada' }, policy), []);
    assert.equal(passwordProblems({ password: 'Tr4nsf0rmer', username: 'ada' }, policy).length, 1);
  });
});

describe('the password queue', () => {
  it('runs few tasks at a time, in order, and refuses when too many wait', async () => {
    const queue = createQueue(2, 3, () => new Error('full'));
    const log: string[] = [];
    let running = 0;
    let most = 0;
    const task = (name: string) => async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      log.push(name);
      running -= 1;
      return name;
    };
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => queue.run(task(name))),
    );
    assert.deepEqual(log, ['a', 'b', 'c', 'd', 'e']);
    assert.equal(most, 2);
    assert.equal(results.at(-1)?.status, 'rejected');
    await assert.rejects(
      queue.run(async () => Promise.reject(new Error('task'))),
      /task/,
    );
    assert.equal(await queue.run(task('g')), 'g');
  });
});
