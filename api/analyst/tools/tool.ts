/**
 * A query that the analyst may run on the caller's data. Results consist of small records in which names identify the
 * subject (`generator`, `bus`, `line_id`, `hour`) and figures have their unit in the field name (`price_usd_per_mwh`),
 * so that every figure in an answer can be traced.
 */
import type { Schema } from 'yup';
import type { Networks } from '../../../mongo/networks.ts';
import type { Principal } from '../../http/principal.ts';
import type { PowerFlowLimits } from '../../power-flow/limits.ts';
import type { SolveDeps } from '../../solve/deps.ts';
import type { ResultDeps } from '../../solve/result.ts';
import type { CallThread } from '../../threads/threads.ts';

/** Dependencies of tools, including those that start solves. */
export interface ToolDeps
  extends ResultDeps,
    Pick<SolveDeps, 'scenarios' | 'solverService' | 'pingTemporal' | 'limits' | 'now'> {
  readonly networks: Pick<Networks, 'read'>;
  /** Passes long work to a thread. Absent in the thread itself, where long work is allowed. */
  readonly callThread?: CallThread;
  readonly settings: SolveDeps['settings'] & PowerFlowLimits;
}

export interface ToolContext {
  readonly deps: ToolDeps;
  readonly user: Principal;
  /** Scenario of the conversation, used when a call names neither scenario nor job. */
  readonly scenarioId: string | undefined;
  /** Job of the conversation; takes precedence over its scenario. */
  readonly jobId?: string | undefined;
  /** Signal that is aborted at the deadline of the call and when the client disconnects. */
  readonly signal: AbortSignal;
  /** Number of solves that this answer may still start; if absent, unlimited. */
  readonly solves?: { left: number };
}

export interface ToolResult {
  /** The data in one to five sentences; `data` contains every figure in them. */
  readonly statement: string;
  readonly data: object;
}

interface Tool<Arguments = unknown> {
  readonly name: string;
  /** Description for the model, one or two sentences. */
  readonly description: string;
  readonly parameters: Schema<Arguments>;
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}

/**
 * Refusal of a tool call, because data are missing or cannot be computed. The message is passed to the model and worded
 * for the user.
 */
export class ToolRefusal extends Error {
  /** HTTP status for a client that calls the tool directly. */
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.name = 'ToolRefusal';
    this.status = status;
  }
}

/** A tool without the type of its arguments, for lists; its schema ensures the type. */
export type AnyTool = Omit<Tool, 'run'> & { run(args: unknown, context: ToolContext): Promise<ToolResult> };

export const defineTool = <Arguments>(tool: Tool<Arguments>): Tool<Arguments> => tool;
