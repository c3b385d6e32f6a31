/** What a run is made of, as it is typed, as it is saved and as it is sent (pure). */
import type { Reply } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { ExecutionBody } from '../../client/runs.ts';
import { given, numberOf } from '../parts/typed.ts';

export type Model = Reply<'getModelBuilderModels'>['models'][number];
export type Solver = Reply<'getModelBuilderSolvers'>['solvers'][number];
export type SavedConfig = Reply<'getModelBuilderConfigsByConfigId'>;

export interface Settings {
  readonly model: string;
  /** Empty: the network that the model names. */
  readonly network: string;
  readonly solver: string;
  /** Parameter of the solver -> what is typed. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly length: string;
  readonly unit: 'days' | 'hours';
  readonly reserves: boolean;
  /** A date; empty: the first hour of the series. */
  readonly start: string;
  readonly lines: Lines;
}

/** What limits flows; `model`: what the model says. */
type Lines = 'model' | 'on' | 'soft' | 'off';

/** What a part of the form is given. */
export interface SettingsProps {
  readonly settings: Settings;
  readonly errors: Problem['fields'];
  readonly set: (change: Partial<Settings>) => void;
}

const DAY_H = 24;

export const newSettings = ({ id }: Pick<Model, 'id'>): Settings => ({
  model: id,
  network: '',
  solver: 'highs',
  parameters: {},
  length: '1',
  unit: 'days',
  reserves: false,
  start: '',
  lines: 'model',
});

/** The solvers that the model can use and the service has. */
export const usableSolvers = (model: Model, solvers: readonly Solver[]): Solver[] =>
  solvers.filter(({ id, available }) => available && model.supported_solvers.includes(id));

/** What is typed, else the default of the catalog. */
export const parameterText = (
  { parameters }: Settings,
  { name, default: usual }: Solver['parameters'][number],
): string => parameters[name] ?? String(usual);

/** Undefined when no number is typed. */
function horizonOf({ length, unit }: Settings): number | undefined {
  const number = numberOf(length);
  return number === undefined ? undefined : number * (unit === 'days' ? DAY_H : 1);
}

type SolverBody = ExecutionBody['solver'];
const PRESOLVE = ['choose', 'on', 'off'] as const;
export const PRESOLVE_OPTIONS = PRESOLVE.map((name) => [name, name] as const);

export function solverBody(settings: Settings, { id, parameters }: Solver): SolverBody {
  const typed = Object.fromEntries(parameters.map((each) => [each.name, parameterText(settings, each)]));
  const presolve = PRESOLVE.find((name) => name === typed['presolve']);
  const { presolve: _, ...numbers } = typed;
  return {
    id,
    ...given(Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, numberOf(text)]))),
    ...(presolve && { presolve }),
  };
}

export const runBody = (settings: Settings, solver: Solver): ExecutionBody => ({
  pcm_model_id: settings.model,
  ...(settings.network && { network_id: settings.network }),
  solver: solverBody(settings, solver),
  options: {
    ...given({ horizon: horizonOf(settings) }),
    ...(settings.start.trim() && { start: settings.start.trim() }),
    include_reserves: settings.reserves,
    ...(settings.lines !== 'model' && { lines: settings.lines }),
  },
});

/** The model and the solver as they were saved; the rest stays. */
export const withConfig = (settings: Settings, { pcm_model_id, solver }: SavedConfig): Settings => {
  const { id, ...parameters } = solver;
  return {
    ...settings,
    model: pcm_model_id,
    solver: id,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
};

/** How many solves a run will be, and how long at most, in words. */
export function extentOf(model: Model, settings: Settings): string {
  const horizon = horizonOf(settings);
  const most = `At most ${model.max_horizon} h.`;
  if (horizon === undefined) return most;
  const solves = model.formulation === 'MILP sequence' ? Math.ceil(horizon / DAY_H) : 1;
  return `${horizon} h in ${solves} ${solves === 1 ? 'solve' : 'solves'}. ${most}`;
}
