/** Saves, loads and deletes named configurations of model and solver. */
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmButton } from '../parts/confirm.tsx';
import { ProblemNotice, Time } from '../parts/elements.tsx';
import { FieldForm } from '../parts/field-form.tsx';
import { useAction } from '../parts/form.tsx';
import { List, useList } from '../parts/list.tsx';
import { setQuery } from '../parts/router.ts';
import { get, post, remove } from '../parts/session.ts';
import { type Settings, type Solver, solverBody, withConfig } from './settings.ts';

interface SavedConfigsProps {
  readonly settings: Settings;
  readonly solver: Solver;
  readonly onLoad: (change: (last: Settings) => Settings) => void;
}

export function SavedConfigs({ settings, solver, onLoad }: SavedConfigsProps) {
  const load = useList(async (query, signal) => {
    const { configs, total } = await get('/api/model-builder/configs', { params: { query }, signal });
    return { rows: configs, total };
  });
  const onDeleted = (): void => {
    setQuery({ offset: undefined }, { replace: true });
    load.reload();
  };
  return (
    <>
      <p>A model and a solver with its parameters, to reuse.</p>
      <FieldForm
        submit="Save"
        first={{ name: '' }}
        fields={[{ name: 'name', label: 'Save these settings as' }]}
        work={async ({ name }) => {
          const body = { name, pcm_model_id: settings.model, solver: solverBody(settings, solver) };
          await post('/api/model-builder/configs', { body });
          load.reload();
        }}
        clears
      />
      <List
        load={load}
        empty="None yet."
        caption="Saved configurations, newest first"
        keyOf={({ config_id }) => config_id}
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Model', cell: ({ pcm_model_id }) => pcm_model_id },
          { head: 'Saved', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            head: 'Use',
            cell: (config) => <ConfigActions config={config} onLoad={onLoad} onDeleted={onDeleted} />,
          },
        ]}
      />
    </>
  );
}

interface ConfigActionsProps extends Pick<SavedConfigsProps, 'onLoad'> {
  readonly config: Reply<'getModelBuilderConfigs'>['configs'][number];
  readonly onDeleted: () => void;
}

function ConfigActions({ config: { config_id, name }, onLoad, onDeleted }: ConfigActionsProps) {
  const params = { path: { config_id } };
  const load = useAction(async () => {
    const saved = await get('/api/model-builder/configs/{config_id}', { params });
    onLoad((last) => withConfig(last, saved));
  });
  return (
    <div class="actions">
      <Button text="Load" aria-label={`Load ${name}`} disabled={load.isBusy} onClick={load.run} />
      <ConfirmButton
        text="Delete"
        question={`Delete ${name}?`}
        work={async () => {
          await remove('/api/model-builder/configs/{config_id}', { params });
          onDeleted();
        }}
      >
        Its runs stay.
      </ConfirmButton>
      {load.problem && <ProblemNotice problem={load.problem} />}
    </div>
  );
}
