/** From the address of the service to the first view. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFitsPhone } from '../../support/browser/accessibility.ts';
import { authenticator } from '../../support/browser/authenticator.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { newPerson, type Person, press, signIn, type } from '../../support/browser/steps.ts';
import { signIn as callAs } from '../../support/callers/api-client.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

/** Other suites use the processors too. */
const TEST_MS = 90_000;

describe('signing in at the page', function () {
  this.timeout(TEST_MS);
  const pages = withBrowser();

  it('leads to the view that was asked for, and a reload keeps it', async () => {
    const { stack } = await runningStack();
    const page = await pages.open(stack.api_url, '#/');
    await assertAccessible(page);
    await signIn(page, await newPerson());
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    assert.equal(await page.evaluate('document.cookie'), '');
  });

  it('works with the keyboard alone', async () => {
    const { stack } = await runningStack();
    const page = await pages.open(stack.api_url);
    const { username, password } = await newPerson();
    await type(page, page.getByLabel('Username'), username);
    await type(page, page.getByLabel('Password', { exact: true }), password);
    await press(page, page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('says why not, and keeps what was typed', async () => {
    const { stack } = await runningStack();
    pages.expectErrors(/401/);
    const page = await pages.open(stack.api_url);
    const { username } = await newPerson();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Username').inputValue(), username);
  });

  it('asks for the second factor of who has set one up, with the keyboard alone', async () => {
    const { stack } = await runningStack();
    const page = await pages.open(stack.api_url, '#/account');
    const person = await newPerson();
    await signInByKeyboard(page, person);
    await type(page, page.getByLabel('Your password'), person.password);
    await press(page, page.getByRole('button', { name: 'Set up' }));
    await page.getByAltText('QR code').waitFor();
    await assertAccessible(page);
    const nextCode = await authenticator(page);
    await type(page, page.getByLabel('Type the code that the app shows'), nextCode());
    await press(page, page.getByRole('button', { name: 'Enable' }));
    const [recoveryCode = ''] = (await page.getByLabel('Recovery codes').inputValue()).split('\n');
    await assertAccessible(page);
    await press(page, page.getByRole('button', { name: 'I have kept them' }));
    await page.getByText('Recovery codes left: 10').waitFor();

    for (const code of [nextCode(), recoveryCode]) {
      await press(page, page.getByRole('button', { name: 'Sign out' }));
      await signInByKeyboard(page, person);
      await page.getByLabel('Code').waitFor();
      await assertAccessible(page);
      await type(page, page.getByLabel('Code'), code);
      await press(page, page.getByRole('button', { name: 'Verify' }));
      await page.getByRole('heading', { name: 'Account' }).waitFor();
    }
    await page.getByText('Recovery codes left: 9').waitFor();
  });

  it('again, when an administrator has ended the session, keeps what was typed and goes on', async () => {
    const { stack, page, person } = await typedAndEnded();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Your session has ended').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByLabel('Username').inputValue(), person.username);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The request that found the session ended has gone on by itself.
    await page.getByText('Copy the key “nightly runs” now').waitFor();
    const api = await callAs(stack.api_url, person.username, person.password);
    const { body } = await api.request<{ api_keys: { name: string }[] }>('GET', '/api/users/me/api-keys');
    assert.deepEqual(
      body.api_keys.map(({ name }) => name),
      ['nightly runs'],
    );
  });

  it('again as somebody else sends nothing of what the first one asked for', async () => {
    const { stack, page } = await typedAndEnded();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Your session has ended').waitFor();
    const other = await newPerson();
    await signIn(page, other);
    await page.getByText('You have no keys').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '');
    const api = await callAs(stack.api_url, other.username, other.password);
    const { body } = await api.request<{ api_keys: unknown[] }>('GET', '/api/users/me/api-keys');
    assert.deepEqual(body.api_keys, []);
  });

  /** Somebody has typed the name of a key when an administrator ends all sessions of the account. */
  async function typedAndEnded() {
    pages.expectErrors(/401/);
    const { stack, admin } = await runningStack();
    const page = await pages.open(stack.api_url, '#/account');
    const person = await newPerson();
    await signIn(page, person);
    await page.getByLabel('Name', { exact: true }).fill('nightly runs');
    const { body } = await admin.request<{ users: { user_id: string }[] }>(
      'GET',
      `/api/users?q=${person.username}`,
    );
    for (const disabled of [true, false]) {
      const path = `/api/users/${body.users[0]?.user_id}/disabled`;
      assert.equal((await admin.request('PUT', path, { body: { disabled } })).status, 200);
    }
    return { stack, page, person };
  }
});

async function signInByKeyboard(page: Page, { username, password }: Person): Promise<void> {
  await type(page, page.getByLabel('Username'), username);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await press(page, page.getByRole('button', { name: 'Sign in' }));
}
