/** What one variable of an experiment did to the schedules: its levels, and its effect on each figure. */
import type { ChangeMode, Variable } from '../../../temporal/messages/matrix.ts';
import type { ScenarioView } from '../scenario-view.ts';
import { figureEffect } from './figure-effect.ts';
import { groupLevels, type Level } from './group-levels.ts';
import { levelMean } from './level-mean.ts';
import type { ExperimentSummary } from './summary-schema.ts';

type VariableSummary = ExperimentSummary['variables'][number];

/** More say nothing to a reader: such a variable was drawn, not walked through. */
const MAX_LEVELS = 100;

export function summarizeVariable(
  { name, type }: Pick<Variable, 'name' | 'type'>,
  mode: ChangeMode,
  scenarios: readonly ScenarioView[],
): VariableSummary {
  const levels = groupLevels(name, scenarios);
  const tooMany = levels.length > MAX_LEVELS;
  return {
    name,
    type,
    mode,
    levels: tooMany ? [] : levels.map(summarizeLevel),
    levels_omitted: tooMany ? levels.length : 0,
    effect: {
      objective_value: figureEffect(levels, 'objective_value'),
      avg_lmp_usd_per_mwh: figureEffect(levels, 'avg_lmp_usd_per_mwh'),
      max_lmp_usd_per_mwh: figureEffect(levels, 'max_lmp_usd_per_mwh'),
      startups: figureEffect(levels, 'startups'),
    },
  };
}

const summarizeLevel = (level: Level): VariableSummary['levels'][number] => ({
  value: level.value,
  scenarios: level.scenarios.length,
  mean_objective_value: levelMean(level, 'objective_value'),
  mean_avg_lmp_usd_per_mwh: levelMean(level, 'avg_lmp_usd_per_mwh'),
  mean_startups: levelMean(level, 'startups'),
});
