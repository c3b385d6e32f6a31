/** User actions at a page, by mouse or by keyboard alone. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ApiClient, signIn as signInByApi } from '../callers/api-client.ts';
import { type RunningStack, runningStack } from '../stack/running-stack.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
  /** API client with the same account. */
  readonly api: ApiClient;
}

/** Creates an account on the stack that `npm test` started. */
export async function newPerson(of?: Pick<RunningStack, 'stack' | 'admin'>): Promise<Person> {
  const { admin, stack } = of ?? (await runningStack());
  const body = {
    username: `user-${Math.random().toString(36).slice(2, 10)}`,
    password: 'a long enough passphrase',
  };
  const { status } = await admin.request('POST', '/api/auth/register', { body });
  assert.equal(status, 201);
  return { ...body, api: await signInByApi(stack.api_url, body.username, body.password) };
}

/** Signs in by the form, until the next view appears. */
export async function signIn(
  page: Page,
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Id of an account, by which administrators refer to it. */
export async function idOf({ api }: Pick<Person, 'api'>): Promise<string> {
  return (await api.request<{ user_id: string }>('GET', '/api/users/me')).body.user_id;
}

/** Creates an administrator. */
export async function newAdministrator(): Promise<Person> {
  const { admin } = await runningStack();
  const person = await newPerson();
  const role = { body: { role: 'admin' } };
  assert.equal((await admin.request('PUT', `/api/users/${await idOf(person)}/role`, role)).status, 200);
  return { ...person, api: await signInByApi(person.api.url, person.username, person.password) };
}

/** Name and path of the file that the page saves after `click`. */
export async function downloadOf(page: Page, click: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

interface Download {
  readonly name: string;
  readonly path: string;
}

const MOST_STEPS = 150;

/** Moves the focus to the target with the Tab key; fails if Tab does not reach the target. */
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

/** Moves the focus to the target with Tab and presses Enter, as a user without a mouse does. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus to the target with Tab, then types `text`. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
