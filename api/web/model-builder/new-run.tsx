/** A model, a network and a solver: chosen, and run. */
import { useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { submitExecution } from '../../client/runs.ts';
import { Card, Loaded, Page, ProblemNotice } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { Choice, Field, useAction } from '../parts/form.tsx';
import { go, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Network, NetworkStep, useNetwork } from './network-step.tsx';
import { datesOf, type NetworkSummary } from './network-summary.ts';
import { SavedConfigs } from './saved-configs.tsx';
import {
  extentOf,
  type Model,
  newSettings,
  runBody,
  type Settings,
  type SettingsProps,
  type Solver,
  usableSolvers,
} from './settings.ts';
import { SolverFields } from './solver-fields.tsx';
import { Terms } from './terms.tsx';

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
    data(api.GET('/api/model-builder/models', { signal })),
    data(api.GET('/api/model-builder/solvers', { signal })),
    readNetworks(signal),
  ]);
  return { models, solvers, networks };
}

const PAGE = 100;

async function readNetworks(signal: AbortSignal): Promise<Network[]> {
  const networks: Network[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: networks.length };
    const page = await data(api.GET('/api/networks', { params: { query }, signal }));
    networks.push(...page.networks);
    if (networks.length >= page.total || page.networks.length === 0) return networks;
  }
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
  if (!model) return <p>There is no model to run.</p>;
  // What the server said of a submission holds until something is changed.
  const refusal = sent === settings ? submit.problem : undefined;
  const errors = refusal?.fields ?? [];
  const part = { settings, errors, set };
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit.run();
        }}
      >
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
          <SolverFields {...part} usable={usable} solver={solver} known={solvers} />
          {refusal && errors.length === 0 && <ProblemNotice problem={refusal} />}
          {errors.length > 0 && (
            <p role="alert" class="bad">
              The run was not submitted: mistakes stand beside their fields.
            </p>
          )}
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

interface ScopeProps extends SettingsProps, Pick<Catalog, 'models'> {
  readonly model: Model;
  readonly summary: NetworkSummary | undefined;
}

function Scope({ settings, errors, set, model, models, summary }: ScopeProps) {
  return (
    <>
      <Choice
        label="Model"
        value={settings.model}
        options={models.map(({ id, name }) => [id, name])}
        onValue={(id) => set({ model: id })}
      />
      <p>{model.description}.</p>
      <div class="fields">
        <Field
          label="Length"
          type="number"
          min={1}
          value={settings.length}
          error={errorAt(errors, 'options.horizon')}
          hint={extentOf(model, settings)}
          onValue={(length) => set({ length })}
        />
        <Choice
          label="Counted in"
          value={settings.unit}
          options={[
            ['days', 'days'],
            ['hours', 'hours'],
          ]}
          onValue={(unit) => set({ unit })}
        />
        <Field
          label="Begins"
          type="date"
          value={settings.start}
          min={summary?.from}
          max={summary?.to}
          disabled={summary !== undefined && summary.from === undefined}
          error={errorAt(errors, 'options.start')}
          hint={beginsHint(summary)}
          onValue={(start) => set({ start })}
        />
        {model.options.includes('lines') && (
          <Choice
            label="Line limits"
            value={settings.lines}
            options={[
              ['model', 'As the model says'],
              ['on', 'On'],
              ['soft', 'Soft: at a price'],
              ['off', 'Off: one bus'],
            ]}
            onValue={(lines) => set({ lines })}
          />
        )}
        <Choice
          label="Spinning reserve"
          value={settings.reserves ? 'held' : 'none'}
          options={[
            ['none', 'None'],
            ['held', 'Products of the network, else 5 % of load or the largest unit'],
          ]}
          onValue={(reserves) => set({ reserves: reserves === 'held' })}
        />
      </div>
    </>
  );
}

function beginsHint(summary: NetworkSummary | undefined): string {
  if (!summary) return 'Empty: the first hour of the series';
  return summary.from === undefined
    ? 'The network has no dates: the first hour of its series'
    : `${datesOf(summary)}; empty: the first hour`;
}
