/** Form of a new experiment; the server counts the scenarios while the user types. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { submitExperiment } from '../../client/runs.ts';
import { Card, Empty, Loaded, Page, ProblemNotice } from '../parts/elements.tsx';
import { Fields } from '../parts/field-form.tsx';
import { Choice, Field, Refusal, sends, useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { readAll } from '../parts/list.tsx';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { api, get, post } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Draft, inPlainWords, isComplete, METHODS, matrixOf, newDraft, submissionOf } from './draft.ts';
import { MatrixFields, type PartProps } from './matrix-fields.tsx';
import { type Values, valuesIn, valueText } from './rows.ts';

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
    An experiment varies a scenario; there is none yet. <a href={href('/solve')}>Bring a case</a>
  </Empty>
);

const readBases = (signal: AbortSignal): Promise<Base[]> =>
  readAll(async (query) => {
    const { scenarios, total } = await get('/api/scenarios', { params: { query }, signal });
    return { rows: scenarios, total };
  });

/** Message for an empty name, shown in place of the server's message. */
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
  // Refusal by the server, shown until the draft changes.
  const refusal = sent === draft ? submit.problem : undefined;
  const unnamed = sent === draft && draft.name.trim() === '' ? [NO_NAME] : [];
  const serverErrors = [...(refusal?.fields ?? []), ...(plan.problem?.fields ?? [])];
  const errors = [...unnamed, ...serverErrors.map((field) => ({ ...field, msg: inPlainWords(field.msg) }))];
  return (
    <form noValidate onSubmit={sends(submit.run)}>
      <Card title="Variables">
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
      <Card title="Limits">
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
        { name: 'timeout', label: 'Time limit per solve, s', type: 'number' },
        { name: 'parallel', label: 'Parallel solves', type: 'number' },
      ]}
      values={draft}
      errorOf={(name) => errorAt(errors, LIMITS[name])}
      set={(name, text) => set({ [name]: text })}
    />
  </div>
);

const LIMITS = { timeout: 'timeout_per_scenario', parallel: 'max_parallel' } as const;

type Plan = Reply<'postExperimentsPlan'>;

interface PlanState {
  readonly plan: Plan | undefined;
  readonly problem: Problem | undefined;
  readonly isComplete: boolean;
}

/** Time without typing after which the server counts the scenarios, ms. */
const SETTLED_MS = 400;

function usePlan(draft: Draft): PlanState {
  const complete = isComplete(draft);
  const now = complete ? JSON.stringify([draft.base, matrixOf(draft)]) : '';
  const key = useSettled(now);
  const { data: reply, problem } = useLoad(
    async (signal) => {
      if (!key) return undefined;
      const [base_scenario_id, scenario_matrix] = JSON.parse(key);
      const body = { base_scenario_id, scenario_matrix };
      return { key, plan: await post('/api/experiments/plan', { body, signal }) };
    },
    [key],
  );
  const isCurrent = key === now;
  return {
    plan: isCurrent && reply?.key === now ? reply.plan : undefined,
    problem: isCurrent ? problem : undefined,
    isComplete: complete,
  };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const PlanCard = ({ plan, problem, isComplete }: PlanState) => (
  <Card title="Scenarios">
    <div aria-live="polite">
      <Verdict plan={plan} problem={problem} isComplete={isComplete} />
    </div>
    {plan && <Preview plan={plan} />}
  </Card>
);

function Verdict({ plan, problem, isComplete }: PlanState) {
  if (problem) {
    if (problem.fields.length === 0) return <ProblemNotice problem={problem} />;
    const whole = errorAt(problem.fields, 'scenario_matrix');
    return <p class="bad">{whole ?? 'Correct the marked fields above.'}</p>;
  }
  if (!isComplete) return <p>Fill in the fields above to see the number of scenarios.</p>;
  if (!plan) return <p>Counting…</p>;
  const { scenarios_total: total, solves, max_scenarios } = plan;
  return (
    <p>
      <strong>
        {count(total)} {total === 1 ? 'scenario' : 'scenarios'}
      </strong>
      {solves < total && `, ${count(solves)} distinct`}. Limit: {count(max_scenarios)}.
    </p>
  );
}

interface PreviewRow {
  readonly index: number;
  readonly values: Values;
  readonly solvedAs: number | null;
}

function Preview({ plan: { scenarios, scenarios_total } }: { readonly plan: Plan }) {
  const rows = scenarios.map(
    ({ values, solved_as }, index): PreviewRow => ({
      index,
      values: valuesIn(values),
      solvedAs: solved_as,
    }),
  );
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return (
    <>
      <Table
        caption="The first scenarios"
        rows={rows}
        keyOf={({ index }) => String(index)}
        columns={[
          {
            head: 'Scenario',
            cell: ({ index, solvedAs }) =>
              solvedAs === null ? `#${index}` : `#${index}, same as #${solvedAs}`,
          },
          ...names.map((name) => ({
            head: name,
            isNumber: true,
            cell: ({ values }: PreviewRow) => valueText(values[name]),
          })),
        ]}
      />
      {scenarios_total > rows.length && <p>… and {count(scenarios_total - rows.length)} more.</p>}
    </>
  );
}
