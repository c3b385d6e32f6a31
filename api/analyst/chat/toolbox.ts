/** All tools of the analyst: those that read the caller's data, and those that solve a case again. */
import { toJsonSchema } from '../../http/json-schema.ts';
import type { ToolSpec } from '../providers/provider.ts';
import { getBindingConstraints, getDispatch, getLmp } from '../tools/list-rows.ts';
import { getCommitment, getCostBreakdown } from '../tools/list-units.ts';
import { getExplanation, getInfeasibilityReport, getScenarioSummary } from '../tools/sum-up.ts';
import type { AnyTool } from '../tools/tool.ts';
import { validatePowerFlow } from '../tools/validate-power-flow.ts';
import { whatIf } from '../why/what-if.ts';
import { whyCommitted, whyNotCommitted } from '../why/why-committed.ts';

/** Tools that read the caller's data. */
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

/** Tools that solve the case again with a supposed change. */
export const WHY_TOOLS: readonly AnyTool[] = [whyCommitted, whyNotCommitted, whatIf];

export const TOOLS: readonly AnyTool[] = [...LOOKUP_TOOLS, ...WHY_TOOLS];

/**
 * Tools that programs may call. Includes `getExplanation`, which a chat does not need: explanations consist of data of
 * other tools.
 */
export const CALLABLE_TOOLS: readonly AnyTool[] = [...TOOLS, getExplanation];

/** Description of a tool for a model. The parameters allow no further fields, as `runTool` requires. */
export const toToolSpec = ({ name, description, parameters }: AnyTool): ToolSpec => ({
  name,
  description,
  parameters: { ...toJsonSchema(parameters), additionalProperties: false },
});
