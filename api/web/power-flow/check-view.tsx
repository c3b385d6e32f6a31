/** Checks the data of a network for a power flow: a file or a stored network. */
import { useEffect, useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Empty, Page, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { inWorker } from '../parts/in-worker.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { get, post } from '../parts/session.ts';
import { createStore, useStore } from '../parts/store.ts';
import { useLoad } from '../parts/use-load.ts';
import { tooLarge } from './case-body.ts';
import type { ReadCase } from './case-worker.ts';
import { NetworkChoice } from './network-choice.tsx';
import { ReportView } from './report-view.tsx';

interface Checked {
  readonly title: string;
  readonly report: Report;
}

/** The file that was checked last; it is kept while other views are shown. */
const lastFile = createStore<Checked | undefined>(undefined);

/** Initial filters and selection for a case that was not shown before. */
const NO_FILTER = {
  severity: undefined,
  check: undefined,
  type: undefined,
  text: undefined,
  element: undefined,
  offset: undefined,
};

export function CheckView() {
  const { network = '' } = usePlace().query;
  const file = useStore(lastFile);
  const [source, setSource] = useState<File>();
  const check = useAction(async () => {
    if (!source) return;
    lastFile.set({ title: source.name, report: await checkCase(source) });
    setQuery({ ...NO_FILTER, network: undefined });
  });
  useEffect(() => {
    if (source) check.run();
  }, [source]);
  return (
    <Page title="Power flow">
      <CaseInput
        source={source}
        onSource={setSource}
        isBusy={check.isBusy}
        network={network}
        onNetwork={(value) => setQuery({ ...NO_FILTER, network: value })}
      />
      {check.problem && <ProblemNotice problem={check.problem} />}
      {check.isBusy && <Spinner label="Checking" />}
      {!check.isBusy && (network ? <StoredNetwork id={network} /> : <LastFile file={file} />)}
    </Page>
  );
}

function LastFile({ file }: { readonly file: Checked | undefined }) {
  if (file) return <ReportView key={file.title} {...file} />;
  return (
    <Empty>
      Nothing checked yet. Drop a case above or choose a stored network; findings on its buses, lines and
      generators will be listed here.
    </Empty>
  );
}

function StoredNetwork({ id }: { readonly id: string }) {
  const { data: report, problem, reload } = useLoad((signal) => checkNetwork(id, signal), [id]);
  if (problem) return <ProblemNotice problem={problem} retry={reload} />;
  if (!report) return <Spinner label="Checking" />;
  return <ReportView key={id} title={`Network ${id}`} report={report} />;
}

interface CaseInputProps {
  readonly source: File | undefined;
  readonly onSource: (source: File) => void;
  readonly isBusy: boolean;
  readonly network: string;
  readonly onNetwork: (networkId: string) => void;
}

const CaseInput = ({ source, onSource, isBusy, network, onNetwork }: CaseInputProps) => (
  <Card title="Case">
    <div class="grid">
      <DropZone accept=".m,.raw,.json,.txt" disabled={isBusy} onFile={onSource}>
        MATPOWER (.m), PSS/E (.raw) or a network as JSON, at most 32 MB{source && <>. Last: {source.name}</>}
      </DropZone>
      <NetworkChoice label="Or a stored network" none="None" value={network} onValue={onNetwork} />
    </div>
  </Card>
);

export type Report = Reply<'postModulesPowerFlowValidateFile'>;

const readAway = inWorker<File, ReadCase>(
  () => new Worker(new URL('./case-worker.ts', import.meta.url), { type: 'module' }),
);

const refuse = (message: string): never => {
  throw new Problem({ status: 422, message });
};

/** Checks a case. Throws a `Problem` if the file is too large or not a case, or if the server refuses it. */
async function checkCase(source: File): Promise<Report> {
  const problem = tooLarge(source.size);
  if (problem) refuse(problem);
  const read = await readAway(source);
  return 'problem' in read ? refuse(read.problem) : send(read.body);
}

async function checkNetwork(network_id: string, signal: AbortSignal): Promise<Report> {
  const params = { path: { network_id } };
  const network = await get('/api/networks/{network_id}', { params, signal });
  return send(new Blob([JSON.stringify({ network })], { type: 'application/json' }), signal);
}

const send = (body: Blob, signal?: AbortSignal): Promise<Report> =>
  post('/api/modules/power-flow/validate-file', {
    params: { query: { include: 'network' } },
    // The types require a body; the body that is sent comes from the worker.
    body: {},
    bodySerializer: () => body,
    headers: { 'Content-Type': 'application/json' },
    ...(signal && { signal }),
  });
