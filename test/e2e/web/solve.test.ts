/** Solving a user's own case: from a file to its schedule. */
import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { downloadOf, newPerson, press, signIn, type } from '../../support/browser/steps.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { pglibCase } from '../../support/cases/pglib-case.ts';
import { withFolder } from '../../support/with-folder.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const FILE_FIELD = 'Drop a file here, or choose one';
const FINDING = 'coal: p_min 150 MW is above p_max 100 MW';
/** One unit cannot run at all, and the other has a name that looks like HTML. */
const SPOILT = payload({
  generators: [generator({ name: 'coal', p_min: 150 }), generator({ name: MARKUP })],
});

describe('solving a case at the page', () => {
  const pages = withBrowser();
  const inFolder = withFolder();

  async function file(name: string, content: object): Promise<string> {
    const path = inFolder(name);
    await writeFile(path, JSON.stringify(content));
    return path;
  }

  async function begin(): Promise<Page> {
    const page = await pages.openAsSomebody('#/solve');
    page.on('dialog', (dialog) => assert.fail(`a script of the case ran: ${dialog.message()}`));
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('goes from a file with a finding to its tables, with the keyboard alone', async () => {
    const page = await begin();
    const field = page.getByLabel(FILE_FIELD);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, field, 'Space')]);
    await chooser.setFiles(await file('my case.json', SPOILT));
    await page.getByRole('img', { name: /^Available capacity by kind against the load/ }).waitFor();
    await press(page, button(page, 'Show generator coal'));
    await page.locator('.here:focus', { hasText: 'coal' }).waitFor();
    const least = page.getByLabel('Pmin, MW of coal');
    await page.getByRole('cell').filter({ has: least }).getByText(FINDING).waitFor();
    assert.equal(await least.getAttribute('aria-invalid'), 'true');
    await page.getByText(MARKUP, { exact: true }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);

    await type(page, least, '10');
    await page.keyboard.press('Tab');
    await page.getByText('The case can be solved.').waitFor();
    await press(page, button(page, 'Solve'));

    await page.getByRole('heading', { name: 'Job my-case' }).waitFor();
    await page.getByText('Optimal: no schedule').waitFor();
    await press(page, page.getByRole('link', { name: 'Certificate' }));
    await page.getByText(/All \d+ checks passed/).waitFor();
    await press(page, page.getByRole('link', { name: 'Downloads' }));
    const savedBy = async (name: string): Promise<string> =>
      readFile((await downloadOf(page, () => press(page, button(page, name)))).path, 'utf8');
    const table = await savedBy('CSV: Output of every unit');
    assert.match(table, /^generator,hour,dispatch_mw/);
    assert.ok(table.includes(MARKUP));
    const costs = await savedBy('CSV: Operating cost by part, penalties and objective');
    assert.match(costs, /^part,cost_usd/);

    const views = page.getByRole('navigation', { name: 'Views' });
    for (const list of ['Jobs', 'Scenarios']) {
      await views.getByRole('link', { name: list, exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: 'my-case' }).first().waitFor();
    }
  });

  it('takes a file in a public format, and reports on the import', async () => {
    const page = await begin();
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('public.json', pglibCase(1)));
    await page.getByText('public.json is a pglib-uc file').waitFor();
    await page.getByText(/^Imported/).waitFor();
    await page.getByText(/^(?:The case can be solved|This case is infeasible)/).waitFor();
    await assertAccessible(page);
  });

  it('takes a newcomer from the sign-in to the schedule of a case of their own in four clicks', async () => {
    const page = await pages.open();
    await page.evaluate(`addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) document.documentElement.dataset.clicks += '|';
    })`);
    await signIn(page, await newPerson());
    await page.getByRole('link', { name: 'Bring your own case' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByLabel(FILE_FIELD).click(),
    ]);
    await chooser.setFiles(await file('mine.json', payload()));
    await button(page, 'Solve').click();
    await page.getByText('Optimal: no schedule').waitFor();
    assert.equal(await page.evaluate(`document.documentElement.dataset.clicks.split('|').length - 1`), 4);
  });

  it('changes a load by a factor, and by a column of a spreadsheet', async () => {
    const page = await begin();
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('loads.json', payload()));
    await page.getByText('Units, loads and lines').click();
    await page.getByRole('link', { name: /^Loads/ }).click();
    await page.locator('summary', { hasText: 'Load by hour, MW of 1' }).click();
    const series = page.getByRole('textbox', { name: 'Load by hour, MW of 1' });
    const values = payload().loads[0]?.values ?? [];
    await page.getByLabel('Scale by').fill('2');
    await button(page, 'Apply').click();
    await page.getByText(`${2 * Math.min(...values)} to ${2 * Math.max(...values)}`).waitFor();
    await series.fill(values.map(() => 11).join('\n'));
    await series.press('Tab');
    await page.getByText('11 to 11').waitFor();
  });

  it('begins with a shared scenario', async () => {
    const page = await begin();
    await page.getByLabel('Or start from a scenario').selectOption('base');
    await page.getByText('Scenario base').waitFor();
    await page.getByText('The case can be solved.').waitFor();
    await button(page, 'Solve').click();
    await page.getByRole('heading', { name: /^Job base-\w+$/ }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Scenarios', exact: true }).click();
    const original = page.getByRole('row').filter({ has: page.getByText('shared', { exact: true }) });
    await original.filter({ has: page.getByRole('link', { name: 'Base day, three units' }) }).waitFor();
  });

  it('refuses a file of 200 MB before it is read, and does not keep the case before it armed', async () => {
    const page = await begin();
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('first.json', payload()));
    await page.getByText('The case can be solved.').waitFor();
    const path = inFolder('large.json');
    const handle = await open(path, 'w');
    await handle.truncate(200 * 1024 * 1024);
    await handle.close();
    await page.getByLabel(FILE_FIELD).setInputFiles(path);
    await page.getByText('large.json has 200 MB; the server accepts at most 32 MB.').waitFor();
    assert.equal(await button(page, 'Solve').count(), 0);
  });

  it('takes a file dropped anywhere, and offers only the last one for submission', async () => {
    const page = await begin();
    const drop = (files: readonly (readonly [name: string, text: string])[]) =>
      page.evaluate(`for (const [name, text] of ${JSON.stringify(files)}) {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        document.querySelector('h1').dispatchEvent(new DragEvent('drop', options));
      }`);
    const solvable = page.getByText('The case can be solved.');
    // The first file takes longer to read than the second.
    const long = JSON.stringify(payload()) + ' '.repeat(20_000_000);
    await drop([
      ['long.json', long],
      ['short.json', JSON.stringify(payload({ horizon: 2, loads: [{ bus: 1, values: [50, 60] }] }))],
    ]);
    await solvable.waitFor();
    await page.getByText('short.json', { exact: true }).waitFor();
    await page.getByText('2 hours', { exact: true }).waitFor();
    for (const [name, text, words] of [
      ['broken.json', '{"generators": [\n1,,2]}', 'broken.json: The file is not valid JSON'],
      ['notes.txt', 'buy milk', 'notes.txt: The file is not a payload'],
      ['gen.csv', 'GEN UID,Bus ID', 'Import a network as a zip of its tables'],
    ] as const) {
      await drop([['first.json', JSON.stringify(payload())]]);
      await solvable.waitFor();
      await drop([[name, text]]);
      await page.getByText(words).waitFor();
      assert.equal(await button(page, 'Solve').count(), 0, name);
    }
  });

  it('explains an invalid case, and shows refusals of the server, beside the field', async () => {
    pages.expectErrors(/422/);
    const page = await begin();
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('other.json', { name: 'x' }));
    await page.getByText('The file is not a payload of this service').waitFor();
    const [coal] = SPOILT.generators;
    const refused = { ...SPOILT, generators: [{ ...coal, p_max: 'much' }] };
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('refused.json', refused));
    await page.getByRole('button', { name: /^Show / }).click();
    await page
      .getByRole('cell')
      .filter({ has: page.getByLabel('Pmax, MW of coal') })
      .getByText('Input should be a valid number')
      .waitFor();
    await page.getByText('1 field needs a change').waitFor();
    await assertAccessible(page);
  });

  it('keeps the typed values while the server is unavailable, and goes on by itself', async () => {
    pages.expectErrors(/ERR_INTERNET_DISCONNECTED/);
    const page = await begin();
    await page.getByLabel(FILE_FIELD).setInputFiles(await file('patient.json', payload()));
    await page.getByLabel('Name of the job').fill('a patient one');
    await page.getByText('The case can be solved.').waitFor();
    await page.context().setOffline(true);
    await button(page, 'Solve').click();
    await page.getByText('The server cannot be reached').waitFor();
    assert.equal(await page.getByLabel('Name of the job').inputValue(), 'a patient one');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Job a patient one' }).waitFor();
  });
});
