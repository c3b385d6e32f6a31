/** Form of a new run: network, model and solver. */
import { useState } from 'preact/hooks';
import { submitExecution } from '../../client/runs.ts';
import { type Network, readNetworks, useNetwork } from '../network/stored-networks.ts';
import { Card, Loaded, Page } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { Refusal, sends, useAction } from '../parts/form.tsx';
import { go, usePlace } from '../parts/router.ts';
import { api, get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { NetworkStep } from './network-step.tsx';
import { SavedConfigs } from './saved-configs.tsx';
import { type Model, newSettings, runBody, type Settings, type Solver, usableSolvers } from './settings.ts';
import { Scope, SolverFields, Terms } from './settings-fields.tsx';

interface Catalog {
  readonly models: readonly Model[];
  readonly solvers: readonly Solver[];
  readonly networks: readonly Network[];
}

export function NewRun() {
  const load = useLoad(readCatalog, []);
  return (
    <Page title="New run">
      <Loaded load={load}>{(catalog) => <Builder {...catalog} onImported={load.reload} />}</Loaded>
    </Page>
  );
}

async function readCatalog(signal: AbortSignal): Promise<Catalog> {
  const [{ models }, { solvers }, networks] = await Promise.all([
    get('/api/model-builder/models', { signal }),
    get('/api/model-builder/solvers', { signal }),
    readNetworks(signal),
  ]);
  return { models, solvers, networks };
}

function Builder({ onImported, ...catalog }: Catalog & { readonly onImported: () => void }) {
  const { models, solvers, networks } = catalog;
  const { query } = usePlace();
  const [settings, setSettings] = useState<Settings>(() => ({
    ...newSettings(models.find(({ id }) => id === query['model']) ?? models[0] ?? { id: '' }),
    network: query['network'] ?? '',
  }));
  const set = (change: Partial<Settings>): void => setSettings((last) => ({ ...last, ...change }));
  const [sent, setSent] = useState<Settings>();
  const model = models.find(({ id }) => id === settings.model);
  const usable = model ? usableSolvers(model, solvers) : [];
  const solver = usable.find(({ id }) => id === settings.solver) ?? usable[0];
  const submit = useAction(async () => {
    if (!solver || !model) return;
    setSent(settings);
    go(`/runs/${await submitExecution(api, runBody(settings, solver, model))}`);
  });
  const network = settings.network || (model?.default_network ?? '');
  const { version } = networks.find(({ network_id }) => network_id === network) ?? {};
  const summary = useNetwork(network, version);
  if (!model) return <p>No models available.</p>;
  // Refusal by the server, shown until the settings change.
  const refusal = sent === settings ? submit.problem : undefined;
  const errors = refusal?.fields ?? [];
  const part = { settings, errors, set };
  return (
    <>
      <form noValidate onSubmit={sends(submit.run)}>
        <NetworkStep
          network={network}
          networks={networks}
          summary={summary}
          onChoose={(id) => set({ network: id })}
          onImported={(id) => {
            set({ network: id });
            onImported();
          }}
        />
        <Card title="2. The study">
          <Scope {...part} models={models} model={model} summary={summary.data} />
          <Terms {...part} model={model} />
        </Card>
        <Card title="3. The solver">
          <SolverFields {...part} usable={usable} solver={solver} />
          <Refusal problem={refusal} what="run" />
          <button type="submit" class="primary" disabled={submit.isBusy || !solver}>
            Run
          </button>
        </Card>
      </form>
      {solver && (
        <Card>
          <Fold title="Saved configurations">
            <SavedConfigs settings={settings} solver={solver} onLoad={setSettings} />
          </Fold>
        </Card>
      )}
    </>
  );
}
