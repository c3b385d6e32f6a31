/**
 * Webhooks, which notify an address when a run ends: the user creates, tests and deletes them, and rotates their
 * secrets.
 */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Notice, Time } from '../parts/elements.tsx';
import { ActButton, LineForm } from '../parts/form.tsx';
import { List, wholeList } from '../parts/list.tsx';
import { Secret } from '../parts/secret.tsx';
import { get, patch, post, remove } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { useLoad, useRefresh } from '../parts/use-load.ts';

type Webhook = Reply<'getWebhooks'>['webhooks'][number];
type NewWebhook = Reply<'postWebhooks', 201>;

const AGAIN_MS = 5000;
const pathOf = ({ webhook_id }: Webhook) => ({ params: { path: { webhook_id } } });

export function Webhooks() {
  const load = useLoad(async () => wholeList((await get('/api/webhooks')).webhooks), []);
  const [created, setCreated] = useState<NewWebhook>();
  const [shown, setShown] = useState<Webhook>();
  return (
    <Card title="Webhooks">
      <p>We POST to your URL when a run ends, signed per Standard Webhooks.</p>
      {created && (
        <>
          <Notice tone="warning">Copy the secret of {created.url} now: it is never shown again.</Notice>
          <Secret label="Its secret" text={created.secret} />
          <Button text="I have kept it" onClick={() => setCreated(undefined)} />
        </>
      )}
      <List
        load={load}
        empty="You have no webhooks."
        caption="Your webhooks"
        look="stacked"
        keyOf={({ webhook_id }) => webhook_id}
        columns={columnsOf(load.reload, setCreated, setShown)}
      />
      {shown && <Deliveries key={shown.webhook_id} of={shown} />}
      <h3>Make a webhook</h3>
      <LineForm
        label="Address"
        submit="Make the webhook"
        work={async (url) => {
          setCreated(await post('/api/webhooks', { body: { url } }));
          load.reload();
        }}
      />
    </Card>
  );
}

const columnsOf = (
  reload: () => void,
  tell: (created: NewWebhook) => void,
  show: (webhook?: Webhook) => void,
): readonly Column<Webhook>[] => [
  { head: 'Address', cell: ({ url }) => url },
  { head: 'Events', cell: ({ events }) => events.join(', ') },
  { head: 'Status', cell: ({ status, disabled_reason }) => disabled_reason ?? status },
  {
    head: 'Action',
    cell: (webhook) => {
      const path = pathOf(webhook);
      const isOn = webhook.status === 'enabled';
      return (
        <div class="actions">
          <ActButton
            text="Test"
            work={async () => {
              await post('/api/webhooks/{webhook_id}/test', path);
              show(webhook);
            }}
          />
          <Button
            text="Deliveries"
            aria-label={`Deliveries to ${webhook.url}`}
            onClick={() => show(webhook)}
          />
          <ActButton
            text={isOn ? 'Disable' : 'Enable'}
            work={async () => {
              const body = { status: isOn ? ('disabled' as const) : ('enabled' as const) };
              await patch('/api/webhooks/{webhook_id}', { ...path, body });
              reload();
            }}
          />
          <ActButton
            text="New secret"
            work={async () => tell(await post('/api/webhooks/{webhook_id}/rotate', path))}
          />
          <ConfirmButton
            text="Delete"
            label={`Delete ${webhook.url}`}
            question={`Delete the webhook ${webhook.url}?`}
            work={async () => {
              // The deliveries are hidden first; otherwise they would be requested after the deletion.
              show();
              await remove('/api/webhooks/{webhook_id}', path);
              reload();
            }}
          >
            Deletes its deliveries, too.
          </ConfirmButton>
        </div>
      );
    },
  },
];

function Deliveries({ of }: { readonly of: Webhook }) {
  const load = useLoad(
    async () => wholeList((await get('/api/webhooks/{webhook_id}/deliveries', pathOf(of))).deliveries),
    [],
  );
  useRefresh(load, AGAIN_MS);
  const again = async (delivery_id: string): Promise<void> => {
    const params = { path: { ...pathOf(of).params.path, delivery_id } };
    await post('/api/webhooks/{webhook_id}/deliveries/{delivery_id}/repeat', { params });
    load.reload();
  };
  return (
    <>
      <h3>Deliveries to {of.url}</h3>
      <List
        load={load}
        empty="Nothing sent yet."
        caption={`Deliveries to ${of.url}, newest first`}
        look="stacked"
        keyOf={({ delivery_id }) => delivery_id}
        columns={[
          { head: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
          { head: 'Event', cell: ({ type }) => type },
          { head: 'Status', cell: ({ status }) => status },
          { head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
          { head: 'Last answer', cell: ({ last_answer }) => last_answer ?? '–' },
          {
            head: 'Action',
            cell: ({ delivery_id }) => <ActButton text="Send again" work={() => again(delivery_id)} />,
          },
        ]}
      />
    </>
  );
}
