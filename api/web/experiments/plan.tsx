/** What the server would make of a matrix: how many scenarios, and the first of them. */
import { useEffect, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { Card, ProblemNotice } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { api } from '../parts/session.ts';
import { Table } from '../parts/table.tsx';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Draft, isComplete, matrixOf } from './draft.ts';
import { type Values, valuesIn, valueText } from './rows.ts';

type Plan = Reply<'postExperimentsPlan'>;

export interface PlanState {
  readonly plan: Plan | undefined;
  readonly problem: Problem | undefined;
  readonly isComplete: boolean;
}

/** Asked once nothing has been typed for so long, ms. */
const SETTLED_MS = 400;

export function usePlan(draft: Draft): PlanState {
  const complete = isComplete(draft);
  const now = complete ? JSON.stringify([draft.base, matrixOf(draft)]) : '';
  const asked = useSettled(now);
  const { data: plan, problem } = useLoad(
    async (signal) => {
      if (!asked) return undefined;
      const [base_scenario_id, scenario_matrix] = JSON.parse(asked);
      const body = { base_scenario_id, scenario_matrix };
      return { asked, found: await data(api.POST('/api/experiments/plan', { body, signal })) };
    },
    [asked],
  );
  const isCurrent = asked === now;
  return {
    plan: isCurrent && plan?.asked === now ? plan.found : undefined,
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

export const PlanCard = ({ plan, problem, isComplete }: PlanState) => (
  <Card title="What will be solved">
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
    return <p class="bad">{whole ?? 'There is a mistake above; it stands beside its field.'}</p>;
  }
  if (!isComplete) return <p>Fill in the fields above to see how many scenarios they make.</p>;
  if (!plan) return <p>Counting…</p>;
  const { scenarios_total: total, solves, max_scenarios } = plan;
  return (
    <p>
      <strong>
        {count(total)} {total === 1 ? 'scenario' : 'scenarios'}
      </strong>
      {solves < total && `, of which ${count(solves)} differ and are solved`}. At most {count(max_scenarios)}{' '}
      are accepted.
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
