/**
 * Screenshots of the pages. They are taken only if `SCREENS` names a folder, since the six of each view take a while.
 * `SCREENS=screens npm test -- test/e2e/web/every-view.test.ts` takes all of them, and those of the README.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DRAWN } from './accessibility.ts';

const FOLDER = process.env['SCREENS'];
const WIDTHS = [1440, 1920, 390];
const HEIGHT = 900;
const THEMES = ['light', 'dark'] as const;
/** Time in which charts take their new size and draw their last frame, ms. */
const SETTLED_MS = 700;

export const takesPictures = FOLDER !== undefined;

/**
 * Takes the whole page at each width in each theme; a file is named like `name-1440-light.png`, with the words of
 * `name` joined. Restores the page afterwards.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await mkdir(FOLDER, { recursive: true });
  const before = page.viewportSize();
  const words = name.match(/\w+/g)?.join('-') ?? 'home';
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      const file = `${words}-${width}-${colorScheme}.png`;
      await takePicture(page, { path: join(FOLDER, file), width, colorScheme, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

interface Picture {
  readonly path: string;
  readonly width: number;
  readonly colorScheme: (typeof THEMES)[number];
  readonly fullPage: boolean;
}

export async function takePicture(
  page: Page,
  { path, width, colorScheme, fullPage }: Picture,
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(DRAWN);
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}
