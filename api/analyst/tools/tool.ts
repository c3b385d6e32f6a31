/**
 * A question that the analyst may put to the caller's own data. Results are made of small records whose
 * names say what they are about (`generator`, `bus`, `line_id`, `hour`) beside figures that carry their unit
 * (`price_usd_per_mwh`), so that every figure in an answer can be traced to one of them.
 */
import type { Schema } from 'yup';
import type { Networks } from '../../../mongo/networks.ts';
import type { Principal } from '../../http/principal.ts';
import type { PowerFlowLimits } from '../../power-flow/limits.ts';
import type { SolveDeps } from '../../solve/deps.ts';
import type { CallThread } from '../../threads/threads.ts';

/** What tools read, and what those that solve a case again start it with. */
export interface ToolDeps
  extends Pick<
    SolveDeps,
    | 'scenarios'
    | 'documents'
    | 'jobs'
    | 'findJob'
    | 'workflows'
    | 'workflowState'
    | 'solverService'
    | 'pingTemporal'
    | 'audit'
    | 'limits'
    | 'log'
    | 'now'
  > {
  readonly networks: Pick<Networks, 'read'>;
  /** Absent in a thread, where everything may take its time. */
  readonly callThread?: CallThread;
  readonly settings: SolveDeps['settings'] & PowerFlowLimits;
}

export interface ToolContext {
  readonly deps: ToolDeps;
  readonly user: Principal;
  /** Scenario of the conversation, used when a call names neither scenario nor job. */
  readonly scenarioId: string | undefined;
  /** Job of the conversation, which goes before its scenario. */
  readonly jobId?: string | undefined;
  /** Aborted at the deadline of the call and when the client goes away. */
  readonly signal: AbortSignal;
  /** Solves that this answer may still start; absent: no bound. */
  readonly solves?: { left: number };
}

export interface ToolResult {
  /** The data in one to five sentences, every figure of which is also in `data`. */
  readonly statement: string;
  readonly data: object;
}

interface Tool<Arguments = unknown> {
  readonly name: string;
  /** What the tool answers, in one or two sentences, for the model. */
  readonly description: string;
  readonly parameters: Schema<Arguments>;
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}

/** What the caller asked for is not there or cannot be computed: told to the model, in words for the user. */
export class ToolRefusal extends Error {
  /** What a client that calls the tool over HTTP is answered. */
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.name = 'ToolRefusal';
    this.status = status;
  }
}

/** A tool that has forgotten the type of its arguments, as lists hold it; its schema vouches for them. */
export type AnyTool = Omit<Tool, 'run'> & { run(args: unknown, context: ToolContext): Promise<ToolResult> };

export const defineTool = <Arguments>(tool: Tool<Arguments>): Tool<Arguments> => tool;
