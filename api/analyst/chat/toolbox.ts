/** Every tool of the analyst: those that read the data of the caller, and those that solve a case again. */
import { toJsonSchema } from '../../http/json-schema.ts';
import type { ToolSpec } from '../providers/provider.ts';
import { getBindingConstraints, getDispatch, getLmp } from '../tools/list-rows.ts';
import { getCommitment, getCostBreakdown } from '../tools/list-units.ts';
import { getExplanation, getInfeasibilityReport, getScenarioSummary } from '../tools/sum-up.ts';
import type { AnyTool } from '../tools/tool.ts';
import { validatePowerFlow } from '../tools/validate-power-flow.ts';
import { whatIf } from '../why/what-if.ts';
import { whyCommitted, whyNotCommitted } from '../why/why-committed.ts';

/** Every tool that reads the data of the caller. */
export const LOOKUP_TOOLS: readonly AnyTool[] = [
  getScenarioSummary,
  getBindingConstraints,
  getLmp,
  getDispatch,
  getCommitment,
  getCostBreakdown,
  getInfeasibilityReport,
  validatePowerFlow,
];

/** Tools that answer by solving the case again, changed by what the question supposes. */
export const WHY_TOOLS: readonly AnyTool[] = [whyCommitted, whyNotCommitted, whatIf];

export const TOOLS: readonly AnyTool[] = [...LOOKUP_TOOLS, ...WHY_TOOLS];

/** Tools that programs may call themselves. The model of a chat has all that an explanation tells from other tools. */
export const CALLABLE_TOOLS: readonly AnyTool[] = [...TOOLS, getExplanation];

/** A tool as a model is told of it; its parameters are closed, as `runTool` takes them. */
export const toToolSpec = ({ name, description, parameters }: AnyTool): ToolSpec => ({
  name,
  description,
  parameters: { ...toJsonSchema(parameters), additionalProperties: false },
});
