/** What the row families of an elastic model share. */
import type { MilpBuilder, Term } from '../../milp/model.ts';
import type { SolveCase } from '../case.ts';
import type { ElasticVariables } from './elastic-variables.ts';
import type { Levers } from './levers.ts';
import type { UnitLevers } from './unit-levers.ts';

export interface ElasticContext {
  readonly milp: MilpBuilder;
  readonly solveCase: SolveCase;
  readonly x: ElasticVariables;
  readonly levers: Levers;
  /** By position of the unit. */
  readonly unitLevers: readonly UnitLevers[];
  /** No quantity of the case ever has to change by more, MW. */
  readonly mostMw: number;
  /** MW injected at bus position b in hour t, changes of the load included; shape [buses][T]. */
  readonly injections: readonly (readonly Term[][])[];
}
