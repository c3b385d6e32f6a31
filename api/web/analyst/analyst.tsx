/** The analyst by itself: who is asked, and about what. */
import { Card, Loaded, Page } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { localTime } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { Chat } from './chat.tsx';

/** The most that a list gives at once. */
const MOST = 100;

async function readChoices(signal: AbortSignal) {
  const [{ agents }, { scenarios }, { jobs }] = await Promise.all([
    get('/api/ai/agents', { signal }),
    get('/api/scenarios', { params: { query: { limit: MOST } }, signal }),
    get('/api/modules/analyst/solve', {
      params: { query: { limit: MOST, status: 'completed' } },
      signal,
    }),
  ]);
  return { agents, scenarios, jobs };
}

export function Analyst() {
  const { agent: agentId = 'analyst', scenario = '', job = '' } = usePlace().query;
  const load = useLoad(readChoices, []);
  return (
    <Page title="Analyst">
      <p>
        Ask about the results of your solves. Every figure of an answer is a link to the cell of the table
        that it was read from; a figure that no result holds is withheld.
      </p>
      <Loaded load={load}>
        {({ agents, scenarios, jobs }) => {
          const agent = agents.find(({ id }) => id === agentId);
          return (
            <Card title="Conversation">
              <div class="fields">
                <Choice
                  label="Agent"
                  value={agentId}
                  options={agents
                    .filter(({ has_access, id }) => has_access || id === agentId)
                    .map(({ id, name }) => [id, name])}
                  onValue={(value) => setQuery({ agent: value }, { replace: true })}
                />
                <Choice
                  label="Scenario"
                  value={scenario}
                  options={[
                    ['', 'None'],
                    ...extra(
                      scenario,
                      scenarios.map(({ scenario_id, name }) => [scenario_id, name || scenario_id]),
                    ),
                  ]}
                  onValue={(value) => setQuery({ scenario: value, job: '' }, { replace: true })}
                />
                <Choice
                  label="Job"
                  value={job}
                  options={[
                    ['', scenario ? 'The last completed of the scenario' : 'None'],
                    ...extra(
                      job,
                      jobs
                        .filter(({ scenario_id }) => !scenario || scenario_id === scenario)
                        .map(({ job_id, name, scenario_id, submitted_at }) => [
                          job_id,
                          `${name ?? scenario_id}, ${localTime(submitted_at)}`,
                        ]),
                    ),
                  ]}
                  onValue={(value) => setQuery({ job: value }, { replace: true })}
                />
              </div>
              {agent && <p class="quiet">{agent.description}.</p>}
              <Chat
                agentId={agentId}
                scenarioId={scenario || undefined}
                jobId={job || undefined}
                explained={scenario || jobs.find(({ job_id }) => job_id === job)?.scenario_id}
                hasHistory
              />
            </Card>
          );
        }}
      </Loaded>
    </Page>
  );
}

type Options = readonly (readonly [value: string, text: string])[];

/** What the address names may be further down than the list reaches. */
const extra = (value: string, options: Options): Options =>
  value && !options.some(([id]) => id === value) ? [[value, value], ...options] : options;
