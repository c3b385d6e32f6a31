/** Tool: why a case has no schedule, and what would give it one. */
import { object } from 'yup';
import { infeasibility } from '../explain/infeasibility.ts';
import { solveFields } from './arguments.ts';
import { aboutOf, solveOf } from './find-solve.ts';
import { defineTool, firstSentences } from './tool.ts';

export const getInfeasibilityReport = defineTool({
  name: 'get_infeasibility_report',
  description:
    'Why the last solve found no schedule: causes by element and hour with the MW missing, and the smallest changes that make the case feasible.',
  parameters: object(solveFields()).exact(),
  run: async (args, context) => {
    const solve = await solveOf(args, context);
    const { payload, result } = solve;
    const { termination_status } = result;
    const about = { ...aboutOf(solve), termination_status };
    const report = infeasibility(payload, result);
    if (report) return { statement: firstSentences(report.statement), data: { ...about, ...report.data } };
    const statement =
      result.total_cost_usd === null
        ? `The solve ended ${termination_status}: it neither found a schedule nor proved that there is none.`
        : `The solve ended ${termination_status}: the case is feasible.`;
    return { statement, data: about };
  },
});
