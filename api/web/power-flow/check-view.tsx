/** A case goes in, findings come out. */
import { useEffect, useState } from 'preact/hooks';
import { Empty, ProblemNotice, Spinner } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { createStore, useStore } from '../parts/store.ts';
import { useLoad } from '../parts/use-load.ts';
import { CaseInput } from './case-input.tsx';
import { checkCase, checkNetwork, type Report } from './check-case.ts';
import { ReportView } from './report-view.tsx';

interface Checked {
  /** Name of the file, or what kind of input it was. */
  readonly title: string;
  readonly report: Report;
}

/** The last file that was checked, which is still there after a look at another view. */
const lastFile = createStore<Checked | undefined>(undefined);

/** What the findings are filtered by, and which element is looked at: gone with the case that they are of. */
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
  const [source, setSource] = useState<File | string>('');
  const check = useAction(async () => {
    const title = typeof source === 'string' ? 'The pasted case' : source.name;
    lastFile.set({ title, report: await checkCase(source) });
    setQuery({ ...NO_FILTER, network: undefined });
  });
  useEffect(() => {
    // A file is checked as soon as it is there; a text when somebody says that it is complete.
    if (typeof source !== 'string') check.run();
  }, [source]);
  return (
    <>
      <CaseInput
        source={source}
        onSource={setSource}
        onCheck={check.run}
        isBusy={check.isBusy}
        network={network}
        onNetwork={(value) => setQuery({ ...NO_FILTER, network: value })}
      />
      {check.problem && <ProblemNotice problem={check.problem} />}
      {check.isBusy && <Spinner label="Checking" />}
      {!check.isBusy && (network ? <StoredNetwork id={network} /> : <LastFile file={file} />)}
    </>
  );
}

function LastFile({ file }: { readonly file: Checked | undefined }) {
  if (file) return <ReportView key={file.title} {...file} />;
  return (
    <Empty>
      Nothing has been checked yet. Drop a case above, or choose a stored network: what is wrong with its data
      is then listed here, each finding beside the bus, line or generator that it is about.
    </Empty>
  );
}

function StoredNetwork({ id }: { readonly id: string }) {
  const { data: report, problem, reload } = useLoad((signal) => checkNetwork(id, signal), [id]);
  if (problem) return <ProblemNotice problem={problem} retry={reload} />;
  if (!report) return <Spinner label="Checking" />;
  return <ReportView key={id} title={`Network ${id}`} report={report} />;
}
