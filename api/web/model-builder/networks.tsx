/** List of networks, and page of one network with drawing, files and actions. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import type { ReadNetwork } from '../network/network-summary.ts';
import type { Element } from '../network/scene.ts';
import { useNetwork } from '../network/stored-networks.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Ago, Badge, Card, Loaded, Page } from '../parts/elements.tsx';
import { List, useList } from '../parts/list.tsx';
import { go, href } from '../parts/router.ts';
import { get, remove } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { ImportNetwork } from './import-network.tsx';
import { NetworkFiles, Summary } from './network-step.tsx';

type Network = Reply<'getNetworks'>['networks'][number];

const networkPath = (id: string): string => `/networks/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<Network>[] = [
  { head: 'Network', cell: ({ network_id, name }) => <a href={href(networkPath(network_id))}>{name}</a> },
  { head: 'Source', cell: ({ source }) => source ?? '–' },
  { head: 'Owner', cell: ({ owner }) => (owner === null ? <Badge text="shared" tone="info" /> : 'you') },
  { head: 'Changed', cell: ({ updated_at }) => <Ago at={updated_at} /> },
];

export function Networks() {
  const load = useList(async (query, signal) => {
    const { networks, total } = await get('/api/networks', { params: { query }, signal });
    return { rows: networks, total };
  });
  return (
    <Page title="Networks">
      <List
        load={load}
        empty="No networks yet. Import one below."
        caption="Networks"
        keyOf={({ network_id, owner }) => `${network_id} ${owner}`}
        columns={COLUMNS}
      />
      <Card title="Import">
        <ImportNetwork onImported={load.reload} />
      </Card>
    </Page>
  );
}

export function NetworkPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const network_id = params['id'] ?? '';
  const path = { network_id };
  const load = useNetwork(network_id);
  const about = load.data?.about;
  return (
    <Page
      title={about?.name ?? 'Network'}
      actions={
        <>
          <a class="button primary" href={href('/runs/new', { network: network_id })}>
            Run a model on it
          </a>
          <a class="button" href={href('/connections/new', { network: network_id })}>
            What can connect
          </a>
          <a class="button" href={href('/power-flow', { network: network_id })}>
            Check data
          </a>
          {about && about.owner !== null && (
            <ConfirmButton
              text="Delete"
              question={`Delete ${about.name}?`}
              work={async () => {
                await remove('/api/networks/{network_id}', { params: { path } });
                go('/networks');
              }}
            >
              Deletes all versions; this cannot be undone. Its runs stay.
            </ConfirmButton>
          )}
        </>
      }
    >
      <Loaded load={load}>{(network) => <Content id={network_id} network={network} />}</Loaded>
    </Page>
  );
}

function Content({ id, network }: { readonly id: string; readonly network: ReadNetwork }) {
  const { description, source, license } = network.about;
  const { buses, lines } = network.drawn;
  const [selected, setSelected] = useState<Element>();
  return (
    <Card>
      {description && <p>{description}</p>}
      {source && <p class="quiet">Source: {[source, license].filter(Boolean).join(', ')}</p>}
      <Summary summary={network} />
      <NetworkDrawing
        label={`The network, with ${buses.length} buses and ${lines.length} lines`}
        network={network.drawn}
        selected={selected}
        onSelect={setSelected}
      />
      <NetworkFiles id={id} />
    </Card>
  );
}
