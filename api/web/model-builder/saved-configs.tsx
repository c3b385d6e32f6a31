/** Models and solvers that somebody kept under a name: loaded, saved and deleted. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Empty, Loaded, ProblemNotice, Time } from '../parts/elements.tsx';
import { Field, useAction } from '../parts/form.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Settings, type Solver, solverBody, withConfig } from './settings.ts';

type Config = Reply<'getModelBuilderConfigs'>['configs'][number];

interface SavedConfigsProps {
  readonly settings: Settings;
  readonly solver: Solver;
  readonly onLoad: (change: (last: Settings) => Settings) => void;
}

export function SavedConfigs({ settings, solver, onLoad }: SavedConfigsProps) {
  const offset = Number(usePlace().query['offset'] ?? 0);
  const load = useLoad(
    (signal) =>
      data(
        api.GET('/api/model-builder/configs', { params: { query: { limit: PAGE_ROWS, offset } }, signal }),
      ),
    [offset],
  );
  return (
    <>
      <p>A model and a solver with its parameters, to be used again.</p>
      <SaveForm settings={settings} solver={solver} onSaved={load.reload} />
      <Loaded load={load}>
        {({ configs, total }) =>
          total === 0 ? (
            <Empty>None yet. Save the settings above under a name.</Empty>
          ) : (
            <>
              <Table
                caption="Saved configurations, newest first"
                rows={configs}
                keyOf={({ config_id }) => config_id}
                columns={[
                  { head: 'Name', cell: ({ name }) => name },
                  { head: 'Model', cell: ({ pcm_model_id }) => pcm_model_id },
                  { head: 'Saved', cell: ({ created_at }) => <Time at={created_at} /> },
                  {
                    head: 'Use',
                    cell: (config) => (
                      <ConfigActions
                        config={config}
                        onLoad={onLoad}
                        onDeleted={() => {
                          setQuery({ offset: undefined }, { replace: true });
                          load.reload();
                        }}
                      />
                    ),
                  },
                ]}
              />
              <Pager offset={offset} total={total} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface SaveProps extends Omit<SavedConfigsProps, 'onLoad'> {
  readonly onSaved: () => void;
}

function SaveForm({ settings, solver, onSaved }: SaveProps) {
  const [name, setName] = useState('');
  const save = useAction(async () => {
    const body = { name, pcm_model_id: settings.model, solver: solverBody(settings, solver) };
    await data(api.POST('/api/model-builder/configs', { body }));
    setName('');
    onSaved();
  });
  const mistake = save.problem && errorAt(save.problem.fields, 'name');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      <Field label="Save these settings as" value={name} error={mistake} onValue={setName} />
      {save.problem && !mistake && <ProblemNotice problem={save.problem} />}
      <button type="submit" disabled={save.isBusy}>
        Save
      </button>
    </form>
  );
}

interface ConfigActionsProps extends Pick<SavedConfigsProps, 'onLoad'> {
  readonly config: Config;
  readonly onDeleted: () => void;
}

function ConfigActions({ config: { config_id, name }, onLoad, onDeleted }: ConfigActionsProps) {
  const params = { path: { config_id } };
  const load = useAction(async () => {
    const saved = await data(api.GET('/api/model-builder/configs/{config_id}', { params }));
    onLoad((last) => withConfig(last, saved));
  });
  return (
    <div class="actions">
      <button type="button" aria-label={`Load ${name}`} disabled={load.isBusy} onClick={load.run}>
        Load
      </button>
      <ConfirmButton
        text="Delete"
        question={`Delete ${name}?`}
        work={async () => {
          await data(api.DELETE('/api/model-builder/configs/{config_id}', { params }));
          onDeleted();
        }}
      >
        Runs that were made with it stay.
      </ConfirmButton>
      {load.problem && <ProblemNotice problem={load.problem} />}
    </div>
  );
}
