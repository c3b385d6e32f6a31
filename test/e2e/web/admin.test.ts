/** Pages for administrators. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { owner } from '../../support/browser/seed.ts';
import { downloadOf, idOf, newPerson, press, signIn, tabTo, type } from '../../support/browser/steps.ts';
import { until } from '../../support/until.ts';

/** More entries than one page of the audit log. */
const ENTRIES = 30;

describe('administration at the page', () => {
  const pages = withBrowser();
  const open = async (address: string): Promise<Page> => pages.openAs(await owner(), address);

  it('finds an account and shows its rights; by the keyboard alone', async () => {
    const { username, api } = await newPerson();
    const page = await open('#/admin/users');
    await type(page, page.getByLabel('Name begins with'), username);
    await press(page, page.getByRole('link', { name: username }));
    await page.getByRole('heading', { name: username }).waitFor();
    await tabTo(page, page.getByLabel('Model Tuner'));
    await page.keyboard.type('premium');
    await press(page, page.getByRole('button', { name: 'Save the access to Model Tuner' }));
    await page.getByText('Saved').waitFor();
    const { body } = await api.request<{ access_level: string }>('GET', '/api/modules/model-tuner/access');
    assert.equal(body.access_level, 'premium');

    await press(page, page.getByRole('button', { name: 'Disable' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Disable' }));
    await page.getByText('disabled').waitFor();
    await until(async () => (await api.request('GET', '/api/users/me')).status === 401);
  });

  it('makes a link for a forgotten password, which sets a new one, once', async () => {
    pages.expectErrors(/401/, /422/);
    const person = await newPerson();
    const page = await open(`#/admin/users/${await idOf(person)}`);
    await press(page, page.getByRole('button', { name: 'Make a link' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Make a link' }));
    const link = await page.getByLabel('One-time link').inputValue();
    await assertAccessible(page);
    const choose = async (password: string) => {
      await pages.open(new URL(link).hash);
      await type(page, page.getByLabel('New password'), password);
      await press(page, page.getByRole('button', { name: 'Set the password' }));
    };
    await choose('short');
    await page.getByText('at least 8 characters').first().waitFor();
    await choose('another long passphrase');
    await page.getByText('The new password is set').waitFor();
    await assertAccessible(page);
    await press(page, page.getByRole('link', { name: 'Sign in' }));
    await signIn(page, { ...person, password: 'another long passphrase' });
    await choose('a third long passphrase');
    await page.getByRole('alert').getByText('The link is invalid, expired or used already').waitFor();
  });

  it('makes an account, and explains what is wrong with one', async () => {
    pages.expectErrors(/422/);
    const page = await open('#/admin/users');
    await page.getByLabel('Username').fill('<b>eve</b>');
    await page.getByLabel('First password').fill('a long enough passphrase');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('First password').inputValue(), 'a long enough passphrase');
    await assertAccessible(page);
    const username = `made-${Math.random().toString(36).slice(2, 10)}`;
    await page.getByLabel('Username').fill(username);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: username }).waitFor();
  });

  it('selects entries of the audit log, by the keyboard alone, and shows names as text', async () => {
    const person = await newPerson();
    const name = '<img src=x onerror=alert(1)>';
    const created = await person.api.request('POST', '/api/users/me/api-keys', { body: { name } });
    assert.equal(created.status, 201);
    const page = await open('#/admin/audit');
    const cell = page.getByRole('cell', { name, exact: false });
    await tabTo(page, page.getByLabel('Event'));
    await page.keyboard.type('api key created');
    await type(page, page.getByLabel('User id'), await idOf(person));
    // Header row and one entry.
    await until(async () => (await page.getByRole('main').getByRole('row').count()) === 2);
    await cell.waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    await page.getByRole('link', { name: person.username }).waitFor();
    await page.reload();
    await cell.waitFor();
    assert.equal(await page.getByLabel('Event').inputValue(), 'api_key_created');
    await type(page, page.getByLabel('User id'), 'nobody');
    await page.getByText('No matching entries').waitFor();
  });

  it('reads the audit log page by page, and back', async () => {
    const { api } = await owner();
    const { body: network } = await api.request('GET', '/api/networks/demo-6bus');
    for (let n = 0; n < ENTRIES; n += 1)
      await api.request('PUT', '/api/networks/audited', { body: { ...network, name: `${n}` } });
    const page = await open('#/admin/audit');
    // First row after the header.
    const first = page.getByRole('main').getByRole('row').nth(1);
    const [time = ''] = (await first.innerText()).split('\t');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/cursor=/);
    await page.getByRole('button', { name: 'Newest' }).and(page.locator(':enabled')).click();
    await page.getByRole('row', { name: time }).first().waitFor();
  });

  it('verifies the audit log, and gives it as a file', async () => {
    const page = await open('#/admin/audit?type=login');
    await press(page, page.getByRole('button', { name: 'Verify the whole log' }));
    await page.getByText(/entries are unchanged/).waitFor();
    const download = page.getByRole('button', { name: 'Download these entries (CSV)' });
    const file = await downloadOf(page, () => press(page, download));
    assert.equal(file.name, 'audit.csv');
    const [head, ...rows] = (await readFile(file.path, 'utf8')).trim().split(/\r?\n/);
    assert.equal(head, 'id,seq,timestamp,event_type,user_id,details,previous_hash,hash');
    assert.ok(rows.length > 0 && rows.every((row) => row.split(',')[3] === 'login'));
  });

  it('is closed to others, in words', async () => {
    pages.expectErrors(/403/);
    const page = await pages.openAsSomebody('#/admin/audit');
    await page.getByText('Your account has no access to this').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('navigation', { name: 'Views' }).getByText('Admin').count(), 0);
    await page.goto(new URL('#/admin/users', page.url()).href);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.getByText('Your account has no access to this').waitFor();
  });
});
