/** Tools that summarize a scenario and its last solve, or explain its infeasibility. */
import { object, string } from 'yup';
import { ARTIFACT_TYPES } from '../../../temporal/case/explain/artifact.ts';
import { explain } from '../../../temporal/case/explain/explain.ts';
import { infeasibility } from '../../../temporal/case/explain/infeasibility.ts';
import { caseFacts, caseSentence, summary } from '../../../temporal/case/explain/summary.ts';
import { Conflict } from '../../http/errors.ts';
import {
  aboutOf,
  asRefusal,
  findSolve,
  refOf,
  type Solve,
  type SolveRef,
  solveFields,
  solveOf,
} from './find-solve.ts';
import { defineTool, type ToolContext, ToolRefusal, type ToolResult } from './tool.ts';

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

/** The last completed solve of a scenario; undefined before a first one. */
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
  if (!scenario) throw new ToolRefusal('Scenario not found', 404);
  const { name, job_type } = scenario.record.meta;
  const facts = caseFacts(scenario.content);
  return {
    statement: `${caseSentence(facts)} It has no completed solve yet.`,
    data: { scenario_id, name, job_type, ...facts },
  };
}

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

/** An explanation with the same content as one stored by `/modules/analyst/explain`, but of any solve. */
export const getExplanation = defineTool({
  name: 'get_explanation',
  description:
    'One explanation of a solve, computed without a model: what sets prices, how much reserve is left.',
  parameters: object({
    topic: string().oneOf(ARTIFACT_TYPES).required().meta({ description: 'Topic to explain' }),
    ...solveFields(),
  }).exact(),
  run: async ({ topic, ...ref }, context) => {
    const solve = await solveOf(ref, context);
    const artifact = explain(solve.payload, solve.result).find(({ type }) => type === topic);
    if (!artifact) throw new ToolRefusal(`The solve has nothing to explain about ${topic}`);
    return { statement: artifact.statement, data: { ...aboutOf(solve), ...artifact.data } };
  },
});

const MAX_SENTENCES = 5;

/**
 * The first sentences of a statement, up to the size limit of a result. A sentence ends in a full stop, a space and a
 * capital letter, a sequence that figures and ids do not contain.
 */
const firstSentences = (statement: string): string =>
  statement
    .split(/(?<=\.) (?=[A-Z0-9])/)
    .slice(0, MAX_SENTENCES)
    .join(' ');
