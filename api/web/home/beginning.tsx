/** Three ways to a first result, for those who have solved nothing yet. */
import { data, type Reply } from '../../client/client.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

type Scenario = Reply<'getScenarios'>['scenarios'][number];

/** Examples belong to nobody, and stand behind one's own scenarios, of which a newcomer has few. */
async function loadExamples(): Promise<Scenario[]> {
  const { scenarios } = await data(api.GET('/api/scenarios', { params: { query: { limit: 20 } } }));
  return scenarios.filter(({ owner }) => owner === null);
}

export const Beginning = () => (
  <section aria-label="How to begin">
    <p>
      Bring the units and the load of a day; the service decides which units run and how much, and says what
      it costs, hour by hour. Three ways to begin:
    </p>
    <div class="grid">
      <Card title="1. Try an example">
        <p>It is there already; solving it takes seconds.</p>
        <Loaded load={useLoad(loadExamples, [])}>{(examples) => <Examples examples={examples} />}</Loaded>
      </Card>
      <Card title="2. Bring your own case">
        <p>
          A file of pglib-uc, UnitCommitment.jl or MATPOWER, or the JSON of this service. It is checked before
          it is solved, and the page shows what to mend.
        </p>
        <a class="button primary" href={href('/solve')}>
          Drop a file
        </a>
      </Card>
      <Card title="3. Use the API">
        <p>
          Everything that the pages do, programs can do: with an <a href={href('/account')}>API key</a>, or
          with <code>npx grid</code> in the checkout.
        </p>
        <a class="button" href="docs">
          Read the API
        </a>
      </Card>
    </div>
  </section>
);

const Examples = ({ examples }: { readonly examples: readonly Scenario[] }) => (
  <ul class="rows">
    {examples.map(({ scenario_id, name, job_type }) => (
      <li key={scenario_id}>
        <span>
          {name} <small>({job_type.toUpperCase()})</small>
        </span>
        <a class="button" href={href('/solve', { scenario: scenario_id })} aria-label={`Solve it: ${name}`}>
          Solve it
        </a>
      </li>
    ))}
  </ul>
);
