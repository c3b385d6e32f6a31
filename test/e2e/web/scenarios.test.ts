/** A user's scenarios: viewed, exported, deleted. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { downloadOf, newPerson, press } from '../../support/browser/steps.ts';
import { payload } from '../../support/cases/payloads.ts';

const NAME = '<b>A Tuesday</b>';

describe('a scenario at the page', () => {
  const pages = withBrowser();

  it('is described, exported in a public format, and deleted by the keyboard alone', async () => {
    const person = await newPerson();
    const body = { name: NAME, payload: payload() };
    assert.equal((await person.api.request('PUT', '/api/scenarios/a%20tuesday', { body })).status, 201);
    const page = await pages.openAs(person, '#/scenarios');
    const link = page.getByRole('link', { name: NAME, exact: true });
    await press(page, link);
    await page.getByText('3 hours', { exact: true }).waitFor();
    await page.getByText(/^1 bus/).waitFor();
    const { name, path } = await downloadOf(page, () => page.getByRole('button', { name: 'Export' }).click());
    assert.equal(name, 'a tuesday.pglib-uc.json');
    assert.equal(JSON.parse(await readFile(path, 'utf8')).time_periods, 3);
    await page.getByText(/^Exported/).waitFor();
    await assertAccessible(page);
    await press(page, page.getByRole('button', { name: 'Delete' }));
    const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` });
    await press(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
    await page.getByText('Base day, three units').waitFor();
    assert.equal(await link.count(), 0);
  });

  it('is renamed, shows the changes between its versions, and is duplicated', async () => {
    const person = await newPerson();
    const [cheap, dear] = [payload(), payload({ horizon: 2, loads: [{ bus: 1, values: [80, 120] }] })];
    for (const each of [cheap, dear]) {
      const body = { name: 'Wednesday', payload: each };
      assert.ok((await person.api.request('PUT', '/api/scenarios/wednesday', { body })).status < 300);
    }
    const page = await pages.openAs(person, '#/scenarios/wednesday');
    const changes = page.getByRole('table', { name: 'Differences of the cases' });
    await changes.getByRole('row', { name: 'Case Horizon 3 2' }).waitFor();
    await page.getByRole('link', { name: /^Loads/ }).click();
    await page.getByRole('cell', { name: '80 to 120' }).waitFor();
    await page.getByText('Name and tags').click();
    await page.getByLabel('Name', { exact: true }).fill('A wet Wednesday');
    await page.getByLabel('Tags').fill('rain, test');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'A wet Wednesday' }).waitFor();
    await page.getByText('rain, test').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Copy of A wet Wednesday' }).waitFor();
  });
});
