/** The scenario routes: successful calls and refusals, and the payload that a submission stores. */
import { generator, payload } from '../../../support/cases/payloads.ts';
import { tellRules } from '../../../support/dialogues/tell-rules.ts';
import { noJobs } from '../../../support/stack/no-jobs.ts';

const LINE = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1 };
const none = noJobs();

/** Stores that accept a submission and discard it, since these tests need no job. */
const deps = {
  documents: { ...none.documents, putPacked: async () => {} },
  jobs: {
    ...none.jobs,
    accept: async () => {},
    markWorkflowStarted: async () => {},
    countOpen: async () => 0,
  },
  workflows: { ...none.workflows, start: async () => {} },
  pingTemporal: async () => {},
  solverService: {
    ...none.solverService,
    requireSolver: async () => {},
    validate: async () => ({ valid: true, findings: [], size: { rows: 1, columns: 1, integers: 1 } }),
  },
  experiments: { ...none.experiments, usesScenario: async (_: string, id: string) => id === 'busy' },
};

const values = {
  payload: payload(),
  oneHour: payload({ horizon: 1, loads: [{ bus: 1, values: [50] }] }),
  fourHours: payload({ horizon: 4 }),
  larger: payload({ generators: [generator({ p_max: 500 })] }),
  twice: payload({ generators: [generator(), generator()] }),
  noLines: payload({ transmission_lines: [] }),
  withLines: payload({ transmission_lines: [LINE] }),
  reactance: { ...payload(), transmission_lines: [{ ...LINE, x_pu: undefined, reactance: 'x' }] },
};

describe('scenarios', () => tellRules('scenarios/scenarios.tsv', { deps, values }));
