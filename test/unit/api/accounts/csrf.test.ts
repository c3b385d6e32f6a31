/** CSRF tokens are valid for one session and two hours, and only if the service's key signed them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCsrf, csrfCookie } from '../../../../api/accounts/csrf.ts';

const SECRET = 's'.repeat(40);
const NOW = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('CSRF tokens', () => {
  const csrf = createCsrf(SECRET);

  it('are valid for the session they were issued for, and no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (session, other) => {
        const token = csrf.issue(session, NOW);
        assert.ok(csrf.verify(token, session, NOW));
        assert.equal(csrf.verify(token, other, NOW), session === other);
      }),
    );
  });

  it('are valid for two hours', () => {
    const token = csrf.issue('s', NOW);
    assert.ok(csrf.verify(token, 's', later(7199)));
    assert.equal(csrf.verify(token, 's', later(7200)), false);
  });

  it('cannot be made younger', () => {
    const token = csrf.issue('s', NOW);
    const issuedAt = String(NOW.getTime() / 1000);
    const younger = token.replace(issuedAt, String(NOW.getTime() / 1000 + 3600));
    assert.notEqual(younger, token);
    assert.equal(csrf.verify(younger, 's', later(3600)), false);
  });

  it('are refused when one character is another', () => {
    const token = csrf.issue('s', NOW);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(token[at] !== character);
        assert.equal(csrf.verify(token.slice(0, at) + character + token.slice(at + 1), 's', NOW), false);
      }),
      { numRuns: 500 },
    );
  });

  it('are nothing that anybody happens to send', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(csrf.verify(text, '', NOW), false)));
  });

  it('of the previous key are accepted, of any other are not', () => {
    const old = createCsrf('o'.repeat(40)).issue('s', NOW);
    assert.equal(csrf.verify(old, 's', NOW), false);
    assert.ok(createCsrf(SECRET, 'o'.repeat(40)).verify(old, 's', NOW));
  });

  it('differ, also for one session at one time', () => {
    assert.notEqual(csrf.issue('s', NOW), csrf.issue('s', NOW));
  });

  for (const [NODE_ENV, expected] of [
    ['production', '__Host-csrf=t; Path=/; Max-Age=7200; HttpOnly; SameSite=Strict; Secure'],
    ['development', 'csrf=t; Path=/; Max-Age=7200; HttpOnly; SameSite=Strict'],
  ] as const) {
    it(`are also a cookie: ${expected}`, () => assert.equal(csrfCookie('t', { NODE_ENV }), expected));
  }
});
