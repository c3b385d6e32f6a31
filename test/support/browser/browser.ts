/**
 * A real browser for tests of the pages. Whatever a test does, a request to another server, an error in the console
 * and an error that nobody caught make it fail.
 */
import assert from 'node:assert/strict';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

/** For one thing to be seen, ms: other suites use the processors too. */
const SEEN_MS = 20_000;
const TEST_MS = 120_000;
const SIZE = { width: 1280, height: 900 };

export interface Pages {
  /** A window of a browser of its own, which knows no cookies; at `address`, such as `#/jobs`. */
  open(url: string, address?: string): Promise<Page>;
  /** Errors of the console that this test means to cause: a refusal, a server that is away. */
  expectErrors(...patterns: readonly RegExp[]): void;
}

/** For a `describe`: opens a browser before its tests, judges each test at its end. */
export function withBrowser(): Pages {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let seen: string[] = [];
  let expected: readonly RegExp[] = [];
  before(async function () {
    this.timeout(TEST_MS);
    const executablePath = chromiumPath();
    if (!executablePath) {
      const reason = 'no Chromium found: install it, or name it in CHROMIUM_PATH';
      if (process.env['CI']) throw new Error(reason);
      process.stdout.write(`skipped: ${reason}\n`);
      this.skip();
    }
    // The sandbox of Chromium cannot be had by root.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath, args });
  });
  beforeEach(function () {
    this.currentTest?.timeout(TEST_MS);
    seen = [];
    expected = [];
  });
  afterEach(async () => {
    const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
    for (const context of contexts) await context.close();
    contexts = [];
    assert.deepEqual(unexpected, []);
  });
  after(async () => {
    await browser?.close();
  });
  return {
    async open(url, address = '') {
      assert.ok(browser);
      const context = await browser.newContext({ viewport: SIZE, acceptDownloads: true });
      contexts.push(context);
      context.setDefaultTimeout(SEEN_MS);
      const page = await context.newPage();
      watch(page, new URL(url).origin, (text) => seen.push(text));
      await page.goto(new URL(address, url).href);
      return page;
    },
    expectErrors(...patterns) {
      expected = [...expected, ...patterns];
    },
  };
}

function watch(page: Page, origin: string, tell: (text: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') tell(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => tell(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) tell(`request to ${url.origin}`);
  });
}
