/** Page of the analyst: choice of agent and scenario, and the chat. */
import { Card, Loaded, Page } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import { get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { Chat } from './chat.tsx';

/** Largest page of a list that the server returns. */
const MOST = 100;

async function readChoices(signal: AbortSignal) {
  const [{ agents }, { scenarios }] = await Promise.all([
    get('/api/ai/agents', { signal }),
    get('/api/scenarios', { params: { query: { limit: MOST } }, signal }),
  ]);
  return { agents, scenarios };
}

export function Analyst() {
  const { agent: agentId = 'analyst', scenario = '' } = usePlace().query;
  const load = useLoad(readChoices, []);
  return (
    <Page title="Analyst">
      <p>
        Ask about the results of your solves. Every figure links to its source cell; figures without a source
        are withheld. To ask about one job, use its page.
      </p>
      <Loaded load={load}>
        {({ agents, scenarios }) => {
          const isListed = scenario === '' || scenarios.some(({ scenario_id }) => scenario_id === scenario);
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
                    // Adds the scenario in the address if it is not on the loaded page.
                    ...(isListed ? [] : [[scenario, scenario] as const]),
                    ...scenarios.map((each) => [each.scenario_id, each.name || each.scenario_id] as const),
                  ]}
                  onValue={(value) => setQuery({ scenario: value }, { replace: true })}
                />
              </div>
              {agent && <p class="quiet">{agent.description}.</p>}
              <Chat
                agentId={agentId}
                scenarioId={scenario || undefined}
                explained={scenario || undefined}
                hasHistory
              />
            </Card>
          );
        }}
      </Loaded>
    </Page>
  );
}
