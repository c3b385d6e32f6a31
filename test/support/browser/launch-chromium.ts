/** Starts Chromium: the installed one, or else the one that `npm test` downloads. */
import { type Browser, chromium } from 'playwright-core';
import { acquireChromium } from '../../../workers/local/acquire/chromium.ts';

/** Starts the browser. Rejects, with the remedy, if Chromium is missing. */
export async function launchChromium(): Promise<Browser> {
  const { found: browser } = await acquireChromium();
  return chromium.launch({
    executablePath: browser.command,
    env: { ...process.env, ...browser.env },
    // Chromium does not run its sandbox as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
