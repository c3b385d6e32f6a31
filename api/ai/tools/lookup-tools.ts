/** Every tool that reads the data of the caller. */
import { getBindingConstraints } from './get-binding-constraints.ts';
import { getCommitment } from './get-commitment.ts';
import { getCostBreakdown } from './get-cost-breakdown.ts';
import { getDispatch } from './get-dispatch.ts';
import { getInfeasibilityReport } from './get-infeasibility-report.ts';
import { getLmp } from './get-lmp.ts';
import { getScenarioSummary } from './get-scenario-summary.ts';
import type { AnyTool } from './tool.ts';
import { validatePowerFlow } from './validate-power-flow.ts';

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
