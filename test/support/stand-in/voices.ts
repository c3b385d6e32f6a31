/** Solvers that have a stand-in. */
import type { SolverName } from '../../../temporal/solvers.ts';
import { cbcVoice } from './cbc-voice.ts';
import { cplexVoice } from './cplex-voice.ts';
import { gurobiVoice } from './gurobi-voice.ts';
import type { Voice } from './voice.ts';

export type Executable = Exclude<SolverName, 'highs'>;

export const VOICES: Readonly<Record<Executable, Voice>> = {
  cbc: cbcVoice,
  gurobi: gurobiVoice,
  cplex: cplexVoice,
};
