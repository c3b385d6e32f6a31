/** Storage and rules of passwords. */
import assert from 'node:assert/strict';
import { passwordProblems, toPolicy } from '../../../../api/accounts/password-rules.ts';
import { createPasswords } from '../../../../api/accounts/passwords.ts';

const PEPPER = 'pepper'.repeat(6);
const POLICY = toPolicy({ PASSWORD_MIN_LENGTH: 8, PASSWORD_CLASSES: 'on' });

describe('password storage', () => {
  const passwords = createPasswords(PEPPER, 4);

  it('distinguishes the right password from any other, beyond 72 bytes and after NUL', async () => {
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
    ['a sequence from any digit on', '123456789012345', /plain sequence/],
    ['of few characters', 'aaaaaaaaaaaaaaab', /repeated character/],
    ['common with digits', 'password1234567', /most common/],
    ['common said twice', 'iloveyouiloveyou', /most common/],
    ['common said twice with a digit', 'letmeinletmein1', /most common/],
    ['common with a year and a sign', 'Welcome2026!', /most common/],
    ['like the service in short', 'Gridopt1!', /service name/],
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

describe('sign-ins at once', () => {
  it('wait for each other, and are refused when too many wait', async () => {
    const passwords = createPasswords(PEPPER, 4);
    const stored = await passwords.hash('x');
    const answers = await Promise.allSettled(
      Array.from({ length: 67 }, (_, i) => passwords.verify(i % 2 === 0 ? 'x' : 'y', stored)),
    );
    assert.deepEqual(
      answers.slice(0, -1).map((answer) => answer.status === 'fulfilled' && answer.value),
      Array.from({ length: 66 }, (_, i) => i % 2 === 0),
    );
    const last = answers.at(-1);
    assert.ok(last?.status === 'rejected' && last.reason.status === 503);
    assert.ok(await passwords.verify('x', stored));
  });
});
