/** One network: how large it is, its drawing, its files, and what can be run on it. */
import { useState } from 'preact/hooks';
import { NetworkDrawing } from '../network/drawing.tsx';
import type { Element } from '../network/scene.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Loaded, Page } from '../parts/elements.tsx';
import { go, href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { NetworkFiles } from './network-files.tsx';
import { Summary, useNetwork } from './network-step.tsx';
import type { ReadNetwork } from './network-summary.ts';

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
          {about && about.owner !== null && (
            <ConfirmButton
              text="Delete"
              question={`Delete ${about.name}?`}
              work={async () => {
                await api.DELETE('/api/networks/{network_id}', { params: { path } });
                go('/networks');
              }}
            >
              All its versions are deleted with it, and cannot be brought back. What ran on it stays.
            </ConfirmButton>
          )}
        </>
      }
    >
      <Loaded load={load}>{(found) => <Content id={network_id} network={found} />}</Loaded>
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
