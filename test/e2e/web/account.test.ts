/** What people change of their own account. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { authenticator } from '../../support/browser/authenticator.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, press, signIn, tabTo, type } from '../../support/browser/steps.ts';
import { signIn as callAs } from '../../support/callers/api-client.ts';
import { runningStack } from '../../support/stack/running-stack.ts';
import { until } from '../../support/until.ts';

/** Other suites use the processors too. */
const TEST_MS = 90_000;

describe('the account at the page', function () {
  this.timeout(TEST_MS);
  const pages = withBrowser();
  const atAccount = async () => {
    const { stack } = await runningStack();
    const person = await newPerson();
    const page = await pages.open(stack.api_url, '#/account');
    await signIn(page, person);
    await page.getByText('You have no keys').waitFor();
    return { page, person, url: stack.api_url };
  };

  it('makes a key, shows it once, and revokes it after a question; by the keyboard alone', async () => {
    const { page, url } = await atAccount();
    await type(page, page.getByLabel('Name', { exact: true }), 'nightly runs');
    await tabTo(page, page.getByLabel('It may'));
    await page.keyboard.type('read only');
    await press(page, page.getByRole('button', { name: 'Make the key' }));
    const key = await page.getByLabel('Your new key').inputValue();
    const ask = (method: string) =>
      fetch(new URL('/api/modules/analyst/solve', url), { method, headers: { 'X-API-Key': key } });
    assert.equal((await ask('GET')).status, 200);
    await assertAccessible(page);
    await press(page, page.getByRole('button', { name: 'I have kept it' }));
    await page.getByLabel('Your new key').waitFor({ state: 'detached' });

    const revoke = page.getByRole('button', { name: 'Revoke nightly runs' });
    await press(page, revoke);
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    assert.equal(await revoke.evaluate((button) => button === button.ownerDocument.activeElement), true);
    assert.equal((await ask('GET')).status, 200, 'nothing happens before the answer');
    await press(page, revoke);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await page.getByText('You have no keys').waitFor();
    assert.equal((await ask('GET')).status, 401);
  });

  it('shows a name that is HTML as text', async () => {
    const { page } = await atAccount();
    const name = '<img src=x onerror="document.title=1"><b>key</b>';
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('cell', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await page.getByRole('heading', { name: `Revoke the key “${name}”?` }).waitFor();
    assert.equal(await page.locator('main img, main td b').count(), 0);
    assert.match(await page.title(), /^Account/);
  });

  it('says what is wrong with a password, and goes on with a new one', async () => {
    pages.expectErrors(/401/, /422/);
    const { page, person, url } = await atAccount();
    const other = await callAs(url, person.username, person.password);
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change the password' }).click();
    };
    await change('not the password', 'another long passphrase');
    await page.getByRole('alert').getByText('Current password is incorrect').waitFor();
    assert.equal(await page.getByLabel('New password').inputValue(), 'another long passphrase');
    await change(person.password, 'short');
    await page.locator('small.bad').waitFor();
    await assertAccessible(page);
    await change(person.password, 'another long passphrase');
    await page.getByText('The password is changed').waitFor();
    await until(async () => (await other.request('GET', '/api/users/me')).status === 401);
    await page.reload();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
  });

  it('gives recovery codes as a file, and lets go of the second factor', async () => {
    pages.expectErrors(/401/);
    const { page, person } = await atAccount();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Type the code that the app shows').fill('000000');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('alert').getByText('Invalid code').waitFor();
    await page.getByLabel('Type the code that the app shows').fill((await authenticator(page))());
    await page.getByRole('button', { name: 'Enable' }).click();
    const shown = await page.getByLabel('Recovery codes').inputValue();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    assert.equal(await readFile(await file.path(), 'utf8'), `${shown}\n`);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByLabel('Code').fill(shown.split('\n')[0] ?? '');
    await page.getByRole('button', { name: 'Disable the second factor' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });
});
