/** The chosen network as files of the formats that others read; a report in each says what the format cannot say. */
import { data, type operations } from '../../client/client.ts';
import { Download } from '../parts/download-item.tsx';
import { api } from '../parts/session.ts';

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
    <summary>This network as files</summary>
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
  return data(api.GET('/api/networks/{network_id}/export', { params, parseAs: 'blob' }));
}
