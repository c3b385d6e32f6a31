/** Addresses that are told when a run has ended: made, tested, given a new secret, and deleted. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { ActionButton, Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Empty, Loaded, Notice, ProblemNotice, Time } from '../parts/elements.tsx';
import { Field, Form, useAction } from '../parts/form.tsx';
import { Secret } from '../parts/secret.tsx';
import { get, patch, post, remove } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { type Load, useLoad, useRefresh } from '../parts/use-load.ts';

type Webhook = Reply<'getWebhooks'>['webhooks'][number];
type Told = Pick<Reply<'postWebhooks', 201>, 'url' | 'secret'>;

const AGAIN_MS = 5000;
const pathOf = ({ webhook_id }: Webhook) => ({ params: { path: { webhook_id } } });

export function Webhooks() {
  const load = useLoad(() => get('/api/webhooks'), []);
  const [told, setTold] = useState<Told>();
  const [shown, setShown] = useState<Webhook>();
  return (
    <Card title="Webhooks">
      <p>An address of yours is told when a run has ended, signed by the specification Standard Webhooks.</p>
      {told && (
        <>
          <Notice tone="warning">Copy the secret of {told.url} now: it is never shown again.</Notice>
          <Secret label="Its secret" text={told.secret} />
          <Button text="I have kept it" onClick={() => setTold(undefined)} />
        </>
      )}
      <Loaded load={load}>
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <WebhookTable webhooks={webhooks} load={load} onSecret={setTold} onShow={setShown} />
          ) : (
            <Empty>Nobody is told yet.</Empty>
          )
        }
      </Loaded>
      {shown && <Deliveries key={shown.webhook_id} of={shown} />}
      <h3>Make a webhook</h3>
      <WebhookForm
        onMade={(made) => {
          setTold(made);
          load.reload();
        }}
      />
    </Card>
  );
}

interface TableProps {
  readonly webhooks: readonly Webhook[];
  readonly load: Load<unknown>;
  readonly onSecret: (told: Told) => void;
  readonly onShow: (webhook: Webhook) => void;
}

const WebhookTable = ({ webhooks, load: { reload }, onSecret, onShow }: TableProps) => (
  <Table
    caption="Your webhooks"
    rows={webhooks}
    keyOf={({ webhook_id }) => webhook_id}
    columns={[
      { head: 'Address', cell: ({ url }) => url },
      { head: 'Events', cell: ({ events }) => events.join(', ') },
      { head: 'Status', cell: ({ status, disabled_reason }) => disabled_reason ?? status },
      {
        head: 'Action',
        cell: (webhook) => (
          <div class="actions">
            <Act
              text="Test"
              work={async () => void (await post('/api/webhooks/{webhook_id}/test', pathOf(webhook)))}
            />
            <Button
              text="Deliveries"
              aria-label={`Deliveries to ${webhook.url}`}
              onClick={() => onShow(webhook)}
            />
            <Act
              text={webhook.status === 'enabled' ? 'Disable' : 'Enable'}
              work={async () => {
                const status = webhook.status === 'enabled' ? 'disabled' : 'enabled';
                await patch('/api/webhooks/{webhook_id}', { ...pathOf(webhook), body: { status } });
                reload();
              }}
            />
            <Act
              text="New secret"
              work={async () => onSecret(await post('/api/webhooks/{webhook_id}/rotate', pathOf(webhook)))}
            />
            <ConfirmButton
              text="Delete"
              label={`Delete ${webhook.url}`}
              question={`Delete the webhook ${webhook.url}?`}
              work={async () => {
                await remove('/api/webhooks/{webhook_id}', pathOf(webhook));
                reload();
              }}
            >
              It is told of nothing more, and its deliveries go with it.
            </ConfirmButton>
          </div>
        ),
      },
    ]}
  />
);

function Act({ text, work }: { readonly text: string; readonly work: () => Promise<void> }) {
  const action = useAction(work);
  return (
    <>
      <ActionButton {...action} text={text} />
      {action.problem && <ProblemNotice problem={action.problem} />}
    </>
  );
}

function Deliveries({ of }: { readonly of: Webhook }) {
  const load = useLoad(() => get('/api/webhooks/{webhook_id}/deliveries', pathOf(of)), []);
  useRefresh(load, AGAIN_MS);
  return (
    <Loaded load={load}>
      {({ deliveries }) => (
        <Table
          caption={`Deliveries to ${of.url}, newest first`}
          rows={deliveries}
          keyOf={({ delivery_id }) => delivery_id}
          columns={[
            { head: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
            { head: 'Event', cell: ({ type }) => type },
            { head: 'Status', cell: ({ status }) => status },
            { head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
            { head: 'Last answer', cell: ({ last_error, last_status }) => last_error ?? last_status ?? '' },
            {
              head: 'Action',
              cell: ({ delivery_id, status }) =>
                status !== 'waiting' && (
                  <Act
                    text="Send again"
                    work={async () => {
                      const params = { path: { ...pathOf(of).params.path, delivery_id } };
                      await post('/api/webhooks/{webhook_id}/deliveries/{delivery_id}/repeat', { params });
                      load.reload();
                    }}
                  />
                ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

function WebhookForm({ onMade }: { readonly onMade: (told: Told) => void }) {
  const [url, setUrl] = useState('');
  const make = useAction(async () => {
    onMade(await post('/api/webhooks', { body: { url: url.trim() } }));
    setUrl('');
  });
  return (
    <Form action={make} submit="Make the webhook">
      <Field
        label="Address"
        value={url}
        onValue={setUrl}
        hint="https://… It is told of every event; the API takes a choice of them."
        error={make.errorOf('url')}
        required
      />
    </Form>
  );
}
