/** Two-factor data in the database: sealed secrets and digests of recovery codes. */
import assert from 'node:assert/strict';
import { resealTwoFactor } from '../../../../api/accounts/ensure-accounts.ts';
import { newRecoveryCodes, recoveryDigest } from '../../../../api/accounts/two-factor-codes.ts';
import { createSeal } from '../../../../api/accounts/two-factor-secrets.ts';
import { testDeps } from '../../../support/stack/app.ts';

const KEY = 'k'.repeat(32);
const SECRET = Buffer.from('12345678901234567890');

describe('a seal', () => {
  const seal = createSeal(KEY);
  const sealed = seal.close(SECRET, 'ada');

  it('opens for the same user, in any process with the same key', () => {
    assert.deepEqual(createSeal(KEY).open(sealed, 'ada'), SECRET);
  });

  it('shows nothing of the secret, and is another each time', () => {
    assert.equal(Buffer.from(sealed, 'base64url').includes(SECRET), false);
    assert.notEqual(seal.close(SECRET, 'ada'), sealed);
  });

  it('stays closed to other users, to other keys and once altered', () => {
    assert.throws(() => seal.open(sealed, 'eve'), /cannot be opened/);
    assert.throws(() => createSeal('o'.repeat(32)).open(sealed, 'ada'), /cannot be opened/);
    for (let index = 0; index < Buffer.from(sealed, 'base64url').length; index += 1) {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      assert.throws(() => seal.open(bytes.toString('base64url'), 'ada'), /cannot be opened/);
    }
    for (const short of ['', 'AAAA', sealed.slice(0, 20)]) assert.throws(() => seal.open(short, 'ada'));
  });
});

describe('a retired key', () => {
  const OTHER = 'o'.repeat(32);
  const old = createSeal(KEY);

  it('still opens its sealed secrets, and seals no more', () => {
    const seal = createSeal(OTHER, KEY);
    const sealed = old.close(SECRET, 'ada');
    assert.deepEqual(seal.open(sealed, 'ada'), SECRET);
    assert.throws(() => seal.open(sealed, 'eve'), /cannot be opened/);
    assert.equal(seal.isCurrent(sealed, 'ada'), false);
    const anew = seal.close(SECRET, 'ada');
    assert.equal(seal.isCurrent(anew, 'ada'), true);
    assert.throws(() => old.open(anew, 'ada'), /cannot be opened/);
  });

  it('can go once every secret is sealed anew; secrets that no key opens stay unchanged', async () => {
    const lines: Record<string, unknown>[] = [];
    const seal = createSeal(OTHER, KEY);
    const { twoFactor, log } = testDeps({}, lines);
    await twoFactor.begin('ada', old.close(SECRET, 'ada'));
    await twoFactor.begin('bob', seal.close(SECRET, 'bob'));
    await twoFactor.begin('eve', createSeal('x'.repeat(32)).close(SECRET, 'eve'));
    const before = await twoFactor.find('eve');
    for (const resealed of [1, 0]) {
      await resealTwoFactor(twoFactor, seal, log);
      const { resealed: count, closed } = lines.at(-1) ?? {};
      assert.deepEqual([count, closed], [resealed, 1]);
    }
    for (const user of ['ada', 'bob']) {
      assert.deepEqual(createSeal(OTHER).open((await twoFactor.find(user))?.secret ?? '', user), SECRET);
    }
    assert.deepEqual(await twoFactor.find('eve'), before);
  });
});

describe('recovery codes', () => {
  it('are ten, of 80 bits each, in groups that can be read out', () => {
    const codes = newRecoveryCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  });

  it('are the same however they are typed', () => {
    const [code = ''] = newRecoveryCodes();
    const digest = recoveryDigest(code);
    assert.match(digest, /^[\da-f]{64}$/);
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
      assert.equal(recoveryDigest(typed), digest);
    assert.notEqual(recoveryDigest(`${code}A`), digest);
  });
});
