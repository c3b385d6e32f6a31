/** Writes output in the format of CPLEX's Interactive Optimizer. */
import { type Solved, UNSOLVED, type Voice } from './voice.ts';

const CODE = { optimal: [1, 101], infeasible: [3, 103], unbounded: [2, 118], limit: [11, 107] } as const;

export const cplexVoice: Voice = {
  solutionFile: 'solution.sol',
  incumbent: (primal) => ['incumbent-00001.sol', xml({ ...UNSOLVED, end: 'limit', primal })],
  understand(args) {
    const after = (command: string): string | undefined =>
      args.find((arg) => arg.startsWith(command))?.slice(command.length);
    const [modelFile = '', startFile] = args.flatMap((arg) => /^read (.*)/.exec(arg)?.[1] ?? []);
    return {
      modelFile,
      startFile,
      timeLimitS: Number(after('set timelimit ')),
      mipGap: Number(after('set mip tolerances mipgap ') ?? 0),
    };
  },
  answer: (solved) => ({
    printed: [...HEAD, ...lines(solved), ''].join('\n'),
    files: solved.primal.length > 0 ? { 'solution.sol': xml(solved) } : {},
  }),
};

const HEAD = [
  '',
  'Welcome to IBM(R) ILOG(R) CPLEX(R) Interactive Optimizer 22.1.1.0',
  "Problem 'model.mps' read.",
];

function lines({ end, integer, objective, bound, nodes, primal }: Solved): string[] {
  const kind = integer ? 'MIP' : 'Dual simplex';
  const value = objective.toExponential(10);
  const counts = `Solution time =    0.01 sec.  Iterations = 7  Nodes = ${nodes}`;
  if (end === 'infeasible') return [`${kind} - ${integer ? 'Integer infeasible.' : 'Infeasible.'}`, counts];
  if (end === 'unbounded') return [`${kind} - ${integer ? 'Integer unbounded.' : 'Unbounded.'}`, counts];
  if (primal.length === 0) return [`${kind} - Time limit exceeded, no integer solution.`, counts];
  if (!integer) return [`${kind} - Optimal:  Objective = ${value}`, counts];
  const result =
    end === 'optimal' ? 'Integer optimal, tolerance (0.001/1e-06)' : 'Time limit exceeded, integer feasible';
  return [
    `*     0+    0                       ${objective.toFixed(4)}     ${bound.toFixed(4)}        7    1.25%`,
    `MIP - ${result}:  Objective =  ${value}`,
    `Current MIP best bound =  ${bound.toExponential(10)} (gap = 0.1, 0.01%)`,
    counts,
  ];
}

function xml({ end, integer, objective, primal, rowDual }: Solved): string {
  const code = CODE[end][integer ? 1 : 0];
  const dual = (r: number): string => (integer ? '' : ` status="LL" slack="0" dual="${rowDual[r]}"`);
  return [
    '<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>',
    '<CPLEXSolution version="1.2">',
    ' <header',
    '   problemName="model.mps"',
    `   objectiveValue="${objective}"`,
    `   solutionStatusValue="${code}"`,
    '   primalFeasible="1"',
    '   dualFeasible="1"',
    '   writeLevel="1"/>',
    ' <quality',
    '   epRHS="9.9999999999999995e-07"/>',
    ' <linearConstraints>',
    ...[...rowDual].map((_, r) => `  <constraint name="R${r}" index="${r}"${dual(r)}/>`),
    ' </linearConstraints>',
    ' <variables>',
    ...[...primal].map((x, c) => `  <variable name="C${c}" index="${c}" value="${x}" reducedCost="0"/>`),
    ' </variables>',
    '</CPLEXSolution>',
    '',
  ].join('\n');
}
