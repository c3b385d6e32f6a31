/** Stores and workflows of the model builder in memory, with failures that a test can cause. */
import type { Deps } from '../../../api/deps.ts';
import { BadGateway, ServiceUnavailable } from '../../../api/http/errors.ts';
import type { ConfigRecord } from '../../../mongo/configs.ts';
import type { ExecutionRecord } from '../../../mongo/executions.ts';
import type { WindowRecord } from '../../../mongo/windows.ts';
import type { ExecutionInput, ExecutionState } from '../../../temporal/case/messages/execution.ts';
import { isTerminal } from '../../../temporal/case/messages/job.ts';
import type { WindowPart } from '../../../temporal/case/messages/window-part.ts';
import type { SolverName } from '../../../temporal/solvers.ts';
import { noJobs } from '../stack/no-jobs.ts';
import { memoryIdempotency } from './memory-records.ts';

type Stores = Partial<Deps>;

/** State that a test reads and changes. */
interface State {
  readonly executions: Map<string, ExecutionRecord>;
  readonly windows: WindowRecord[];
  /** Documents, by `<kind>/<id>`. */
  readonly documents: Map<string, unknown>;
  readonly started: ExecutionInput[];
  readonly cancelled: string[];
  /** States that the workflows report, by id. */
  readonly states: Map<string, ExecutionState>;
  /** Solvers of the solver service; undefined if the service does not answer. */
  solvers: readonly SolverName[] | undefined;
  /** Called before a document is read. */
  onRead: (() => Promise<void>) | undefined;
  temporalIsDown: boolean;
  /** True if Temporal answers but starts no workflow. */
  startsFail: boolean;
}

export type MemoryModelBuilder = State & { readonly deps: Stores };

export function memoryModelBuilder(): MemoryModelBuilder {
  const state: State = {
    executions: new Map(),
    windows: [],
    documents: new Map(),
    started: [],
    cancelled: [],
    states: new Map(),
    solvers: ['highs'],
    onRead: undefined,
    temporalIsDown: false,
    startsFail: false,
  };
  const deps = {
    ...records(state),
    ...services(state),
    idempotency: memoryIdempotency(),
    configs: configs(),
  };
  return Object.assign(state, { deps });
}

function records(memory: State): Stores {
  const { executions, windows, documents } = memory;
  const none = noJobs();
  const parts = new Map<string, { readonly index: number; readonly part: WindowPart }>();
  const closed = (id: string) =>
    windows.filter(({ execution_id, outcome }) => execution_id === id && outcome !== null);
  return {
    documents: {
      ...none.documents,
      putPacked: async (kind, id, { value }) => {
        documents.set(`${kind}/${id}`, value);
      },
      get: async (kind, id) => {
        await memory.onRead?.();
        return structuredClone(documents.get(`${kind}/${id}`)) as never;
      },
    },
    executions: {
      ...none.executions,
      accept: async (record) => {
        if (!executions.has(record._id)) executions.set(record._id, record);
      },
      find: async (id) => executions.get(id) ?? null,
      countOpen: async (userId) =>
        [...executions.values()].filter(({ user_id, status }) => user_id === userId && !isTerminal(status))
          .length,
      markWorkflowStarted: async (id) => {
        const record = executions.get(id);
        if (record) executions.set(id, { ...record, workflow_started: true });
      },
      list: async (userId, limit, offset, wanted) => {
        const all = [...executions.values()]
          .filter(({ user_id, status }) => user_id === userId && status === (wanted ?? status))
          .reverse();
        return { executions: all.slice(offset, offset + limit), total: all.length };
      },
    },
    windows: {
      ...none.windows,
      countClosed: async (id) => closed(id).length,
      ended: async (keys) =>
        new Map(
          keys.map((key) => [
            key,
            closed(key).flatMap(({ outcome }) =>
              outcome
                ? [
                    {
                      parts: 1,
                      outcome: outcome.totals ? 'solved' : 'unsolved',
                      cause: outcome.termination_status,
                      gap: outcome.mip_gap,
                    },
                  ]
                : [],
            ),
          ]),
        ),
      heads: async (id) =>
        closed(id).flatMap((window) => (window.outcome ? [{ ...window, outcome: window.outcome }] : [])),
      putPart: async (id, index, part) => {
        parts.set(`${id}/${index}`, { index, part });
      },
      async *parts(id) {
        for (const [key, part] of parts) if (key.startsWith(`${id}/`)) yield part;
      },
      list: async (id, limit, offset) => ({
        windows: closed(id).slice(offset, offset + limit),
        total: closed(id).length,
      }),
    },
  };
}

function services(memory: State): Stores {
  const requireTemporal = () => {
    if (memory.temporalIsDown) throw new Error('14 UNAVAILABLE');
  };
  const health = async () => {
    if (!memory.solvers) throw new BadGateway('Solver service unreachable');
    return { status: 'ok', version: '1.0.0', solvers: [...memory.solvers] };
  };
  return {
    pingTemporal: async () => requireTemporal(),
    solverService: {
      ...noJobs().solverService,
      health,
      requireSolver: async (solver) => {
        if (!(await health()).solvers.includes(solver)) throw new ServiceUnavailable('not available');
      },
    },
    executionWorkflows: {
      start: async (input) => {
        requireTemporal();
        if (memory.startsFail) throw new Error('4 DEADLINE_EXCEEDED');
        memory.started.push(input);
      },
      state: async (id) => {
        requireTemporal();
        return memory.states.get(id);
      },
      cancel: async (id) => {
        requireTemporal();
        const runs = memory.started.some(({ executionId }) => executionId === id);
        const hears = runs && memory.states.get(id)?.finishedAt == null;
        if (hears) memory.cancelled.push(id);
        return hears;
      },
    },
  };
}

function configs(): Deps['configs'] {
  const all: ConfigRecord[] = [];
  const isOf = (userId: string, id: string) => (config: ConfigRecord) =>
    config._id === id && config.user_id === userId;
  return {
    insert: async (config) => {
      if (all.some(({ user_id, name }) => user_id === config.user_id && name === config.name)) return false;
      all.unshift(config);
      return true;
    },
    find: async (userId, id) => all.find(isOf(userId, id)) ?? null,
    list: async (userId, limit = all.length, offset = 0) => {
      const configsOfUser = all.filter(({ user_id }) => user_id === userId);
      return { configs: configsOfUser.slice(offset, offset + limit), total: configsOfUser.length };
    },
    delete: async (userId, id) => {
      const index = all.findIndex(isOf(userId, id));
      return index < 0 ? null : (all.splice(index, 1)[0] ?? null);
    },
  };
}
