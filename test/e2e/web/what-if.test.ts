/** The what-if on the page of a job: changed by keys or mouse, answered by an interval that narrows, and kept. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertContrastInDark,
  assertFitsPhone,
} from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures } from '../../support/browser/pictures.ts';
import { owner, storiedJob } from '../../support/browser/seed.ts';
import { press } from '../../support/browser/steps.ts';

describe('what-if, in the pages', function () {
  this.timeout(180_000);
  const pages = withBrowser();
  const open = async (): Promise<Page> =>
    pages.openAs(await owner(), `#/jobs/${(await storiedJob()).id}?view=what-if`);
  const slider = (page: Page) => page.getByLabel('Scale', { exact: true });
  const exact = (page: Page) =>
    page
      .getByText(/(more expensive|cheaper|change in cost), solved to a gap of/)
      .waitFor({ timeout: 90_000 });

  it('answers a load that is moved with the keyboard, first by an interval, then exactly', async () => {
    const page = await open();
    await page.getByText('No change yet.').waitFor();
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getByLabel('Scale, %').inputValue(), '98');
    await page
      .getByText(/(more expensive|cheaper)/)
      .first()
      .waitFor({ timeout: 60_000 });
    await exact(page);
    await page.getByRole('application', { name: /^Differences / }).waitFor();
    await assertAccessible(page);
    await takePictures(page, 'what if');
    await assertContrastInDark(page);
    await assertFitsPhone(page);
  });

  it('cancels the previous question when another follows, and keeps the last as a job', async () => {
    const page = await open();
    const whatIfIds: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/what-if')) return;
      const { what_if_id } = await response.json();
      if (what_if_id) whatIfIds.push(what_if_id);
    });
    await page.getByLabel('Change', { exact: true }).selectOption('Pmax of a unit');
    await page.getByLabel('Scale, %').fill('97');
    await page.getByText(/first answer after/).waitFor({ timeout: 60_000 });
    await page.getByLabel('Scale, %').fill('96');
    await exact(page);
    assert.ok(whatIfIds.length >= 2);
    const { api } = await owner();
    const [first = ''] = whatIfIds;
    assert.notEqual((await api.wait(first)).status, 'failed');
    await press(page, page.getByRole('button', { name: 'Keep as job' }));
    await page.getByRole('heading', { name: /what if$/ }).waitFor();
    assert.ok(page.url().endsWith(`/jobs/${whatIfIds.at(-1)}`));
  });

  it('scales the curve that is dragged', async () => {
    const page = await open();
    const curve = page.getByRole('img', { name: /Values by hour/ });
    const box = await curve.boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 20);
    await page.mouse.up();
    assert.equal(await slider(page).inputValue(), '90');
  });

  it('explains at the field why a value is refused, and sends nothing while it is empty', async () => {
    const page = await open();
    const field = page.getByLabel('Scale, %');
    for (const text of ['', '-5']) {
      await field.fill(text);
      await page.getByText('Enter a number of at least 0.').waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await page.getByText('No change yet.').waitFor();
    }
  });

  it('takes a unit out, and shows the effects hour by hour', async () => {
    const page = await open();
    await page.getByLabel('Change', { exact: true }).selectOption('A unit is out');
    await page
      .getByText(/is infeasible|more expensive|cheaper/)
      .first()
      .waitFor({ timeout: 60_000 });
    await page
      .getByText(/is infeasible|Changed case minus this job/)
      .first()
      .waitFor({ timeout: 90_000 });
    await takePictures(page, 'what if out');
  });
});
