/** Read-only view of a shared job, experiment or run. */
import type { ViewProps } from './pages.ts';
import { Loaded, Page, Time } from './parts/elements.tsx';
import { standFor } from './parts/router.ts';
import { get } from './parts/session.ts';
import { useLoad } from './parts/use-load.ts';

const VIEWS = {
  job: ['/jobs', async () => (await import('./jobs/job-page.tsx')).JobPage],
  experiment: ['/experiments', async () => (await import('./experiments/experiment.tsx')).ExperimentView],
  run: ['/runs', async () => (await import('./model-builder/run.tsx')).RunView],
} as const;

export function SharedView({ params: { secret } }: ViewProps) {
  const load = useLoad(
    async (signal) => {
      const shared = await get('/api/shared', { signal });
      const [path, loadView] = VIEWS[shared.kind];
      standFor(`${path}/${shared.id}`);
      return { ...shared, View: await loadView() };
    },
    [secret],
  );
  const shown = (
    <Loaded load={load}>
      {({ View, id, expires_at }) => (
        <>
          <p class="about">
            <span>
              Shared read-only until <Time at={expires_at} />
            </span>
          </p>
          <View params={{ id }} />
        </>
      )}
    </Loaded>
  );
  return load.data ? shown : <Page title="Shared">{shown}</Page>;
}
