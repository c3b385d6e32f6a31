/** What people do at a page, with the mouse or with the keyboard alone. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type RunningStack, runningStack } from '../stack/running-stack.ts';
import type { Pages } from './browser.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** A new account of the stack that `npm test` started. */
export async function newPerson(stack?: RunningStack): Promise<Person> {
  const { admin } = stack ?? (await runningStack());
  const person = {
    username: `user-${Math.random().toString(36).slice(2, 10)}`,
    password: 'a long enough passphrase',
  };
  const { status } = await admin.request('POST', '/api/auth/register', { body: person });
  assert.equal(status, 201);
  return person;
}

/** From the form to the view behind it. */
export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** A window at `address`, with a new account signed in. */
export async function openAsNewPerson({ open }: Pages, address = ''): Promise<Page> {
  const { stack } = await runningStack();
  const page = await open(stack.api_url, address);
  await signIn(page, await newPerson());
  return page;
}

/** A new account that is an administrator, and its id. */
export async function newAdministrator(): Promise<Person & { readonly id: string }> {
  const { admin } = await runningStack();
  const person = await newPerson();
  // By name: the first page of all accounts may not have it.
  const byName = `/api/users?q=${person.username}`;
  const { body } = await admin.request<{ users: { user_id: string }[] }>('GET', byName);
  const id = body.users[0]?.user_id ?? '';
  const role = { body: { role: 'admin' } };
  assert.equal((await admin.request('PUT', `/api/users/${id}/role`, role)).status, 200);
  return { ...person, id };
}

const MOST_STEPS = 150;

/** Moves the focus there with the Tab key; fails where the keyboard does not reach. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard does not reach ${target}`);
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.first().evaluate((element) => element === element.ownerDocument.activeElement);

/** Tab, then Enter: how a link or a button is used without a mouse. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tab, then the keys of `text`. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
