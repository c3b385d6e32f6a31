/** One network: how large it is, its drawing, its files, and what can be run on it. */
import { useMemo, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import type { Element } from '../network/scene.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Figure, Loaded, Page } from '../parts/elements.tsx';
import { count, power } from '../parts/format.ts';
import { go, href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { NetworkFiles } from './network-files.tsx';

type Network = Reply<'getNetworksByNetworkId'>;

export function NetworkPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const network_id = params['id'] ?? '';
  const path = { network_id };
  const load = useLoad(
    (signal) => data(api.GET('/api/networks/{network_id}', { params: { path }, signal })),
    [network_id],
  );
  const { data: network } = load;
  return (
    <Page
      title={network?.name ?? 'Network'}
      actions={
        <>
          <a class="button primary" href={href('/runs/new', { network: network_id })}>
            Run a model on it
          </a>
          {network && network.owner !== null && (
            <ConfirmButton
              text="Delete"
              question={`Delete ${network.name}?`}
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
      <Loaded load={load}>{(found) => <Content network={found} />}</Loaded>
    </Page>
  );
}

function Content({ network }: { readonly network: Network }) {
  const { buses, lines, generators, renewables = [], storage = [], description, source, license } = network;
  const [selected, setSelected] = useState<Element>();
  const drawn = useMemo(() => {
    const withUnits = new Set(generators.map(({ bus }) => bus));
    return {
      buses: buses.map(({ id }) => ({ id: String(id), hasUnits: withUnits.has(id) })),
      lines: lines.map(({ id, from_bus, to_bus }) => ({ id, from: String(from_bus), to: String(to_bus) })),
    };
  }, [buses, lines, generators]);
  return (
    <Card>
      {description && <p>{description}</p>}
      {source && <p class="quiet">Source: {[source, license].filter(Boolean).join(', ')}</p>}
      <dl class="figures">
        <Figure name="Buses" value={count(buses.length)} />
        <Figure name="Lines" value={count(lines.length)} />
        <Figure
          name="Units"
          value={count(generators.length)}
          note={power(generators.reduce((sum, { p_max }) => sum + p_max, 0))}
        />
        {renewables.length > 0 && <Figure name="Renewables" value={count(renewables.length)} />}
        {storage.length > 0 && <Figure name="Storage" value={count(storage.length)} />}
      </dl>
      <NetworkDrawing
        label={`The network, with ${buses.length} buses and ${lines.length} lines`}
        network={drawn}
        selected={selected}
        onSelect={setSelected}
      />
      <NetworkFiles id={network.network_id} />
    </Card>
  );
}
