/** Scenarios of one's own: seen, exported, deleted. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press, signIn } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { payload } from '../../support/cases/payloads.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

const NAME = '<b>A Tuesday</b>';

describe('a scenario at the page', () => {
  const pages = withBrowser();

  async function scenarioPage(): Promise<Page> {
    const { stack } = await runningStack();
    const person = await newPerson();
    const api = await signInByApi(stack.api_url, person.username, person.password);
    const body = { name: NAME, payload: payload() };
    const { status } = await api.request('PUT', '/api/scenarios/a%20tuesday', { body });
    assert.equal(status, 201);
    const page = await pages.open(stack.api_url, '#/scenarios');
    await signIn(page, person);
    await page.getByRole('link', { name: NAME, exact: true }).waitFor();
    return page;
  }

  it('says what it is, and becomes a file in a public format', async () => {
    const page = await scenarioPage();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.getByRole('link', { name: NAME, exact: true }).click();
    await page.getByText('3 hours, 1 bus, 2 units, 1 load').waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'a tuesday.pglib-uc.json');
    assert.equal(JSON.parse(await readFile(await download.path(), 'utf8')).time_periods, 3);
    await page.getByText(/^Exported/).waitFor();
    await assertAccessible(page);
  });

  it('is deleted once that was confirmed, with the keyboard alone', async () => {
    const page = await scenarioPage();
    await press(page, page.getByRole('link', { name: NAME, exact: true }));
    await press(page, page.getByRole('button', { name: 'Delete' }));
    const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` });
    await dialog.waitFor();
    await press(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
    await page.getByText('Base day, three units').waitFor();
    assert.equal(await page.getByRole('link', { name: NAME, exact: true }).count(), 0);
  });
});
