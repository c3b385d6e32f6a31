/** The routes of power-flow, in the order of the reference. */
import { validateCase, validateFile } from './case.ts';
import { lineLimits, listLimits } from './limits.ts';
import { preparePowerFlow, validateLine, validateLines } from './lines.ts';
import { validateTopology, validateUnits } from './network.ts';
import { checkViolations, validateFlow, validatePowerFlow } from './state.ts';
import { analyzeStability, validateContingency, validateGenerators } from './units.ts';

export const powerFlowRoutes = [
  preparePowerFlow,
  validatePowerFlow,
  validateTopology,
  validateGenerators,
  validateLines,
  validateLine,
  validateCase,
  validateContingency,
  validateFlow,
  checkViolations,
  lineLimits,
  analyzeStability,
  validateUnits,
  validateFile,
  listLimits,
];
