/** Figures of a page as text, and their comparison with the numbers that they stand for. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Name -> text of each figure in the lists, without its note. */
export const figuresIn = async (lists: Locator): Promise<Map<string, string>> =>
  new Map(
    await lists.locator(':scope > div').evaluateAll((figures) =>
      figures.map((figure): [string, string] => {
        const parts = [...(figure.querySelector('dd')?.childNodes ?? [])];
        const value = parts
          .filter(({ nodeName }) => nodeName !== 'SMALL')
          .map(({ textContent }) => textContent);
        return [figure.querySelector('dt')?.textContent ?? '', value.join('').trim()];
      }),
    ),
  );

/** Rows of a table as texts by head. */
export async function rowsIn(table: Locator): Promise<Map<string, string>[]> {
  const heads = await table.locator('thead th').allTextContents();
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent ?? '')));
  return rows.map((cells) => new Map(cells.map((cell, at) => [heads[at] ?? '', cell])));
}

const NUMBER = /(-?)\$?(\d[\d,]*(?:\.(\d+))?(?:e([+-]?\d+))?)(M|B)?/;
const FACTORS: Readonly<Record<string, number>> = { M: 1e6, B: 1e9 };

/** Rows of a table that has loaded. */
export async function rowsOf(page: Page, name: string): Promise<Map<string, string>[]> {
  const table = page.getByRole('table', { name, exact: true });
  await table.locator('tbody tr').first().waitFor();
  return rowsIn(table);
}

/** Asserts that a text shows the number to the precision of the text. */
export function assertShows(text: string | undefined, value: number | null | undefined, what: string): void {
  const message = `${what}: the page says ${text}, the reply ${value}`;
  assert.ok(text !== undefined, message);
  if (value === null || value === undefined) {
    assert.match(text, /^(?:≈ )?–/, message);
    return;
  }
  const share = text.includes('%') ? 0.01 : 1;
  if (text.startsWith('< ')) {
    assert.ok(Math.abs(value) < 0.01 * share, message);
    return;
  }
  const [, sign, digits = '', decimals = '', exponent, suffix = ''] = NUMBER.exec(text) ?? [];
  const factor = share * (FACTORS[suffix] ?? 1);
  const shown = factor * Number(digits.replaceAll(',', '')) * (sign ? -1 : 1);
  const step = exponent === undefined ? factor * 10 ** -decimals.length : Math.abs(shown);
  assert.ok(Math.abs(shown - value) <= 0.5 * step + 1e-9 * Math.abs(value) + 1e-12, message);
}
