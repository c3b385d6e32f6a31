/** Tool: what a scenario consists of and what came of its last solve. */
import { object } from 'yup';
import { Conflict } from '../../http/errors.ts';
import { caseFacts, caseSentence } from '../explain/case-facts.ts';
import { summary } from '../explain/summary.ts';
import { solveFields } from './arguments.ts';
import { aboutOf, asRefusal, findSolve, refOf, type Solve, type SolveRef } from './find-solve.ts';
import { defineTool, firstSentences, type ToolContext, ToolRefusal, type ToolResult } from './tool.ts';

const MAX_WARNINGS = 20;

export const getScenarioSummary = defineTool({
  name: 'get_scenario_summary',
  description:
    'What a scenario consists of (units, lines, demand) and what came of its last solve: status, cost of operation, penalties, objective, prices, unserved load.',
  parameters: object(solveFields()).exact(),
  run: async (args, context) => {
    const ref = refOf(args, context);
    const solve = await lastSolve(ref, context);
    return solve ? solved(solve) : unsolved(ref.scenario_id ?? '', context);
  },
});

/** Undefined for a scenario without a completed solve. */
async function lastSolve(ref: SolveRef, { deps, user }: ToolContext): Promise<Solve | undefined> {
  try {
    return await findSolve(deps, user, ref);
  } catch (error) {
    if (error instanceof Conflict && ref.job_id === undefined) return undefined;
    throw asRefusal(error);
  }
}

function solved(solve: Solve): ToolResult {
  const { payload, result, job } = solve;
  const warnings = result.warnings.slice(0, MAX_WARNINGS);
  const { statement, data } = summary(payload, { ...result, warnings });
  const about = { ...aboutOf(solve), job_type: job.job_type };
  return { statement: firstSentences(statement), data: { ...about, ...data } };
}

async function unsolved(scenario_id: string, { deps, user }: ToolContext): Promise<ToolResult> {
  const scenario = await deps.scenarios.read(user.userId, scenario_id);
  if (!scenario) throw new ToolRefusal('Scenario not found');
  const { name, job_type } = scenario.record.meta;
  const facts = caseFacts(scenario.content);
  return {
    statement: `${caseSentence(facts)} It has no completed solve yet.`,
    data: { scenario_id, name, job_type, ...facts },
  };
}
