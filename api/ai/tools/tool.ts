/**
 * A question that the analyst may put to the caller's own data. Results are made of small records whose
 * names say what they are about (`generator`, `bus`, `line_id`, `hour`) beside figures that carry their unit
 * (`price_usd_per_mwh`), so that every figure in an answer can be traced to one of them.
 */
import type { Schema } from 'yup';
import type { Principal } from '../../auth/principal.ts';
import type { Deps } from '../../deps.ts';

export interface ToolContext {
  readonly deps: Deps;
  readonly user: Principal;
  /** Scenario of the conversation, used when a call names neither scenario nor job. */
  readonly scenarioId: string | undefined;
  /** Aborted at the deadline of the call and when the client goes away. */
  readonly signal: AbortSignal;
  /** Takes one of the solves that this answer may start; throws `ToolRefusal` when none is left. */
  readonly takeSolve?: () => void;
}

export interface ToolResult {
  /** The same in one to five sentences, every figure of which is also in `data`. */
  readonly statement: string;
  readonly data: object;
}

export interface Tool<Arguments = unknown> {
  readonly name: string;
  /** Told to the model: what it answers, in one or two sentences. */
  readonly description: string;
  readonly parameters: Schema<Arguments>;
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
}

/** What the caller asked for is not there or cannot be computed: told to the model, in words for the user. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolRefusal';
  }
}

/** A tool that has forgotten the type of its arguments, as lists hold it; its schema vouches for them. */
export type AnyTool = Omit<Tool, 'run'> & { run(args: unknown, context: ToolContext): Promise<ToolResult> };

export const defineTool = <Arguments>(tool: Tool<Arguments>): Tool<Arguments> => tool;
