/** Schedules and webhooks in the pages. */
import assert from 'node:assert/strict';
import { assertAccessible } from '../../support/browser/accessibility.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { takePictures } from '../../support/browser/pictures.ts';
import { newPerson } from '../../support/browser/steps.ts';

describe('a schedule, in the pages', () => {
  const pages = withBrowser();

  it('is made, started, paused and deleted; an invalid line is refused beside its field', async () => {
    pages.expectErrors(/422/);
    const page = await pages.openAs(await newPerson(), '#/schedules');
    await page.getByText('No schedules yet').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('morning');
    await page.getByLabel('Scenario').fill('demo-24h');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Cron line').fill('0 0 30 2 *');
    await page.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByText('No date ever matches this line').first().waitFor();
    await page.getByLabel('Cron line').fill('30 6 * * MON-FRI');
    await page.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByRole('cell', { name: '30 6 * * MON-FRI, Europe/Berlin' }).waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused by').waitFor();
    await page.getByRole('button', { name: 'Unpause' }).click();
    await page.getByRole('button', { name: 'Start now' }).click();
    await page.getByRole('button', { name: 'History of morning' }).click();
    await page
      .getByRole('link', { name: /queued|running|completed/ })
      .first()
      .waitFor();
    await assertAccessible(page);
    await takePictures(page, 'schedules and a history');
    await page.getByRole('button', { name: 'Delete morning' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No schedules yet').waitFor();
  });

  it('notifies a webhook, whose secret is shown once', async () => {
    const page = await pages.openAs(await newPerson(), '#/account');
    await page.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/hook');
    await page.getByRole('button', { name: 'Make the webhook' }).click();
    assert.match(await page.getByLabel('Its secret').inputValue(), /^whsec_/);
    await page.getByRole('button', { name: 'I have kept it' }).last().click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Deliveries to https://receiver.invalid/hook' }).click();
    await page.getByRole('cell', { name: 'test', exact: true }).waitFor();
    await assertAccessible(page);
    await takePictures(page, 'webhooks and deliveries');
    await page.getByRole('button', { name: 'Delete https://receiver.invalid/hook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have no webhooks').waitFor();
  });
});
