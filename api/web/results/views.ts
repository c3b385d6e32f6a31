/** The views of a result, in the order of their tabs; each is loaded when it is first shown. */
import type { ResultView, ResultViewProps } from './view.ts';

const hasSchedule = ({ summary }: ResultViewProps): boolean => summary.total_cost_usd !== null;

/** Not where the certificate found nothing of the kind in the case. */
const has =
  (check: 'storage' | 'reserve') =>
  (shown: ResultViewProps): boolean =>
    hasSchedule(shown) &&
    !shown.summary.certificate?.checks.some(({ name, vacuous }) => name === check && vacuous);

export const RESULT_VIEWS: readonly ResultView[] = [
  {
    name: 'commitment',
    text: 'Units',
    isThere: hasSchedule,
    load: async () => (await import('./commitment.tsx')).Commitment,
  },
  {
    name: 'prices',
    text: 'Prices',
    isThere: hasSchedule,
    load: async () => (await import('./prices.tsx')).Prices,
  },
  {
    name: 'network',
    text: 'Network',
    isThere: hasSchedule,
    load: async () => (await import('./network-view.tsx')).NetworkView,
  },
  {
    name: 'lines',
    text: 'Lines',
    isThere: (shown) => hasSchedule(shown) && shown.job.job_type !== 'uc',
    load: async () => (await import('./lines.tsx')).Lines,
  },
  {
    name: 'storage',
    text: 'Storage',
    isThere: has('storage'),
    load: async () => (await import('./storage.tsx')).Storage,
  },
  {
    name: 'reserve',
    text: 'Reserve',
    isThere: has('reserve'),
    load: async () => (await import('./reserve.tsx')).Reserve,
  },
  {
    name: 'emissions',
    text: 'Emissions',
    isThere: ({ summary }) => summary.total_emissions_t !== undefined,
    load: async () => (await import('./emissions.tsx')).Emissions,
  },
];
