/** Result of a job in tabs, each loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Loaded, Notice, Spinner } from '../parts/elements.tsx';
import { isGuest } from '../parts/guest.ts';
import { usePlace } from '../parts/router.ts';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { readCase } from '../results/result-data.tsx';
import { type Job, type ResultViewProps, readKept, readSummary } from '../results/view.ts';
import { WhyPanel } from '../results/why.tsx';

interface View {
  /** Name of the view in the address: `/jobs/7?view=prices`. */
  readonly name: string;
  readonly text: string;
  readonly load: () => Promise<ComponentType<ResultViewProps>>;
  /** True if the result has data for the view. */
  readonly isThere: (shown: ResultViewProps) => boolean;
}

const hasSchedule = ({ summary }: ResultViewProps): boolean => summary.total_cost_usd !== null;

/** True unless the certificate marks the check as not applicable to the case. */
const has =
  (check: 'storage' | 'reserve') =>
  (shown: ResultViewProps): boolean =>
    hasSchedule(shown) &&
    !shown.summary.certificate?.checks.some(({ name, vacuous }) => name === check && vacuous);

const view = (
  name: string,
  text: string,
  load: View['load'],
  isThere: View['isThere'] = () => true,
): View => ({ name, text, load, isThere });

/** Tabs in order. */
const VIEWS: readonly View[] = [
  view('summary', 'Summary', async () => (await import('./summary.tsx')).SummaryView),
  view(
    'causes',
    'Causes and repair',
    async () => (await import('./infeasible.tsx')).InfeasibleView,
    ({ summary }) => summary.termination_status === 'INFEASIBLE',
  ),
  view(
    'commitment',
    'Units',
    async () => (await import('../results/commitment.tsx')).Commitment,
    hasSchedule,
  ),
  view(
    'earnings',
    'Earnings',
    async () => (await import('../results/earnings.tsx')).Earnings,
    ({ summary }) => summary.certificate?.checks.some(({ name }) => name === 'settlement') === true,
  ),
  view('prices', 'Prices', async () => (await import('../results/prices.tsx')).Prices, hasSchedule),
  view(
    'network',
    'Network',
    async () => (await import('../results/network-view.tsx')).NetworkView,
    hasSchedule,
  ),
  view(
    'lines',
    'Lines',
    async () => (await import('../results/lines.tsx')).Lines,
    (shown) => hasSchedule(shown) && shown.job.job_type !== 'uc',
  ),
  view('storage', 'Storage', async () => (await import('../results/resources.tsx')).Storage, has('storage')),
  view('reserve', 'Reserve', async () => (await import('../results/resources.tsx')).Reserve, has('reserve')),
  view(
    'emissions',
    'Emissions',
    async () => (await import('../results/resources.tsx')).Emissions,
    ({ summary }) => summary.total_emissions_t !== undefined,
  ),
  view(
    'what-if',
    'What if?',
    async () => (await import('../results/what-if.tsx')).WhatIf,
    (facts) => !isGuest && hasSchedule(facts),
  ),
  view(
    'ask',
    'Ask',
    async () => (await import('../analyst/chat.tsx')).Ask,
    () => !isGuest,
  ),
  view(
    'certificate',
    'Certificate',
    async () => (await import('./certificate.tsx')).CertificateView,
    ({ summary }) => summary.certificate !== null,
  ),
  view('downloads', 'Downloads', async () => (await import('./downloads.tsx')).DownloadsView),
];

/** Names of views in older addresses -> views that have replaced them. */
const FORMER: Readonly<Record<string, string>> = { dispatch: 'summary' };

export function Completed({ job }: { readonly job: Job }) {
  const { query } = usePlace();
  const load = useLoad(
    async (signal) => {
      const summary = await readSummary(job.job_id, signal);
      return { summary, kept: await readKept(job, signal) };
    },
    [job.job_id],
  );
  const { data: lines } = useLoad(
    async () => Object.values(await readCase(job.job_id, ['transmission_lines', 'dc_lines'])).flat(),
    [job.job_id],
  );
  const shown = useMemo(() => load.data && { job, ...load.data }, [job, load.data]);
  return (
    <Loaded load={{ ...load, data: shown }}>
      {(props) => {
        // True if the case has no lines, and so no network tab. False while `lines` is undefined: the case loads later
        // than the result.
        const isOnePlace = lines?.some(Boolean) === false;
        const views = VIEWS.filter(
          ({ name, isThere }) => isThere(props) && !(name === 'network' && isOnePlace),
        );
        const first = props.summary.termination_status === 'INFEASIBLE' ? 'causes' : 'summary';
        const viewName = query['view'] ?? first;
        const view = views.find(({ name }) => name === (FORMER[viewName] ?? viewName));
        return (
          <>
            <Tabs label="Parts of the result" tabs={views} current={view?.name ?? ''} />
            {view ? (
              <ShownView key={view.name} view={view} {...props} />
            ) : (
              <Notice>This result has no such tab. Choose another one.</Notice>
            )}
            <WhyPanel jobId={job.job_id} />
          </>
        );
      }}
    </Loaded>
  );
}

function ShownView({ view, ...props }: ResultViewProps & { readonly view: View }) {
  const [View, setView] = useState<ComponentType<ResultViewProps>>();
  useEffect(() => {
    void view.load().then((loaded) => setView(() => loaded));
  }, [view]);
  return View ? <View {...props} /> : <Spinner />;
}
