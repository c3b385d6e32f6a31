/** A browser that opens views of jobs, and measures them. */
import type { Page } from 'playwright-core';

/** Selector of the drawing whose appearance ends a load. */
const DRAWN = 'main figure canvas';

export const VIEWS = [
  'summary',
  'commitment',
  'prices',
  'network',
  'lines',
  'storage',
  'reserve',
  'emissions',
];

/** Duration of the stepping through hours. */
const STEPPING_S = 4;

/** Script for the page, active from its first moment: records long tasks and paints. */
export const WATCH_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true });
`;

/** Opens a view in a page of its own, as a link would; returns the time until it is drawn and answers, ms. */
export async function openCold(page: Page, url: string, view: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}?view=${view}`);
  await drawn(page);
  return page.evaluate<number>('performance.now()');
}

/** Time from the address to the first paint, and to the last byte of each reply of the API in order, ms. */
export const whenLoaded = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(`{
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const replies = performance.getEntriesByType('resource')
      .filter(({ name }) => /\\/(results|payload)\\b/.test(name))
      .map(({ name, requestStart, responseEnd }, i) =>
        [(i + 1) + (name.includes('payload') ? '_case' : '_result'), responseEnd - requestStart]);
    ({ first_paint: paint?.startTime ?? 0, ...Object.fromEntries(replies) });
  }`);

/**
 * Frames per second while the slider moves to another hour with every frame, for some seconds; ends with a known hour.
 */
export async function framesWhileStepping(page: Page, hours: number): Promise<number> {
  const { frames, seconds, shown } = await page.evaluate<{
    frames: number;
    seconds: number;
    shown: number;
  }>(`new Promise((done) => {
    const begin = performance.now();
    let frames = 0;
    const step = () => {
      const slider = document.querySelector('main input[type=range]');
      const seconds = (performance.now() - begin) / 1000;
      if (seconds > ${STEPPING_S}) return done({ frames, seconds, shown: Number(slider.value) });
      frames += 1;
      slider.value = String(frames % ${hours});
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  if (shown !== frames % hours) throw new Error(`Shows hour ${shown} after ${frames} steps`);
  return frames / seconds;
}

export async function drawn(page: Page): Promise<void> {
  await page.locator(DRAWN).first().waitFor();
  // A task of its own after the next frame: a click now gets an answer.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** Longest task since a moment of the page, or since its first paint, ms. */
export const longestTask = (page: Page, from = 0): Promise<number> =>
  page.evaluate<number>(`{
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const begin = Math.max(${from}, paint?.startTime ?? 0);
    Math.max(0, ...window.longTasks.filter(({ startTime }) => startTime > begin).map(({ duration }) => duration));
  }`);

/** Bytes in use after garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}
