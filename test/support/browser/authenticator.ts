/** Authenticator app of a user who sets up a second factor in the pages. */
import { Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';

/**
 * Reads the key that the page shows. Each call of the returned function gives the code of the next time step, since a
 * code counts once; a code one step ahead is accepted.
 */
export async function authenticator(page: Page): Promise<() => string> {
  const text = await page.locator('form code').innerText();
  const key = new Uint8Array(Secret.fromBase32(text).buffer);
  let step = totpStep(new Date());
  return () => {
    const code = totpCode(key, step);
    step += 1;
    return code;
  };
}
