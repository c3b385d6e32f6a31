/** `grid webhooks`: addresses that are notified when a run ends. */
import { data, type Reply } from '../../client/client.ts';
import { shortId } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { localTime, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { confirmRemoval } from './keep.ts';
import { addList } from './lists.ts';

type Events = Reply<'getWebhooks'>['webhooks'][number]['events'];

const paramsOf = (webhook_id: string) => ({ params: { path: { webhook_id } } });

export function addWebhookCommands(program: GridCommand): void {
  const group = addList(program, 'webhooks', 'Addresses that are notified when a run ends');
  group
    .command('create')
    .argument('<url>', 'https')
    .description('Notify an address of events; shows the signing secret once')
    .option('--event <event...>', 'such as job.ended; default: all')
    .examples('grid webhooks create https://receiver.example/grid --event infeasible')
    .asks(async (context, url: string, { event }: { readonly event?: Events }) => {
      const body = { url, ...(event && { events: event }) };
      return secretOf(context, await data(context.client.POST('/api/webhooks', { body })));
    });
  group.about('webhook', 'rotate', 'Make a new secret; the old one stays valid for a day', rotate);
  group.about('webhook', 'test', 'Send an event of type test', async ({ client, screen }, id) => {
    screen.answer(await data(client.POST('/api/webhooks/{webhook_id}/test', paramsOf(id))));
    screen.say(`Test event sent. To see its delivery: grid webhooks deliveries ${shortId(id)}`);
    return EXIT.solved;
  });
  group.about('webhook', 'deliveries', 'Deliveries, newest first', deliveries);
  group
    .about('webhook', 'delete', 'Delete a webhook and its deliveries', deleteWebhook)
    .option('-y, --yes', 'do not ask');
}

async function deleteWebhook(
  { client, screen }: Context,
  id: string,
  { yes }: { readonly yes?: boolean },
): Promise<Exit> {
  await confirmRemoval([id], yes);
  await data(client.DELETE('/api/webhooks/{webhook_id}', paramsOf(id)));
  screen.answer({ deleted: id });
  screen.say(`Deleted ${id}`);
  return EXIT.solved;
}

const rotate = async (context: Context, id: string): Promise<Exit> =>
  secretOf(context, await data(context.client.POST('/api/webhooks/{webhook_id}/rotate', paramsOf(id))));

function secretOf({ screen }: Context, webhook: Reply<'postWebhooks', 201>): Exit {
  screen.answer(webhook);
  screen.say(`Secret of ${plain(webhook.webhook_id)}, shown only once: ${plain(webhook.secret)}`);
  return EXIT.solved;
}

async function deliveries({ client, screen }: Context, id: string): Promise<Exit> {
  const page = await data(client.GET('/api/webhooks/{webhook_id}/deliveries', paramsOf(id)));
  screen.answer(page, page.deliveries);
  const rows = page.deliveries.map(({ delivery_id, created_at, type, status, attempts, last_answer }) => {
    const tried = [status, String(attempts), last_answer ?? ''];
    return [shortId(delivery_id), localTime(created_at), type, ...tried];
  });
  screen.table(['DELIVERY', 'TIME', 'TYPE', 'STATUS', 'ATTEMPTS', 'LAST ANSWER'], rows);
  return EXIT.solved;
}
