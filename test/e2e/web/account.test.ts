/** Pages for changes of a user's own account. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { authenticator } from '../../support/browser/authenticator.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { downloadOf, newPerson, press, tabTo, type } from '../../support/browser/steps.ts';
import { until } from '../../support/until.ts';

describe('the account at the page', () => {
  const pages = withBrowser();
  const atAccount = async () => {
    const person = await newPerson();
    const page = await pages.openAs(person, '#/account');
    await page.getByText('No keys').waitFor();
    return { page, person };
  };

  it('makes a key, shows it once, and revokes it after a question; by the keyboard alone', async () => {
    const { page, person } = await atAccount();
    await type(page, page.getByLabel('Name', { exact: true }), 'nightly runs');
    await tabTo(page, page.getByLabel('It may'));
    await page.keyboard.type('read only');
    await press(page, page.getByRole('button', { name: 'Make the key' }));
    const key = await page.getByLabel('Your new key').inputValue();
    const statusOfKey = async () =>
      (await person.api.as(undefined).request('GET', '/api/overview', { headers: { 'X-API-Key': key } }))
        .status;
    assert.equal(await statusOfKey(), 200);
    await assertAccessible(page);
    await press(page, page.getByRole('button', { name: 'I have kept it' }));
    await page.getByLabel('Your new key').waitFor({ state: 'detached' });

    const revoke = page.getByRole('button', { name: 'Revoke nightly runs' });
    await press(page, revoke);
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    assert.equal(await revoke.evaluate((button) => button === button.ownerDocument.activeElement), true);
    assert.equal(await statusOfKey(), 200, 'nothing happens before the answer');
    await press(page, revoke);
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await page.getByText('No keys').waitFor();
    assert.equal(await statusOfKey(), 401);
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

  it('explains what is wrong with a password, and goes on with a new one', async () => {
    pages.expectErrors(/401/, /422/);
    const { page, person } = await atAccount();
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change the password' }).click();
    };
    const next = page.getByLabel('New password');
    await change('not the password', 'another long passphrase');
    await page.getByRole('alert').getByText('Current password is incorrect').waitFor();
    assert.equal(await next.inputValue(), 'another long passphrase');
    await change(person.password, 'short');
    await until(async () => (await next.getAttribute('aria-invalid')) === 'true');
    await assertAccessible(page);
    await change(person.password, 'another long passphrase');
    await page.getByText('Password changed').waitFor();
    await until(async () => (await person.api.request('GET', '/api/users/me')).status === 401);
    await page.reload();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
  });

  it('lists the sessions, and ends another one with the password', async () => {
    pages.expectErrors(/401/);
    const { page, person } = await atAccount();
    await page.getByText('this session').waitFor();
    const end = async (password: string) => {
      const form = page.locator('form').filter({ hasText: 'End the session of' });
      await form.getByLabel('Your password').fill(password);
      await form.getByRole('button', { name: 'End the session' }).click();
    };
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await end('not the password');
    await page.getByRole('alert').getByText('Current password is incorrect').waitFor();
    await assertAccessible(page);
    assert.equal((await person.api.request('GET', '/api/users/me')).status, 200);
    await end(person.password);
    await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
    assert.equal((await person.api.request('GET', '/api/users/me')).status, 401);
  });

  it('gives recovery codes as a file, and lets go of the second factor', async () => {
    pages.expectErrors(/401/);
    const { page, person } = await atAccount();
    const press = (name: string) => page.getByRole('button', { name }).click();
    await page.getByLabel('Your password').fill(person.password);
    await press('Set up');
    await page.getByLabel('Type the code that the app shows').fill('000000');
    await press('Enable');
    await page.getByRole('alert').getByText('Invalid code').waitFor();
    await page.getByLabel('Type the code that the app shows').fill((await authenticator(page))());
    await press('Enable');
    const codes = await page.getByLabel('Recovery codes').inputValue();
    const { path } = await downloadOf(page, () => press('Save as a file'));
    assert.equal(await readFile(path, 'utf8'), `${codes}\n`);
    await press('I have kept them');
    await press('Disable');
    await page.getByLabel('Your password').fill(person.password);
    await page.getByLabel('Code').fill(codes.split('\n')[0] ?? '');
    await press('Disable the second factor');
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });
});
