/** Writes output in the format of gurobi_cl. */
import type { Solved, Voice } from './voice.ts';

const STATUS = { optimal: 2, infeasible: 3, unbounded: 5, limit: 9 } as const;
const LAST_LINE = {
  optimal: 'Optimal solution found (tolerance 1.00e-04)',
  infeasible: 'Model is infeasible',
  unbounded: 'Model is unbounded',
  limit: 'Time limit reached',
} as const;

export const gurobiVoice: Voice = {
  solutionFile: 'solution.json',
  incumbent: (primal) => [
    'incumbent_0.sol',
    `# Objective value = 0\n${[...primal].map((x, c) => `C${c} ${x}\n`).join('')}`,
  ],
  understand(args) {
    const values = new Map(
      args.slice(0, -1).map((arg): [string, string] => {
        const at = arg.indexOf('=');
        return [arg.slice(0, at), arg.slice(at + 1)];
      }),
    );
    return {
      modelFile: args.at(-1) ?? '',
      startFile: values.get('InputFile'),
      timeLimitS: Number(values.get('TimeLimit')),
      mipGap: Number(values.get('MIPGap') ?? 0),
    };
  },
  answer(solved) {
    const { end, objective, bound, nodes, primal } = solved;
    const hasSolution = primal.length > 0;
    const printed = [
      'Gurobi Optimizer version 11.0.3 build v11.0.3rc0 (linux64)',
      ...(solved.integer && hasSolution
        ? [
            '    Nodes    |    Current Node    |     Objective Bounds      |     Work',
            ' Expl Unexpl |  Obj  Depth IntInf | Incumbent    BestBd   Gap | It/Node Time',
            `H    0     0                    ${objective.toFixed(5)} ${bound.toFixed(5)}  1.25%     -    0s`,
            `Explored ${nodes} nodes (7 simplex iterations) in 0.01 seconds (0.00 work units)`,
          ]
        : []),
      LAST_LINE[end],
      ...(hasSolution
        ? [`Best objective ${objective.toExponential(12)}, best bound ${bound.toExponential(12)}, gap 0.0%`]
        : []),
      '',
    ].join('\n');
    return { printed, files: hasSolution ? { 'solution.json': json(solved) } : {} };
  },
};

const json = ({ end, objective, bound, nodes, primal }: Solved): string =>
  JSON.stringify({
    SolutionInfo: {
      Status: STATUS[end],
      Runtime: 9.9e-3,
      ObjVal: objective,
      ObjBound: bound,
      IterCount: '7',
      NodeCount: nodes,
      SolCount: 1,
    },
    Vars: [...primal].map((X, c) => ({ VarName: `C${c}`, X })),
  });
