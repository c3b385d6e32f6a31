/**
 * A real browser for tests of the pages: one for all files of a process, with one window and one page for each file. A
 * test fails on a request to another server, an error in the console or an uncaught error.
 */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { skip } from '../skip.ts';
import { runningStack } from '../stack/running-stack.ts';
import { launchChromium } from './launch-chromium.ts';
import { newPerson, type Person, signIn } from './steps.ts';

/** Longest wait for something to appear, ms; other suites use the processors too. */
const SEEN_MS = 20_000;
const TEST_MS = 120_000;
const SIZE = { width: 1280, height: 900 };

export interface Pages {
  /**
   * Loads the page anew at `address`, such as `#/jobs`, without a session. `url`: service; default: the stack of the
   * run.
   */
  open(address?: string, url?: string): Promise<Page>;
  /** Opens the page as `person`. Signs in by the form, unless the last test left a session of this person open. */
  openAs(person: Person, address?: string, url?: string): Promise<Page>;
  /** Opens the page as a new account, which is the same in all tests of the file. */
  openAsSomebody(address?: string): Promise<Page>;
  /** Permits errors in the console that the test causes, such as a refusal or an unavailable server. */
  expectErrors(...patterns: readonly RegExp[]): void;
}

let launched: Promise<Browser> | undefined;

/** Closes the browser; mocha runs this hook after the last file. */
after(async () => {
  await (await launched)?.close();
  launched = undefined;
});

/** For a `describe`: opens a window before its tests, and checks the console after each test. */
export function withBrowser(): Pages {
  let window: BrowserContext;
  let page: Page;
  let origin = '';
  let loads = 0;
  let signedIn: Person | undefined;
  let somebody: Promise<Person> | undefined;
  let problems: string[] = [];
  let expected: readonly RegExp[] = [];
  before(async function () {
    this.timeout(TEST_MS);
    launched ??= launchChromium();
    const browser = await launched.catch(({ message }: Error) =>
      skip(this, { reason: message, remedy: 'The pages are tested in Chromium.' }),
    );
    window = await browser.newContext({ viewport: SIZE, acceptDownloads: true });
    window.setDefaultTimeout(SEEN_MS);
    page = await window.newPage();
    watch(
      page,
      () => origin,
      (text) => problems.push(text),
    );
  });
  beforeEach(function () {
    this.currentTest?.timeout(TEST_MS);
    problems = [];
    expected = [];
  });
  afterEach(() => {
    const unexpected = problems.filter((text) => !expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(unexpected, []);
  });
  after(() => window?.close());

  async function goTo(address: string, url: string | undefined): Promise<Page> {
    const base = url ?? (await runningStack()).stack.api_url;
    origin = new URL(base).origin;
    loads += 1;
    // Changes the query to reload the page, since a new fragment alone would not; this is cheaper than a new page.
    await page.goto(new URL(`?load=${loads}${address}`, base).href);
    return page;
  }
  async function open(address = '', url?: string): Promise<Page> {
    signedIn = undefined;
    await window.clearCookies();
    return goTo(address, url);
  }
  async function openAs(person: Person, address = '', url?: string): Promise<Page> {
    if (signedIn === person) return goTo(address, url);
    await signIn(await open(address, url), person);
    signedIn = person;
    return page;
  }
  return {
    open,
    openAs,
    async openAsSomebody(address) {
      somebody ??= newPerson();
      return openAs(await somebody, address);
    },
    expectErrors(...patterns) {
      expected = [...expected, ...patterns];
    },
  };
}

function watch(page: Page, origin: () => string, tell: (text: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') tell(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => tell(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin())
      tell(`request to ${url.origin}`);
  });
}
