/** Acceptance of access tokens, and how they identify callers. */
import assert from 'node:assert/strict';
import { SignJWT } from 'jose';
import { createTokens } from '../../../../api/accounts/access-tokens.ts';
import { newRefreshToken } from '../../../../api/accounts/refresh-tokens.ts';
import { clientNetwork } from '../../../../api/http/client-network.ts';
import { digest } from '../../../../api/http/secrets.ts';

const SECRET = 's'.repeat(40);
const SESSION = { userId: 'u', sessionId: 's', role: 'user' as const };
const NOW = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('access tokens', () => {
  const tokens = createTokens(SECRET);

  it('identify user, session and token, for an hour', async () => {
    const token = await tokens.sign(SESSION, NOW);
    const claims = await tokens.verify(token, later(3500));
    assert.equal(claims?.userId, 'u');
    assert.equal(claims?.sessionId, 's');
    assert.match(claims?.tokenId ?? '', /^[\da-f-]{36}$/);
    assert.deepEqual(claims?.expiresAt, later(3600));
    assert.equal(await tokens.verify(token, later(3610)), null);
  });

  it('of the previous key are accepted, of any other are not', async () => {
    const old = await createTokens('o'.repeat(40)).sign(SESSION, NOW);
    assert.equal(await tokens.verify(old, NOW), null);
    assert.ok(await createTokens(SECRET, 'o'.repeat(40)).verify(old, NOW));
  });

  it('of another kind are refused though the signature is right', async () => {
    const key = new TextEncoder().encode(SECRET);
    const forge = (typ: string, alg: string, issuer: string) =>
      new SignJWT({ sid: 's' })
        .setProtectedHeader({ alg, typ })
        .setIssuer(issuer)
        .setAudience('grid-optimization-api')
        .setSubject('u')
        .setJti('j')
        .setIssuedAt(NOW)
        .setExpirationTime(later(60))
        .sign(key);
    assert.ok(await tokens.verify(await forge('at+jwt', 'HS256', 'grid-optimization-service'), NOW));
    assert.equal(
      await tokens.verify(await forge('2fa+jwt', 'HS256', 'grid-optimization-service'), NOW),
      null,
    );
    assert.equal(await tokens.verify(await forge('at+jwt', 'HS512', 'grid-optimization-service'), NOW), null);
    assert.equal(await tokens.verify(await forge('at+jwt', 'HS256', 'somebody'), NOW), null);
  });

  for (const claim of ['sub', 'jti', 'sid'])
    for (const value of [{ $ne: 1 }, ['id'], 1, true, ''])
      it(`are refused with ${JSON.stringify(value)} as ${claim}, though the signature is right`, async () => {
        const sign = (changes: object) =>
          new SignJWT({ sub: 'u', jti: 'j', sid: 's', ...changes })
            .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
            .setIssuer('grid-optimization-service')
            .setAudience('grid-optimization-api')
            .setIssuedAt(NOW)
            .setExpirationTime(later(60))
            .sign(new TextEncoder().encode(SECRET));
        assert.ok(await tokens.verify(await sign({}), NOW));
        assert.equal(await tokens.verify(await sign({ [claim]: value }), NOW), null);
      });
});

describe('refresh tokens', () => {
  it('are 256 random bits, stored as a digest', () => {
    const { token, hash, expiresAt } = newRefreshToken(later(60));
    assert.equal(Buffer.from(token, 'base64url').length, 32);
    assert.equal(hash, digest(token));
    assert.deepEqual(expiresAt, later(60));
    assert.notEqual(newRefreshToken(NOW).token, token);
  });
});

describe('clientNetwork', () => {
  const CASES = [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ] as const;
  for (const [ip, network] of CASES) {
    it(`counts ${ip} as ${network}`, () => assert.equal(clientNetwork(ip), network));
  }
});
