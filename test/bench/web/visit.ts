/** A browser that opens views of jobs, and what it costs. */
import type { Page } from 'playwright-core';

/** What is waited for: the words of a view, and its drawing. */
const DRAWN = 'main figure canvas';

export const VIEWS = [
  'summary',
  'dispatch',
  'commitment',
  'prices',
  'network',
  'lines',
  'storage',
  'reserve',
  'emissions',
];

/** In the page, from its first moment: long tasks, and when something was painted. */
export const WATCH_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true });
`;

/** Opens a view with a page of its own, as a link would; ms until it is drawn and the page answers. */
export async function openCold(page: Page, url: string, view: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}?view=${view}`);
  await drawn(page, view);
  return page.evaluate<number>('performance.now()');
}

export async function drawn(page: Page, view: string): Promise<void> {
  await page
    .locator(view === 'summary' ? 'main nav.tabs' : DRAWN)
    .first()
    .waitFor();
  // A task of its own after the next frame: whoever clicks now is answered.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** ms of the longest task since a moment of the page, at least since its first paint. */
export const longestTask = (page: Page, from = 0): Promise<number> =>
  page.evaluate<number>(`{
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const begin = Math.max(${from}, paint?.startTime ?? 0);
    Math.max(0, ...window.longTasks.filter(({ startTime }) => startTime > begin).map(({ duration }) => duration));
  }`);

/** Bytes in use once what is not needed is gone. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}
