/** The routes of power-flow, in the order of the reference. */
import { validateCase } from './case.ts';
import { validateFile } from './file.ts';
import { checkViolations, validateFlow } from './flows.ts';
import { validateGenerators } from './generators.ts';
import { lineLimits, listLimits } from './limits.ts';
import { preparePowerFlow, validateLine, validateLines } from './lines.ts';
import { validateTopology, validateUnits } from './network.ts';
import { analyzeStability, validateContingency } from './stability.ts';
import { validatePowerFlow } from './state.ts';

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
