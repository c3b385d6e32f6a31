/** The axis of a variable of any type. */
import type { Variable, VariableType } from '../../../temporal/messages/matrix.ts';
import type { Axis } from './axis.ts';
import { choiceAxis } from './choice-axis.ts';
import { continuousAxis } from './continuous-axis.ts';
import { integerAxis } from './integer-axis.ts';

const AXES: Readonly<Record<VariableType, (variable: Variable) => Axis>> = {
  continuous: continuousAxis,
  integer: integerAxis,
  discrete: choiceAxis,
  categorical: choiceAxis,
};

export function axisOf(variable: Variable): Axis {
  return AXES[variable.type](variable);
}
