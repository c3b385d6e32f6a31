/** Finds accessibility faults of a page by axe. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };
/** Script that resolves when the page has been drawn with a new size, theme or address. */
export const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Fails if a page violates a rule, with the rule and the place. Checks WCAG 2.2 AA and best practices. */
export const assertAccessible = (page: Page): Promise<void> => assertNothingFound(page, {});

/** Checks contrast, the only rule that depends on the theme. */
export async function assertContrastInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  try {
    await assertNothingFound(page, { runOnly: ['color-contrast'] });
  } finally {
    await page.emulateMedia({ colorScheme: null });
  }
}

async function assertNothingFound(page: Page, options: object): Promise<void> {
  // The script is injected by the debugging protocol, which the content security policy of the page does not affect.
  if (await page.evaluate<boolean>('!globalThis.axe')) await page.evaluate(await AXE);
  await page.evaluate(DRAWN);
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<readonly Violation[]>(run);
  assert.deepEqual(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    ),
    [],
  );
}

/** Elements wider than the window, for the message of a failure. */
const TOO_WIDE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map(({ outerHTML }) => outerHTML.slice(0, 100)).slice(0, 5).join(' | ')`;

/** Asserts that a phone shows the page without horizontal scrolling, once charts have their new size. */
export async function assertFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  // `waitForFunction` is not used: it evaluates text in the page, which the content security policy forbids.
  const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  try {
    await until(fits).catch(async () => assert.fail(`wider than a phone: ${await page.evaluate(TOO_WIDE)}`));
  } finally {
    if (before) await page.setViewportSize(before);
  }
}
