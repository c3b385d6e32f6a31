/** First step of a run: choose a stored network or import one. */
import type { operations } from '../../client/client.ts';
import { datesOf, type NetworkSummary } from '../network/network-summary.ts';
import type { Network } from '../network/stored-networks.ts';
import { Download } from '../parts/download-item.tsx';
import { Card, Figure, Loaded } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { get } from '../parts/session.ts';
import type { Load } from '../parts/use-load.ts';
import { ImportNetwork } from './import-network.tsx';

interface StepProps {
  readonly network: string;
  readonly networks: readonly Network[];
  readonly summary: Load<NetworkSummary>;
  readonly onChoose: (id: string) => void;
  readonly onImported: (id: string) => void;
}

export function NetworkStep({ network, networks, summary, onChoose, onImported }: StepProps) {
  const shown = networks.find(({ network_id }) => network_id === network);
  return (
    <Card title="1. The network">
      <div class="grid">
        <div>
          <Choice
            label="Network"
            value={network}
            options={networks.map(({ network_id, name, owner }) => [
              network_id,
              `${name}${owner === null ? ' (shared)' : ''}`,
            ])}
            onValue={onChoose}
          />
          {shown?.description && <p>{shown.description}.</p>}
          <Loaded load={summary}>{(data) => <Summary summary={data} />}</Loaded>
          <NetworkFiles id={network} />
        </div>
        <section aria-labelledby="import-network">
          <h3 id="import-network">Or import one</h3>
          <ImportNetwork onImported={onImported} />
        </section>
      </div>
    </Card>
  );
}

export const Summary = ({ summary }: { readonly summary: NetworkSummary }) => (
  <dl class="figures">
    {summary.counts.map(([name, total]) => (
      <Figure key={name} name={name} value={count(total)} />
    ))}
    <Figure name="Series" value={`${count(summary.hours)} h`} note={datesOf(summary)} />
  </dl>
);

type Format = operations['getNetworksByNetworkIdExport']['parameters']['query']['format'];

const FORMATS: Readonly<Record<Format, string>> = {
  'rts-gmlc': 'RTS-GMLC tables with their series',
  'pypsa-csv': 'CSV folder of PyPSA',
  egret: 'Egret',
  matpower: 'MATPOWER',
};

const NAMES = Object.keys(FORMATS) as Format[];

export const NetworkFiles = ({ id }: { readonly id: string }) => (
  <details>
    <summary>Download the network</summary>
    <ul class="rows">
      {NAMES.map((format) => (
        <Download
          key={format}
          text={FORMATS[format]}
          name={`${id}-${format}.zip`}
          read={() => readFiles(id, format)}
        />
      ))}
    </ul>
  </details>
);

function readFiles(network_id: string, format: Format): Promise<Blob> {
  const params = { path: { network_id }, query: { format } };
  return get('/api/networks/{network_id}/export', { params, parseAs: 'blob' });
}
