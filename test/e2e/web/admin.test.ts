/** What administrators look after. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import {
  newAdministrator,
  newPerson,
  type Person,
  press,
  signIn,
  tabTo,
  type,
} from '../../support/browser/steps.ts';
import { signIn as callAs } from '../../support/callers/api-client.ts';
import { runningStack } from '../../support/stack/running-stack.ts';
import { until } from '../../support/until.ts';

/** Other suites use the processors too. */
const TEST_MS = 90_000;
/** More than a page of the audit log shows. */
const ENTRIES = 30;

describe('administration at the page', function () {
  this.timeout(TEST_MS);
  const pages = withBrowser();
  let administrator: Person;
  let url = '';
  let idOf: (person: Person) => Promise<string>;

  before(async () => {
    const { stack, admin } = await runningStack();
    url = stack.api_url;
    idOf = async ({ username }) => {
      const { body } = await admin.request<{ users: { user_id: string }[] }>(
        'GET',
        `/api/users?q=${username}`,
      );
      return body.users[0]?.user_id ?? '';
    };
    administrator = await newAdministrator();
  });

  const openAs = async (person: Person, address: string) => {
    const page = await pages.open(url, address);
    await signIn(page, person);
    return page;
  };

  it('finds an account and says what it may; by the keyboard alone', async () => {
    const person = await newPerson();
    const page = await openAs(administrator, '#/admin/users');
    await type(page, page.getByLabel('Name begins with'), person.username);
    await press(page, page.getByRole('link', { name: person.username }));
    await page.getByRole('heading', { name: person.username }).waitFor();
    await tabTo(page, page.getByLabel('Model Tuner'));
    await page.keyboard.type('premium');
    await press(page, page.getByRole('button', { name: 'Save the access to Model Tuner' }));
    await page.getByText('Saved').waitFor();
    await assertAccessible(page);
    const api = await callAs(url, person.username, person.password);
    const { body } = await api.request<{ access_level: string }>('GET', '/api/modules/model-tuner/access');
    assert.equal(body.access_level, 'premium');

    await press(page, page.getByRole('button', { name: 'Disable' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Disable' }));
    await page.getByText('disabled').waitFor();
    await until(async () => (await api.request('GET', '/api/users/me')).status === 401);
  });

  it('makes an account, and says what is wrong with one', async () => {
    pages.expectErrors(/422/);
    const page = await openAs(administrator, '#/admin/users');
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
    const api = await callAs(url, person.username, person.password);
    const name = '<img src=x onerror=alert(1)>';
    assert.equal((await api.request('POST', '/api/users/me/api-keys', { body: { name } })).status, 201);
    const page = await openAs(administrator, '#/admin/audit');
    await tabTo(page, page.getByLabel('Event'));
    await page.keyboard.type('api key created');
    await type(page, page.getByLabel('User id'), await idOf(person));
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name, exact: false }).waitFor();
    assert.equal(await page.locator('tbody tr').count(), 1);
    assert.equal(await page.locator('main img').count(), 0);
    await page.getByRole('link', { name: person.username }).waitFor();
    await assertAccessible(page);
    await page.reload();
    await page.getByRole('cell', { name, exact: false }).waitFor();
    assert.equal(await page.getByLabel('Event').inputValue(), 'api_key_created');

    await type(page, page.getByLabel('User id'), 'nobody');
    await page.getByText('Nothing that is selected so').waitFor();
  });

  it('reads the audit log page by page, and back', async () => {
    for (let n = 0; n < ENTRIES; n += 1) await newPerson();
    const page = await openAs(administrator, '#/admin/audit');
    const first = page.locator('tbody tr').first();
    await first.waitFor();
    const newest = await first.innerText();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/cursor=/);
    await page.getByRole('button', { name: 'Newest' }).and(page.locator(':enabled')).click();
    await page
      .getByRole('row', { name: newest.split('\t')[0] ?? '' })
      .first()
      .waitFor();
  });

  it('verifies the audit log, and gives it as a file', async () => {
    const page = await openAs(administrator, '#/admin/audit?type=login');
    await press(page, page.getByRole('button', { name: 'Verify the whole log' }));
    await page.getByText(/entries are as they were written/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(page, page.getByRole('button', { name: 'Download these entries (CSV)' })),
    ]);
    assert.equal(file.suggestedFilename(), 'audit.csv');
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    assert.equal(head, 'id,seq,timestamp,event_type,user_id,details,previous_hash,hash');
    assert.ok(rows.length > 0 && rows.every((row) => row.split(',')[3] === 'login'));
  });

  it('is closed to others, in words', async () => {
    pages.expectErrors(/403/);
    const person = await newPerson();
    const page = await openAs(person, '#/admin/audit');
    await page.getByText('This is not open to your account').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('navigation').getByText('Admin').count(), 0);
    await page.goto(new URL('#/admin/users', page.url()).href);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.getByText('This is not open to your account').waitFor();
  });
});
