/** What a job found: the parts of its result as tabs, each loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Loaded, Notice, Spinner } from '../parts/elements.tsx';
import { usePlace } from '../parts/router.ts';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { type Job, type ResultView, type ResultViewProps, readSummary } from '../results/view.ts';
import { RESULT_VIEWS } from '../results/views.ts';
import { WhyPanel } from '../results/why.tsx';

const view = (name: string, text: string, load: ResultView['load']): ResultView => {
  return { name, text, load, isThere: () => true };
};

const OWN_VIEWS: readonly ResultView[] = [
  view('summary', 'Summary', async () => (await import('./summary.tsx')).SummaryView),
  {
    ...view('causes', 'Causes and repair', async () => (await import('./infeasible.tsx')).InfeasibleView),
    isThere: ({ summary }) => summary.termination_status === 'INFEASIBLE',
  },
];

const LAST_VIEWS: readonly ResultView[] = [
  view('ask', 'Ask', async () => (await import('../analyst/job-analyst.tsx')).JobAnalyst),
  {
    ...view('certificate', 'Certificate', async () => (await import('./certificate.tsx')).CertificateView),
    isThere: ({ summary }) => summary.certificate !== null,
  },
  view('downloads', 'Downloads', async () => (await import('./downloads.tsx')).DownloadsView),
];

/** Views of older addresses, and what has their content now. */
const FORMER: Readonly<Record<string, string>> = { dispatch: 'summary' };

const ALL_VIEWS = [...OWN_VIEWS, ...RESULT_VIEWS, ...LAST_VIEWS];

export function Completed({ job }: { readonly job: Job }) {
  const { query } = usePlace();
  const load = useLoad((signal) => readSummary(job.job_id, signal), [job.job_id]);
  const shown = useMemo(() => load.data && { job, summary: load.data }, [job, load.data]);
  return (
    <Loaded load={{ ...load, data: shown }}>
      {(props) => {
        const views = ALL_VIEWS.filter(({ isThere }) => isThere(props));
        const first = props.summary.termination_status === 'INFEASIBLE' ? 'causes' : 'summary';
        const asked = query['view'] ?? first;
        const view = views.find(({ name }) => name === (FORMER[asked] ?? asked));
        return (
          <>
            <Tabs label="Parts of the result" tabs={views} current={view?.name ?? ''} />
            {view ? (
              <ShownView key={view.name} view={view} {...props} />
            ) : (
              <Notice>This result has no such part. Choose one of the tabs.</Notice>
            )}
            <WhyPanel jobId={job.job_id} />
          </>
        );
      }}
    </Loaded>
  );
}

function ShownView({ view, ...props }: ResultViewProps & { readonly view: ResultView }) {
  const [View, setView] = useState<ComponentType<ResultViewProps>>();
  useEffect(() => {
    void view.load().then((loaded) => setView(() => loaded));
  }, [view]);
  return View ? <View {...props} /> : <Spinner />;
}
