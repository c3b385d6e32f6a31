/** Listed values, numbers or strings, in the order given. */
import type { Variable } from '../../../temporal/messages/matrix.ts';
import type { Axis } from './axis.ts';

export function choiceAxis({ name, values = [] }: Variable): Axis {
  const level = (index: number): number | string => {
    const value = values[index];
    if (value === undefined) throw new RangeError(`${name} has no value ${index}`);
    return value;
  };
  return { count: values.length, level, at: (share) => level(Math.floor(share * values.length)) };
}
