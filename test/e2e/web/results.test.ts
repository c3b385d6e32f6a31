/** The views of a result, checked against the API. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { LEFT } from '../../../api/web/charts/heat-cells.ts';
import type { JobResult, Series } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures } from '../../support/browser/pictures.ts';
import { owner, storiedJob } from '../../support/browser/seed.ts';
import { assertShows, rowsOf } from '../../support/browser/shown-figures.ts';
import { press, tabTo, type } from '../../support/browser/steps.ts';
import { MARKUP } from '../../support/cases/storied-case.ts';

interface Extreme {
  readonly name: string;
  readonly hour: number;
  readonly value: number;
}

/** The first largest value of a set of series. */
function largestOf(series: Readonly<Record<string, readonly number[]>>): Extreme {
  const all = Object.entries(series).flatMap(([name, hours]) =>
    hours.map((value, hour) => ({ name, hour, value })),
  );
  const most = Math.max(...all.map(({ value }) => value));
  const peak = all.find(({ value }) => value === most);
  assert.ok(peak);
  return peak;
}

const hourly = (series: Series): number[] =>
  Object.values(series).reduce((sums, values) => values.map((value, hour) => value + (sums[hour] ?? 0)), []);

const inEnglish = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

describe('the views of a result', function () {
  this.timeout(120_000);
  const pages = withBrowser();
  let payload: SolvePayload;
  let result: JobResult;

  before(async () => {
    ({ payload, result } = await storiedJob());
  });

  const open = async (view: string, query = ''): Promise<Page> =>
    pages.openAs(await owner(), `#/jobs/${result.job_id}?view=${view}${query}`);
  const words = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();

  /** Rows of a numeric table: name -> values as displayed. */
  async function numbersOf(page: Page, caption: string): Promise<Map<string, number[]>> {
    await page.getByText(`Numbers: ${caption}`, { exact: true }).click();
    const rows = page.getByRole('table', { name: caption, exact: true }).locator('tbody tr');
    await rows.first().waitFor();
    const cells = await rows.evaluateAll((rowElements) =>
      rowElements.map((row) => [...row.children].map(({ textContent }) => textContent ?? '')),
    );
    return new Map(
      cells.map(([name = '', ...values]) => [name, values.map((text) => Number(text.replaceAll(',', '')))]),
    );
  }
  function assertRows(
    displayed: ReadonlyMap<string, readonly number[]>,
    series: Readonly<Record<string, readonly number[]>>,
  ) {
    assert.ok(displayed.size > 0);
    for (const [name, values] of displayed) {
      const expected = series[name];
      assert.ok(expected, name);
      for (const [hour, value] of values.entries())
        assert.ok(Math.abs(value - (expected[hour] ?? Number.NaN)) < 1e-3, `${name}, hour ${hour}: ${value}`);
    }
  }

  it('say when the load is largest, and show the output of each unit', async () => {
    const page = await open('summary');
    const load = Object.fromEntries(payload.loads.map(({ bus, values }) => [bus, values]));
    const most = largestOf({ load: hourly(load) });
    await page
      .getByRole('img', {
        name: `Peak load ${inEnglish(Math.round(most.value * 10) / 10, 1)} MW in hour ${most.hour}`,
      })
      .waitFor();
    await page.locator('main figure canvas').first().waitFor();
    await page.getByRole('link', { name: 'Units', exact: true }).click();
    assertRows(await numbersOf(page, 'MW of each unit'), { ...result.dispatch_mw, ...result.renewable_mw });
    await page.locator('main figure canvas').first().waitFor();
    const picture = process.env['JOB_PAGE_PICTURE'];
    if (!picture) return;
    await page.getByText('Numbers: MW of each unit').click();
    await mkdir(dirname(picture), { recursive: true });
    await page.screenshot({ path: picture });
  });

  it('share an hour and a range of hours, which keys, the mouse and the address set', async () => {
    const hours = Object.values(result.dispatch_mw)[0]?.length ?? 0;
    const page = await open('summary', '&hour=99&range=5-2');
    const at = (hour: number) => page.getByRole('slider', { name: `Hour ${hour}`, exact: true }).waitFor();
    const reads = (query: string) => page.waitForURL((url) => url.hash.includes(query));
    const chart = page.getByRole('img', { name: /^Dispatch, from the bottom: / });
    await chart.locator('canvas').waitFor();
    for (const [key, hour] of [
      ['Home', 0],
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['End', hours - 1],
    ] as const) {
      await page.keyboard.press(key);
      await at(hour);
    }
    await reads(`hour=${hours - 1}`);
    // From the last hour on it plays from the first.
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForURL((url) => !url.hash.includes(`hour=${hours - 1}`));
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();

    const box = await chart.boundingBox();
    assert.ok(box);
    // Names are to the left of the hours.
    const middleOf = (hour: number): number => box.x + LEFT + ((hour + 0.5) * (box.width - LEFT)) / hours;
    await page.mouse.move(middleOf(2), box.y + 100);
    await page.mouse.down();
    await page.mouse.move(middleOf(5), box.y + 100, { steps: 3 });
    await page.mouse.up();
    await reads('range=2-5');
    await page.reload();
    await chart.locator('canvas').waitFor();
    for (const [key, hour] of [
      ['End', 5],
      ['Home', 2],
    ] as const) {
      await page.keyboard.press(key);
      await at(hour);
    }
    await page.keyboard.press('+');
    await reads('range=2-3');
    // Back undoes a zoom and stays at the job.
    await page.goBack();
    await reads('range=2-5');
    await page.getByRole('button', { name: 'Whole horizon' }).click();
    await page.waitForURL((url) => !url.hash.includes('range'));
    await page.mouse.click(middleOf(4), box.y + 100);
    await reads('hour=4');
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('has the chosen tab in view on a phone', async () => {
    const page = await open('downloads');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const tab = page
      .getByRole('navigation', { name: 'Parts of the result' })
      .getByRole('link', { name: 'Downloads' });
    await tab.waitFor();
    const box = await tab.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  });

  it('fit on one screen: verdict, figures, dispatch, prices and map, and step by keys on every tab', async () => {
    const page = await open('summary');
    await page.setViewportSize({ width: 1440, height: 900 });
    const chart = page.getByRole('img', { name: /^Dispatch, from the bottom: / });
    const map = page.locator('figure.network canvas');
    await chart.locator('canvas').waitFor();
    await map.waitFor();
    for (const part of [chart, map]) {
      const box = await part.boundingBox();
      assert.ok(box && box.y + box.height <= 900, JSON.stringify(box));
    }
    await takePictures(page, 'control room');
    await page.setViewportSize({ width: 1440, height: 900 });
    const moment = page.getByRole('list', { name: 'Moments of the day' }).getByRole('link').first();
    const hour = /\d+/.exec((await moment.textContent()) ?? '')?.[0] ?? '';
    await moment.click();
    await page.waitForURL((url) => url.hash.includes(`hour=${hour}`));
    for (const view of ['commitment', 'prices', 'network', 'lines', 'storage', 'reserve', 'emissions']) {
      await page.goto(
        `#/jobs/${result.job_id}?view=${view}&hour=3`.replace(/^/, page.url().split('#')[0] ?? ''),
      );
      await page.locator('main canvas').first().waitFor();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/hour=4/);
      await takePictures(page, `result ${view}`);
    }
  });

  it('say how many units are online, and show one of them hour by hour', async () => {
    const page = await open('commitment');
    const most = largestOf({ online: hourly(result.commitment) });
    await words(page, `and ${most.value} (hour ${most.hour}) of`);
    const [unit = '', outputs = []] = Object.entries(result.dispatch_mw)[0] ?? [];
    await page.getByRole('button', { name: 'Starts', exact: true }).click();
    await page.waitForURL(/sort=starts/);
    await page.getByLabel('Find a unit or fuel').fill(unit);
    await page.getByRole('button', { name: unit, exact: true }).click();
    const online = (result.commitment[unit] ?? []).filter((on) => on === 1).length;
    await words(page, `is on for ${online} of ${outputs.length} h`);
    const displayed = await numbersOf(page, `${unit}: MW and $`);
    assertRows(new Map([['output', displayed.get('output, MW') ?? []]]), { output: outputs });
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('show what everybody earns at each kind of prices', async () => {
    const page = await open('earnings');
    const { lmp, convex_hull: hull } = result.settlement ?? {};
    assert.ok(lmp && hull, 'the day is settled');
    const uplift = (await rowsOf(page, 'Totals of the settlement')).find(
      (row) => row.get('Total') === 'Uplift',
    );
    for (const [prices, settled] of [
      ['LMPs', lmp],
      ['Convex hull prices', hull],
    ] as const) {
      await page.getByLabel('Prices', { exact: true }).selectOption({ label: prices });
      await page.getByRole('heading', { name: `What everybody earns at ${prices}` }).waitFor();
      assertShows(uplift?.get(prices), settled.total_uplift_usd, prices);
      const shown = await rowsOf(page, 'Participants');
      assert.equal(shown.length, Math.min(20, settled.participants.length));
      for (const row of shown) {
        const [name, kind] = [row.get('Participant'), row.get('Kind')];
        const of = settled.participants.find(
          (each) => each.name.replace(/^bus_/, 'bus ') === name && each.kind === kind,
        );
        assertShows(row.get('Energy'), of?.energy_revenue_usd, `${name}, energy`);
        assertShows(row.get('Cost'), of?.cost_usd, `${name}, cost`);
        assertShows(row.get('Uplift'), of?.uplift_usd, `${name}, uplift`);
      }
    }
    await takePictures(page, 'result earnings');
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('show where the price is highest, and its components', async () => {
    const page = await open('prices');
    const most = largestOf(result.lmp);
    await words(page, `The price is highest at $${inEnglish(most.value, 2)}/MWh`);
    await page.getByRole('combobox', { name: 'Component' }).selectOption('congestion');
    const parts = Object.entries(result.lmp_components);
    const congestion = Object.fromEntries(parts.map(([bus, { congestion: part }]) => [bus, part]));
    const worst = inEnglish(largestOf(congestion).value, 2);
    await words(page, `The congestion component of the price is highest at $${worst}/MWh`);
    const displayed = await numbersOf(page, '$/MWh at each bus: congestion');
    assertRows(new Map([...displayed].map(([name, values]) => [name.replace(' ', '_'), values])), congestion);
    await page.getByLabel('Bus', { exact: true }).fill('bus 17');
    await words(page, 'At bus 17 the price averages');
    const [binding] = result.binding_constraints;
    assert.ok(binding, 'this day has a limit that binds');
    const worth = page.getByRole('table', { name: 'Value of one MW, largest first' });
    await worth.getByRole('link', { name: binding.line_id, exact: true }).first().waitFor();
    await worth.getByRole('link', { name: 'What if 10 % more?' }).first().waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('explain a price, and lead to its place and hour', async () => {
    const page = await open('prices', '&bus=bus_17&hour=18');
    const number = page.getByRole('button', {
      name: `$${inEnglish(result.lmp['bus_17']?.[18] ?? Number.NaN, 2)}/MWh`,
    });
    const panel = page.getByRole('dialog', { name: /^Why is the price at bus 17 .* in hour 18\?$/ });
    await press(page, number);
    await panel.waitFor();
    const rows = await panel
      .locator('tbody tr')
      .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
    const usdOf = (of: RegExp): number => {
      const texts = rows.filter((text) => of.test(text));
      return texts.reduce(
        (sum, text) => sum + Number(/-?\$[-.,\d]+/.exec(text)?.[0].replace(/[$,]/g, '')),
        0,
      );
    };
    const { congestion = [], energy = [] } = result.lmp_components['bus_17'] ?? {};
    assert.ok(Math.abs(usdOf(/^Energy/) - (energy[18] ?? Number.NaN)) < 0.01, rows.join('; '));
    assert.ok(Math.abs(usdOf(/^line /) - (congestion[18] ?? Number.NaN)) < 0.05, rows.join('; '));
    await takePictures(page, 'why a price');
    await assertAccessible(page);
    await assertContrastInDark(page);
    await assertFitsPhone(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    assert.equal(await number.evaluate((button) => button.matches(':focus')), true);
    await page.keyboard.press('Enter');
    await press(page, panel.getByRole('link', { name: 'Network in this hour' }));
    await page.waitForURL(/view=network&bus=17&hour=18/);
    await words(page, 'In hour 18 the price is');
    assert.equal(await panel.count(), 0);
  });

  it('are read with the keyboard alone: the heat map, then a bus by its name', async () => {
    const page = await open('prices');
    const map = page.getByRole('application');
    await tabTo(page, map);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const [, [bus, prices]] = Object.entries(result.lmp) as [unknown, [string, number[]]];
    const name = bus.replace('_', ' ');
    await page.getByText(`${name}, hour 1: $${inEnglish(prices[1] ?? 0, 2)}/MWh`).waitFor();
    await words(page, `At ${name} the price averages`);
    await type(page, page.getByLabel('Bus', { exact: true }), 'bus 17');
    await words(page, 'At bus 17 the price averages');
  });

  it('say which line is fullest', async () => {
    const page = await open('lines');
    const ratings = new Map(
      payload.transmission_lines?.map(({ id, rating_mw }) => [id, Number(rating_mw ?? 0)]),
    );
    const shares = Object.fromEntries(
      Object.entries(result.flows_mw ?? {}).map(([line, flows]) => [
        line,
        flows.map((mw) => Math.abs(mw) / (ratings.get(line) ?? 0)),
      ]),
    );
    const most = largestOf(shares);
    await words(page, `Highest base-case loading: ${most.name}, `);
    assertRows(await numbersOf(page, 'Flow of each line, MW'), result.flows_mw ?? {});
  });

  it('show the energy in storage; names are text, whatever they contain', async () => {
    const page = await open('storage');
    const schedule = result.storage?.[MARKUP];
    assert.ok(schedule);
    await page.getByRole('combobox', { name: 'Storage' }).selectOption(MARKUP);
    await words(page, `Storage (${MARKUP})`);
    await words(page, `most energy after hour ${largestOf({ held: schedule.energy_mwh }).hour}`);
    assert.equal(await page.locator('main img').count(), 0);
  });

  it('show the providers of reserve', async () => {
    const page = await open('reserve');
    await words(page, 'spinning');
    assertRows(await withoutTotals(page), result.reserve_mw?.['spinning'] ?? {});
  });
  const withoutTotals = async (page: Page) => {
    const rows = await numbersOf(page, 'spinning: MW held by each unit');
    for (const name of ['required', 'price, $/MW', 'missing']) assert.ok(rows.delete(name), name);
    return rows;
  };

  it('say when most CO2 is emitted', async () => {
    const page = await open('emissions');
    await words(page, `most in hour ${largestOf({ co2: result.emissions_t ?? [] }).hour}: `);
    assertRows(await numbersOf(page, 't of CO2 of each unit'), result.generator_emissions_t ?? {});
  });

  it('draw the network hour by hour, and tell of the line and the contingency that are chosen', async () => {
    const [binding] = result.binding_constraints;
    assert.ok(binding?.contingency_id, 'this day has a limit that binds after a contingency');
    const { line_id: line, hour, contingency_id: contingency } = binding;
    const page = await open('network');
    await page.locator('figure.network canvas').waitFor();
    await tabTo(page, page.getByRole('slider'));
    await page.keyboard.press('Home');
    for (let at = 0; at < hour + 1; at += 1) await page.keyboard.press('ArrowRight');
    if (hour > 0) await page.keyboard.press('ArrowLeft');
    const shown = hour > 0 ? hour : 1;
    await words(page, `In hour ${shown}`);
    await page.waitForURL((url) => url.hash.includes(`hour=${shown}`));
    await type(page, page.getByLabel('Find a bus, line or unit'), `line ${line}`);
    await page.keyboard.press('Enter');
    const flow = result.flows_mw?.[line]?.[shown] ?? Number.NaN;
    await words(
      page,
      `line ${line} carries ${inEnglish(Math.round(flow * 10) / 10, 1).replace(/\.0$/, '')} MW`,
    );
    const drawing = page.getByRole('application');
    await tabTo(page, drawing);
    const pixels = async (): Promise<string> => (await drawing.screenshot()).toString('base64');
    const whole = await pixels();
    for (const key of ['ArrowLeft', '+', 'ArrowDown']) await page.keyboard.press(key);
    assert.notEqual(await pixels(), whole, 'keys move it');
    await drawing.hover();
    const scrolled = await page.evaluate('scrollY');
    const near = await pixels();
    await page.mouse.wheel(0, -300);
    while ((await pixels()) === near) await page.waitForTimeout(50);
    assert.equal(await page.evaluate('scrollY'), scrolled, 'the wheel zooms it, and the page stays');
    const choice = page.getByLabel('Contingency');
    await choice.selectOption(contingency);
    await words(page, `After ${contingency}`);
    await page.getByText('lost in the contingency').waitFor();
    await assertAccessible(page);
    await assertFitsPhone(page);
  });

  it('keep bus, hour and view in the address', async () => {
    const page = await open('network', '&hour=5&bus=bus_14');
    const price = result.lmp['bus_14']?.[5] ?? Number.NaN;
    await words(page, `In hour 5 the price is $${inEnglish(price, 2)}/MWh, the load`);
    await page.reload();
    await words(page, `In hour 5 the price is $${inEnglish(price, 2)}/MWh, the load`);
  });
});
