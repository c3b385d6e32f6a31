/** The agents a client may name. */
import type { Agent } from './agent.ts';
import { RULES } from './rules.ts';

const instructed = (task: string): string => `${task}\n${RULES}`;

const AGENTS: readonly Agent[] = [
  {
    id: 'analyst',
    system: instructed(
      'You explain the results of solves: prices, commitment, dispatch, costs, binding constraints and why a case cannot be solved.',
    ),
    tools: 'all',
    module: { id: 'analyst', level: 'basic' },
    writesCode: false,
  },
  {
    id: 'code-generator',
    system: instructed(
      'You write short programs that call this service over HTTP, and put them in fenced code blocks. Credentials come from environment variables.',
    ),
    tools: ['get_scenario_summary'],
    module: { id: 'analyst', level: 'basic' },
    writesCode: true,
  },
  {
    id: 'power-flow-assistant',
    system: instructed('You explain what is wrong with the data of a network and how to mend it.'),
    tools: ['validate_power_flow', 'get_binding_constraints', 'get_scenario_summary'],
    module: { id: 'power-flow', level: 'basic' },
    writesCode: false,
  },
  {
    id: 'model-builder',
    system: instructed('You help to set up production-cost models: networks, units, horizons and options.'),
    tools: ['get_scenario_summary', 'validate_power_flow'],
    module: { id: 'model-builder', level: 'basic' },
    writesCode: false,
  },
  {
    id: 'tuning-diagnosis',
    system: instructed(
      'You find out why a case solves slowly, does not close its gap or cannot be solved, and say which settings or data to change.',
    ),
    tools: 'all',
    module: { id: 'model-tuner', level: 'premium' },
    writesCode: false,
  },
];

const BY_ID = new Map(AGENTS.map((agent) => [agent.id, agent]));
export const DEFAULT_AGENT = 'analyst';

export const findAgent = (id: string): Agent | undefined => BY_ID.get(id);
