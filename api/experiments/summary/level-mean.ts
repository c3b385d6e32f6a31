/** Mean of a figure over the scenarios of one level that have it; null where none has. */
import type { ScenarioView } from '../scenario-view.ts';
import type { Level } from './group-levels.ts';
import { mean } from './mean.ts';

/** Figures that a summary speaks of; a scenario without a schedule has none of them. */
export type Figure = keyof Pick<
  ScenarioView,
  'objective_value' | 'avg_lmp_usd_per_mwh' | 'max_lmp_usd_per_mwh' | 'startups'
>;

export const levelMean = ({ scenarios }: Level, figure: Figure): number | null =>
  mean(scenarios.flatMap((scenario) => scenario[figure] ?? []));
