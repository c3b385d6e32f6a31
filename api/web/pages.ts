/** Every view by its address; each is loaded when it is first shown. */
import type { ComponentType } from 'preact';

/** The named parts of an address, as strings. */
export interface ViewProps {
  readonly params: Readonly<Record<string, string>>;
}

interface View {
  readonly pattern: string;
  readonly load: () => Promise<ComponentType<ViewProps>>;
  /** Nobody needs to be signed in. */
  readonly isOpen?: true;
}

export const VIEWS: readonly View[] = [
  { pattern: '/', load: async () => (await import('./home/home.tsx')).Home },
  { pattern: '/solve', load: async () => (await import('./solve/solve-page.tsx')).SolvePage },
  { pattern: '/scenarios', load: async () => (await import('./scenarios/scenario-list.tsx')).ScenarioList },
  {
    pattern: '/scenarios/:id',
    load: async () => (await import('./scenarios/scenario-page.tsx')).ScenarioPage,
  },
  { pattern: '/networks', load: async () => (await import('./model-builder/networks.tsx')).Networks },
  {
    pattern: '/networks/:id',
    load: async () => (await import('./model-builder/network-page.tsx')).NetworkPage,
  },
  { pattern: '/jobs', load: async () => (await import('./jobs/job-list.tsx')).JobList },
  { pattern: '/analyst', load: async () => (await import('./analyst/analyst.tsx')).Analyst },
  { pattern: '/power-flow', load: async () => (await import('./power-flow/power-flow.tsx')).PowerFlow },
  { pattern: '/jobs/:id', load: async () => (await import('./jobs/job-page.tsx')).JobPage },
  {
    pattern: '/jobs/:id/compare/:other',
    load: async () => (await import('./results/compare.tsx')).Compare,
  },
  {
    pattern: '/new-password/:token',
    load: async () => (await import('./account/new-password.tsx')).NewPassword,
    isOpen: true,
  },
  { pattern: '/account', load: async () => (await import('./account/account.tsx')).Account },
  { pattern: '/admin/users', load: async () => (await import('./admin/users.tsx')).Users },
  { pattern: '/admin/users/:id', load: async () => (await import('./admin/user.tsx')).User },
  { pattern: '/admin/audit', load: async () => (await import('./admin/audit.tsx')).Audit },
  { pattern: '/experiments', load: async () => (await import('./experiments/list.tsx')).Experiments },
  {
    pattern: '/experiments/new',
    load: async () => (await import('./experiments/new-experiment.tsx')).NewExperiment,
  },
  {
    pattern: '/experiments/:id',
    load: async () => (await import('./experiments/experiment.tsx')).ExperimentView,
  },
  { pattern: '/runs', load: async () => (await import('./model-builder/run-list.tsx')).Runs },
  { pattern: '/runs/new', load: async () => (await import('./model-builder/new-run.tsx')).NewRun },
  { pattern: '/runs/:id', load: async () => (await import('./model-builder/run.tsx')).RunView },
];

/** What `head.tsx` draws. */
export type IconName =
  | 'search'
  | 'home'
  | 'solve'
  | 'jobs'
  | 'scenarios'
  | 'experiments'
  | 'runs'
  | 'network'
  | 'analyst'
  | 'admin'
  | 'grid'
  | 'code'
  | 'person'
  | 'leave'
  | 'narrow'
  | 'wide'
  | 'moon'
  | 'sun';

interface Entry {
  readonly path: string;
  readonly icon: IconName;
  readonly text: string;
  readonly isForAdmins?: true;
}

/** What stands in the navigation. */
export const NAVIGATION: readonly Entry[] = [
  { path: '/', icon: 'home', text: 'Home' },
  { path: '/solve', icon: 'solve', text: 'New solve' },
  { path: '/jobs', icon: 'jobs', text: 'Jobs' },
  { path: '/scenarios', icon: 'scenarios', text: 'Scenarios' },
  { path: '/networks', icon: 'network', text: 'Networks' },
  { path: '/experiments', icon: 'experiments', text: 'Experiments' },
  { path: '/runs', icon: 'runs', text: 'Model builder' },
  { path: '/power-flow', icon: 'network', text: 'Power flow' },
  { path: '/analyst', icon: 'analyst', text: 'Analyst' },
  { path: '/admin/users', icon: 'admin', text: 'Admin', isForAdmins: true },
];
