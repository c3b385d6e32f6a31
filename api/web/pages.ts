/** Views by address; each is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import type { IconName } from './icon.tsx';

/** Parameters of an address. */
export interface ViewProps {
  readonly params: Readonly<Record<string, string>>;
}

export type LoadView = () => Promise<ComponentType<ViewProps>>;

/** Address pattern -> view; the first pattern that matches applies. */
export const VIEWS: Readonly<Record<string, LoadView>> = {
  '/': async () => (await import('./home/home.tsx')).Home,
  '/solve': async () => (await import('./solve/solve-page.tsx')).SolvePage,
  '/scenarios': async () => (await import('./scenarios/scenario-list.tsx')).ScenarioList,
  '/scenarios/:id': async () => (await import('./scenarios/scenario-page.tsx')).ScenarioPage,
  '/networks': async () => (await import('./model-builder/networks.tsx')).Networks,
  '/networks/:id': async () => (await import('./model-builder/networks.tsx')).NetworkPage,
  '/jobs': async () => (await import('./jobs/job-list.tsx')).JobList,
  '/power-flow': async () => (await import('./power-flow/check-view.tsx')).CheckView,
  '/jobs/:id': async () => (await import('./jobs/job-page.tsx')).JobPage,
  '/jobs/:id/compare/:other': async () => (await import('./results/compare.tsx')).Compare,
  '/verify': async () => (await import('./verify/verify.tsx')).Verify,
  '/new-password/:token': async () => (await import('./account/new-password.tsx')).NewPassword,
  '/shared/:secret': async () => (await import('./shared.tsx')).SharedView,
  '/account': async () => (await import('./account/account.tsx')).Account,
  '/admin/users': async () => (await import('./admin/users.tsx')).Users,
  '/admin/users/:id': async () => (await import('./admin/user.tsx')).User,
  '/admin/audit': async () => (await import('./admin/audit.tsx')).Audit,
  '/experiments': async () => (await import('./experiments/list.tsx')).Experiments,
  '/experiments/new': async () => (await import('./experiments/new-experiment.tsx')).NewExperiment,
  '/experiments/:id': async () => (await import('./experiments/experiment.tsx')).ExperimentView,
  '/connections': async () => (await import('./connections/studies.tsx')).Studies,
  '/connections/new': async () => (await import('./connections/studies.tsx')).NewStudy,
  '/connections/:id': async () => (await import('./connections/studies.tsx')).StudyView,
  '/schedules': async () => (await import('./schedules/schedules.tsx')).Schedules,
  '/runs': async () => (await import('./model-builder/run-list.tsx')).Runs,
  '/runs/new': async () => (await import('./model-builder/new-run.tsx')).NewRun,
  '/runs/:id': async () => (await import('./model-builder/run.tsx')).RunView,
};

/** Views that need no sign-in. */
export const OPEN: readonly string[] = ['/new-password/:token', '/shared/:secret', '/verify'];

interface Entry {
  readonly path: string;
  readonly icon: IconName;
  readonly text: string;
  readonly isForAdmins?: true;
  /** True for a page without an entry in the navigation rail, which is reached by links and the search. */
  readonly isOffRail?: true;
}

/** Entries of the navigation and the search. */
export const NAVIGATION: readonly Entry[] = [
  { path: '/', icon: 'home', text: 'Home' },
  { path: '/solve', icon: 'solve', text: 'New solve' },
  { path: '/jobs', icon: 'jobs', text: 'Jobs' },
  { path: '/scenarios', icon: 'scenarios', text: 'Scenarios' },
  { path: '/networks', icon: 'network', text: 'Networks' },
  { path: '/experiments', icon: 'experiments', text: 'Experiments' },
  { path: '/runs', icon: 'runs', text: 'Runs' },
  { path: '/connections', icon: 'power', text: 'Connections', isOffRail: true },
  { path: '/schedules', icon: 'clock', text: 'Schedules', isOffRail: true },
  { path: '/power-flow', icon: 'power', text: 'Power flow', isOffRail: true },
  { path: '/admin/users', icon: 'admin', text: 'Admin', isForAdmins: true },
];
