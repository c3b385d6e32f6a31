/** What axe finds wrong for people who see or hear a page in other ways, in light and in dark. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PHONE = { width: 360, height: 740 };
const RESIZED_MS = 3000;

/** Fails with each rule that is broken, and where. Looks at WCAG 2.2 AA and at good practice. */
export async function assertAccessible(page: Page): Promise<void> {
  // By the debugging protocol, which the policy of the page does not bind.
  await page.evaluate(await readFile(AXE, 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const found = await page.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
    assert.deepEqual(
      found.map(
        ({ id, help, nodes }) =>
          `${colorScheme}: ${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      ),
      [],
    );
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Elements that reach beyond the window, for the message of a failure. */
const TOO_WIDE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map(({ outerHTML }) => outerHTML.slice(0, 100)).slice(0, 5).join(' | ')`;

/** A phone shows the page without being moved sideways, once charts have taken their new size. */
export async function assertFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const end = Date.now() + RESIZED_MS;
  // Not `waitForFunction`: it evaluates text in the page, which the policy of the page forbids.
  while (!(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')))
    assert.ok(Date.now() < end, `wider than a phone: ${await page.evaluate(TOO_WIDE)}`);
  if (before) await page.setViewportSize(before);
}
