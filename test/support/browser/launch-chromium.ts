/** Starts Chromium: the one of the machine, or the one that `npm test` fetches. */
import { type Browser, chromium } from 'playwright-core';
import { acquireChromium } from '../../../workers/local/acquire/chromium.ts';

/** Rejects, with the remedy, where Chromium is missing. */
export async function launchChromium(): Promise<Browser> {
  const { found: browser } = await acquireChromium();
  return chromium.launch({
    executablePath: browser.command,
    env: { ...process.env, ...browser.env },
    // Chromium refuses its sandbox to root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
