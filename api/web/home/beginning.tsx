/** A result and the way to it, for those who have solved nothing yet; and the examples, for everybody. */
import type { Reply } from '../../client/client.ts';
import { ActionButton, ButtonLink } from '../parts/button.tsx';
import { Card, Loaded, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { go, href } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { useSubmissionKey } from '../parts/submission-key.ts';
import { useLoad } from '../parts/use-load.ts';
import { solveScenario } from '../solve/draft.ts';
import picture from './example.svg';

type Scenario = Reply<'getScenarios'>['scenarios'][number];

/** The one of the picture. */
const EXAMPLE = 'demo-24h';

/** Examples belong to nobody, and stand behind one's own scenarios, of which a newcomer has few. */
async function loadExamples(): Promise<Scenario[]> {
  const { scenarios } = await get('/api/scenarios', { params: { query: { limit: 20 } } });
  return scenarios.filter(({ owner }) => owner === null);
}

export function Beginning() {
  const key = useSubmissionKey();
  const solve = useAction(async () => go(`/jobs/${await key.use((k) => solveScenario(EXAMPLE, k))}`));
  return (
    <section aria-label="How to begin">
      <Card>
        <div class="beside">
          <div>
            <h2>Which units run, how much, and what it costs</h2>
            <p>
              Bring the units and the load of a day. The service finds the schedule of least cost, proves how
              good it is, and explains every price. At the right: a peak day of three units, as it was solved.
            </p>
            <p class="buttons">
              <ActionButton {...solve} text="Solve this example" busy="Submitting…" look="primary" />
              <ButtonLink text="Bring your own case" href={href('/solve')} />
            </p>
            {solve.problem && <ProblemNotice problem={solve.problem} />}
            <p class="quiet">
              A file of pglib-uc, UnitCommitment.jl or MATPOWER, or the JSON of this service. Programs do the
              same with an <a href={href('/account')}>API key</a>: <a href="docs">read the API</a>.
            </p>
          </div>
          <img
            class="picture"
            src={picture}
            alt="A schedule of 24 hours: the output of each kind of unit as steps, stacked up to the load"
          />
        </div>
      </Card>
      <MoreExamples without={EXAMPLE} />
    </section>
  );
}

/** They stay when the first jobs are there. */
export function MoreExamples({ without }: { readonly without?: string }) {
  const examples = useLoad(loadExamples, []);
  return (
    <Card title={without === undefined ? 'Examples' : 'Other examples'}>
      <Loaded load={examples}>
        {(all) => <Examples examples={all.filter(({ scenario_id }) => scenario_id !== without)} />}
      </Loaded>
    </Card>
  );
}

const Examples = ({ examples }: { readonly examples: readonly Scenario[] }) => (
  <ul class="rows">
    {examples.map(({ scenario_id, name, job_type }) => (
      <li key={scenario_id}>
        <span>
          {name} <small>({job_type.toUpperCase()})</small>
        </span>
        <a class="button" href={href('/solve', { scenario: scenario_id })} aria-label={`Open ${name}`}>
          Open
        </a>
      </li>
    ))}
  </ul>
);
