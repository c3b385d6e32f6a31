/** Every tool of the analyst: those that read the data of the caller, and those that solve a case again. */
import { getBindingConstraints } from './get-binding-constraints.ts';
import { getCommitment } from './get-commitment.ts';
import { getCostBreakdown } from './get-cost-breakdown.ts';
import { getDispatch } from './get-dispatch.ts';
import { getInfeasibilityReport } from './get-infeasibility-report.ts';
import { getLmp } from './get-lmp.ts';
import { getScenarioSummary } from './get-scenario-summary.ts';
import type { AnyTool } from './tool.ts';
import { validatePowerFlow } from './validate-power-flow.ts';
import { WHY_TOOLS } from './why/index.ts';

export const TOOLS: readonly AnyTool[] = [
  getScenarioSummary,
  getBindingConstraints,
  getLmp,
  getDispatch,
  getCommitment,
  getCostBreakdown,
  getInfeasibilityReport,
  validatePowerFlow,
  ...WHY_TOOLS,
];
