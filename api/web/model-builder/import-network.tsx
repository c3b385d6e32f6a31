/** Imports files as a network, and shows what the import kept, changed and dropped. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { type NetworkFormat, networkFormatOf } from '../../client/network-format.ts';
import { ActionButton, ButtonLink } from '../parts/button.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { ProblemNotice } from '../parts/elements.tsx';
import { Choice, useAction } from '../parts/form.tsx';
import { counted } from '../parts/format.ts';
import { ImportReport } from '../parts/import-report.tsx';
import { href, usePlace } from '../parts/router.ts';
import { post } from '../parts/session.ts';

type Imported = Reply<'postNetworksImport', 201>;
type Counts = Imported['counts'];

const FORMATS: readonly (readonly [NetworkFormat, string])[] = [
  ['rts-gmlc', 'RTS-GMLC tables with their series (zip)'],
  ['pypsa-csv', 'CSV folder of PyPSA (zip)'],
  ['egret', 'Egret (.json)'],
  ['matpower', 'MATPOWER (.m)'],
  ['psse-raw', 'PSS/E, revisions 33 to 35 (.raw)'],
];

/** Form for an import. `onImported`: called with the id of the network. */
export function ImportNetwork({ onImported }: { readonly onImported: (id: string) => void }) {
  const { path } = usePlace();
  const [format, setFormat] = useState<NetworkFormat>('rts-gmlc');
  const [file, setFile] = useState<File>();
  const [imported, setImported] = useState<Imported>();
  const action = useAction(async () => {
    if (!file) return;
    const network = await importFile(file, format);
    setImported(network);
    onImported(network.network_id);
  });
  const take = async (droppedFile: File): Promise<void> => {
    setFile(droppedFile);
    const bytes = new Uint8Array(await droppedFile.arrayBuffer());
    const detected = networkFormatOf([{ name: droppedFile.name, bytes }]);
    if (detected) setFormat(detected);
  };
  return (
    <>
      <DropZone accept=".zip,.json,.gz,.m,.raw,.txt" disabled={action.isBusy} onFile={take}>
        {file
          ? file.name
          : 'RTS-GMLC or PyPSA tables as a zip, or one file of Egret, MATPOWER or PSS/E. The format is detected automatically.'}
      </DropZone>
      {file && (
        <>
          <Choice label="Format" value={format} options={FORMATS} onValue={setFormat} />
          <ActionButton {...action} text="Import" busy="Importing…" />
        </>
      )}
      {action.problem && <ProblemNotice problem={action.problem} />}
      {imported && (
        <section aria-label={`Import of ${imported.network_id}`}>
          <p role="status">
            {imported.network_id}: {countsText(imported.counts)}
          </p>
          <ImportReport report={imported.report} done="Imported" />
          {path === '/networks' && (
            <ButtonLink text="Run a model on it" href={href('/runs/new', { network: imported.network_id })} />
          )}
        </section>
      )}
    </>
  );
}

const WORDS: Readonly<Record<keyof Counts, string>> = {
  buses: 'bus',
  lines: 'line',
  dc_lines: 'DC line',
  generators: 'generator',
  renewables: 'renewable',
  storage: 'storage unit',
  reserves: 'reserve product',
  fuels: 'fuel',
  loads: 'load',
  hours: 'hour',
};

const countsText = (counts: Counts): string =>
  (Object.keys(WORDS) as (keyof Counts)[])
    .map((part) => counted(counts[part], WORDS[part], part === 'buses' ? part : undefined))
    .join(', ');

function importFile(file: File, format: NetworkFormat): Promise<Imported> {
  const name = file.name.replace(/(?:\.(?:zip|json|gz|m|raw|txt))+$/i, '');
  const query = {
    format,
    network_id: name.replace(/[^\w.-]+/g, '-').slice(0, 100) || 'network',
    name: name.slice(0, 200),
  };
  return post('/api/networks/import', {
    params: { query },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: '',
    bodySerializer: () => file,
  }) as Promise<Imported>;
}
