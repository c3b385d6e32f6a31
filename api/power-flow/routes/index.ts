/** The routes of power-flow, in the order of the API reference. */
import { validateCase, validatePowerFlow } from './case.ts';
import { validateFile } from './file.ts';
import { analyzeStability, checkViolations, validateContingency, validateFlow } from './flows.ts';
import { lineLimits, listLimits } from './limits.ts';
import { preparePowerFlow, validateLine, validateLines } from './lines.ts';
import { validateGenerators, validateTopology, validateUnits } from './network.ts';

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
