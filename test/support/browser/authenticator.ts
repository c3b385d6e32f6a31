/** The app on the phone of somebody who sets up a second factor at the page. */
import { Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../../api/accounts/two-factor-codes.ts';

/** Reads the key that the page shows. Each call gives the next code: none counts twice, and one ahead counts. */
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
