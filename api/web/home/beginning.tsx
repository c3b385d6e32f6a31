/** Start page of users without jobs, and examples for all users. */
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

/** Id of the scenario that the picture shows. */
const EXAMPLE = 'demo-24h';

/** Shared scenarios. The server lists them after the user's own scenarios, of which a new user has few. */
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
            <h2>Which units run, at what output and cost</h2>
            <p>
              Bring the units and the load of a day. The service finds the least-cost schedule, proves how
              good it is, and explains every price. The picture shows the solved peak day of three units.
            </p>
            <p class="buttons">
              <ActionButton {...solve} text="Solve this example" busy="Submitting…" look="primary" />
              <ButtonLink text="Bring your own case" href={href('/solve')} />
            </p>
            {solve.problem && <ProblemNotice problem={solve.problem} />}
            <p class="quiet">
              A file of pglib-uc, UnitCommitment.jl or MATPOWER, or the JSON of this service. Programs use an{' '}
              <a href={href('/account')}>API key</a>: <a href="docs">API documentation</a>.
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

/** More examples; also shown to users with jobs. */
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
    <li>
      <span>What can connect to six buses</span>
      <a
        class="button"
        href={href('/connections/new', { network: 'demo-6bus', mw: 150 })}
        aria-label="Open a study of connections"
      >
        Open
      </a>
    </li>
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
