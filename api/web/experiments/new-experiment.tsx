/** A matrix of scenarios over a base: built, counted by the server as it is typed, and submitted. */
import { useMemo, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { submitExperiment } from '../../client/runs.ts';
import { Card, Empty, Loaded, Page } from '../parts/elements.tsx';
import { Fields } from '../parts/field-form.tsx';
import { Choice, Field, Refusal, sends, useAction } from '../parts/form.tsx';
import { readAll } from '../parts/list.tsx';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Draft, inPlainWords, METHODS, newDraft, submissionOf } from './draft.ts';
import { MatrixFields, type PartProps } from './matrix-fields.tsx';
import { PlanCard, usePlan } from './plan.tsx';

type Base = Reply<'getScenarios'>['scenarios'][number];

export function NewExperiment() {
  const load = useLoad(readBases, []);
  return (
    <Page title="New experiment">
      <Loaded load={load}>{(bases) => (bases.length > 0 ? <Builder bases={bases} /> : <NoBase />)}</Loaded>
    </Page>
  );
}

const NoBase = () => (
  <Empty>
    An experiment varies a scenario, and there is none yet. <a href={href('/solve')}>Bring a case</a>
  </Empty>
);

const readBases = (signal: AbortSignal): Promise<Base[]> =>
  readAll(async (query) => {
    const { scenarios, total } = await data(api.GET('/api/scenarios', { params: { query }, signal }));
    return { rows: scenarios, total };
  });

/** In place of what the server says of an empty text. */
const NO_NAME = { loc: ['body', 'name'], msg: 'Give the experiment a name' };

function Builder({ bases }: { readonly bases: readonly Base[] }) {
  const { query } = usePlace();
  const base = bases.find(({ scenario_id }) => scenario_id === query['base']) ?? bases[0];
  const [typed, setDraft] = useState<Draft>(() => newDraft(''));
  const draft = useMemo(() => ({ ...typed, base: base?.scenario_id ?? '' }), [typed, base]);
  const set = (change: Partial<Draft>): void => setDraft((last) => ({ ...last, ...change }));
  const plan = usePlan(draft);
  const [sent, setSent] = useState<Draft>();
  const submit = useAction(async () => {
    setSent(draft);
    const { experiment_id } = await submitExperiment(api, submissionOf(draft));
    go(`/experiments/${experiment_id}`);
  });
  // What the server said of a submission holds until something is changed.
  const refusal = sent === draft ? submit.problem : undefined;
  const unnamed = sent === draft && draft.name.trim() === '' ? [NO_NAME] : [];
  const told = [...(refusal?.fields ?? []), ...(plan.problem?.fields ?? [])];
  const errors = [...unnamed, ...told.map((field) => ({ ...field, msg: inPlainWords(field.msg) }))];
  return (
    <form noValidate onSubmit={sends(submit.run)}>
      <Card title="What is varied">
        <div class="fields">
          <Choice
            label="Base scenario"
            value={draft.base}
            options={bases.map(({ scenario_id, name, owner }) => [
              scenario_id,
              `${name}${owner === null ? ' (shared)' : ''}`,
            ])}
            onValue={(scenario) => setQuery({ base: scenario }, { replace: true })}
          />
          <Field
            label="Name of the experiment"
            value={draft.name}
            required
            hint="Required"
            error={errorAt(errors, 'name')}
            onValue={(name) => set({ name })}
          />
        </div>
        <Choice label="Method" value={draft.method} options={METHODS} onValue={(method) => set({ method })} />
        <MatrixFields draft={draft} errors={errors} set={set} />
      </Card>
      <PlanCard {...plan} />
      <Card title="How it is solved">
        <Limits draft={draft} errors={errors} set={set} />
        <Refusal problem={refusal} what="experiment" />
        <button type="submit" class="primary" disabled={submit.isBusy}>
          {plan.plan ? `Submit ${plan.plan.scenarios_total} scenarios` : 'Submit'}
        </button>
      </Card>
    </form>
  );
}

const Limits = ({ draft, errors, set }: PartProps) => (
  <div class="fields">
    <Fields
      fields={[
        { name: 'timeout', label: 'Longest time of each solve, s', type: 'number' },
        { name: 'parallel', label: 'Solves at the same time', type: 'number' },
      ]}
      values={draft}
      errorOf={(name) => errorAt(errors, LIMITS[name])}
      set={(name, text) => set({ [name]: text })}
    />
  </div>
);

const LIMITS = { timeout: 'timeout_per_scenario', parallel: 'max_parallel' } as const;
