/** A sign-in answers in one of two forms, and never mixes them. */
import assert from 'node:assert/strict';
import { loginReplySchema } from '../../../../api/accounts/sessions.ts';

const TOKENS = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
const CHALLENGE = { requires_2fa: true, temp_token: 't', token_type: '2fa', expires_in: 300 };
const isValid = (reply: unknown) => loginReplySchema.isValidSync(reply, { strict: true });

describe('the reply of a sign-in', () => {
  it('is a token set or the question for a second factor', () => {
    assert.ok(isValid(TOKENS));
    assert.ok(isValid(CHALLENGE));
  });

  it('is nothing between and nothing beside', () => {
    const { access_token } = TOKENS;
    const wrong = [
      undefined,
      null,
      {},
      { ...CHALLENGE, access_token },
      { ...TOKENS, ...CHALLENGE },
      { ...TOKENS, token_type: '2fa' },
      { ...CHALLENGE, requires_2fa: false },
      { ...CHALLENGE, temp_token: '' },
    ];
    for (const reply of wrong) assert.equal(isValid(reply), false, JSON.stringify(reply));
  });
});
