/** Sign-in: from the address of the service to the first view. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { authenticator } from '../../support/browser/authenticator.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { idOf, newPerson, type Person, press, signIn, type } from '../../support/browser/steps.ts';
import { signIn as signInByApi } from '../../support/callers/api-client.ts';
import { runningStack } from '../../support/stack/running-stack.ts';

describe('signing in at the page', () => {
  const pages = withBrowser();
  let somebody: Person;
  before(async function () {
    this.timeout(60_000);
    somebody = await newPerson();
  });

  it('works with the keyboard alone, and a reload keeps it until the signing out', async () => {
    const page = await pages.open('#/');
    await assertAccessible(page);
    await signInByKeyboard(page, somebody);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    assert.equal(await page.evaluate('document.cookie'), '');
    await press(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('shows the reason of a refusal, and keeps the typed values', async () => {
    pages.expectErrors(/401/);
    const page = await pages.open();
    await signInByKeyboard(page, { ...somebody, password: 'not the password' });
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Username').inputValue(), somebody.username);
  });

  it('asks for the second factor of an account that has one, with the keyboard alone', async () => {
    const person = await newPerson();
    const page = await pages.openAs(person, '#/account');
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
      if (code === recoveryCode) await assertAccessible(page);
      await type(page, page.getByLabel('Code'), code);
      await press(page, page.getByRole('button', { name: 'Verify' }));
      await page.getByRole('heading', { name: 'Account' }).waitFor();
    }
    await page.getByText('Recovery codes left: 9').waitFor();
  });

  it('leads to the second factor that an account must have, before anything else', async () => {
    const person = await newPerson();
    const page = await pages.open('#/jobs');
    // The setting applies to the whole stack, which other tests use too: only this page receives the changed reply.
    await page.route('**/api/users/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), must_enrol: true } });
    });
    await signIn(page, person);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Views' }).count(), 0);
    await assertAccessible(page);
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Type the code that the app shows').fill((await authenticator(page))());
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByLabel('Recovery codes').waitFor();
    await page.unroute('**/api/users/me');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  });

  it('again, after an administrator has ended the session, keeps the typed values and goes on', async () => {
    const { page, person } = await typedAndEnded();
    await assertAccessible(page);
    assert.equal(await page.getByLabel('Username').inputValue(), person.username);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The request that found the session ended is repeated without the user.
    await page.getByText('Copy the key “nightly runs” now').waitFor();
    assert.deepEqual(await keysOf(person), ['nightly runs']);
  });

  it("again as another user does not send the first user's request", async () => {
    const { page } = await typedAndEnded();
    await signIn(page, somebody);
    await page.getByText('No keys').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '');
    assert.deepEqual(await keysOf(somebody), []);
  });

  /** Requests a key after an administrator has ended all sessions of the account. */
  async function typedAndEnded() {
    pages.expectErrors(/401/);
    const { admin } = await runningStack();
    const person = await newPerson();
    const page = await pages.openAs(person, '#/account');
    await page.getByLabel('Name', { exact: true }).fill('nightly runs');
    const path = `/api/users/${await idOf(person)}/disabled`;
    for (const disabled of [true, false])
      assert.equal((await admin.request('PUT', path, { body: { disabled } })).status, 200);
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Your session has ended').waitFor();
    return { page, person };
  }
});

async function keysOf({ api, username, password }: Person): Promise<string[]> {
  const anew = await signInByApi(api.url, username, password);
  const { body } = await anew.request<{ api_keys: { name: string }[] }>('GET', '/api/users/me/api-keys');
  return body.api_keys.map(({ name }) => name);
}

async function signInByKeyboard(page: Page, { username, password }: Person): Promise<void> {
  await type(page, page.getByLabel('Username'), username);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await press(page, page.getByRole('button', { name: 'Sign in' }));
}
