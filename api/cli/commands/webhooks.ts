/** `grid webhooks`: addresses that are told when a run has ended. */
import { data, type Reply } from '../../client/client.ts';
import { shortId } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit, Refusal } from '../terminal/exit.ts';
import { localTime, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';

type Webhook = Reply<'getWebhooks'>['webhooks'][number];

export function addWebhookCommands(program: GridCommand): void {
  const group = program.command('webhooks').description('Addresses that are told when a run has ended');
  group.command('list').description('Your webhooks').examples('grid webhooks list').asks(list);
  group
    .command('create')
    .argument('<url>', 'https')
    .description('Have an address told of events; shows the secret that signs them, once')
    .option('--event <event...>', 'such as job.ended; default: all')
    .examples('grid webhooks create https://receiver.example/grid --event job.infeasible')
    .asks(create);
  const about = (
    name: string,
    description: string,
    act: (context: Context, webhook: Webhook) => Promise<Exit>,
  ) =>
    group
      .command(name)
      .argument('<id>', 'or the beginning of it')
      .description(description)
      .examples(`grid webhooks ${name} ID`)
      .asks(async (context, text: string) => act(context, await find(context, text)));
  about('rotate', 'Make a new secret, shown once; the former one signs beside it for a day', rotate);
  about('test', 'Send an event of type test', test);
  about('deliveries', 'What was sent, newest first', deliveries);
  about('delete', 'Delete a webhook with its deliveries', remove);
}

const all = ({ client }: Context) => data(client.GET('/api/webhooks'));
const pathOf = ({ webhook_id }: Webhook) => ({ params: { path: { webhook_id } } });

async function find(context: Context, text: string): Promise<Webhook> {
  const found = (await all(context)).webhooks.filter(({ webhook_id }) => webhook_id.startsWith(text));
  const [webhook] = found;
  if (!webhook || found.length > 1)
    throw new Refusal(`${found.length || 'No'} webhooks begin with '${text}'`);
  return webhook;
}

async function list(context: Context): Promise<Exit> {
  const page = await all(context);
  const { screen } = context;
  screen.answer(page, page.webhooks);
  screen.table(
    ['WEBHOOK', 'ADDRESS', 'EVENTS', 'STATUS'],
    page.webhooks.map(({ webhook_id, url, events, status, disabled_reason }) => [
      shortId(webhook_id),
      url,
      events.join(' '),
      disabled_reason ?? status,
    ]),
  );
  return EXIT.solved;
}

async function create(
  { client, screen }: Context,
  url: string,
  { event }: { readonly event?: Webhook['events'] },
): Promise<Exit> {
  const made = await data(client.POST('/api/webhooks', { body: { url, ...(event && { events: event }) } }));
  screen.answer(made);
  screen.say(
    `${plain(made.webhook_id)} is told of events. Its secret, shown this once: ${plain(made.secret)}`,
  );
  return EXIT.solved;
}

async function rotate({ client, screen }: Context, webhook: Webhook): Promise<Exit> {
  const made = await data(client.POST('/api/webhooks/{webhook_id}/rotate', pathOf(webhook)));
  screen.answer(made);
  screen.say(`The new secret, shown this once: ${plain(made.secret)}. The former one signs, too, for a day`);
  return EXIT.solved;
}

async function test({ client, screen }: Context, webhook: Webhook): Promise<Exit> {
  const sent = await data(client.POST('/api/webhooks/{webhook_id}/test', pathOf(webhook)));
  screen.answer(sent);
  screen.say(`On its way: grid webhooks deliveries ${shortId(webhook.webhook_id)}`);
  return EXIT.solved;
}

async function deliveries({ client, screen }: Context, webhook: Webhook): Promise<Exit> {
  const page = await data(client.GET('/api/webhooks/{webhook_id}/deliveries', pathOf(webhook)));
  screen.answer(page, page.deliveries);
  screen.table(
    ['DELIVERY', 'TIME', 'TYPE', 'STATUS', 'ATTEMPTS', 'LAST ANSWER'],
    page.deliveries.map((each) => [
      shortId(each.delivery_id),
      localTime(each.created_at),
      each.type,
      each.status,
      String(each.attempts),
      each.last_error ?? String(each.last_status ?? ''),
    ]),
  );
  return EXIT.solved;
}

async function remove({ client, screen }: Context, webhook: Webhook): Promise<Exit> {
  await data(client.DELETE('/api/webhooks/{webhook_id}', pathOf(webhook)));
  screen.answer({ deleted: webhook.webhook_id });
  screen.say(`Deleted ${plain(webhook.webhook_id)}`);
  return EXIT.solved;
}
