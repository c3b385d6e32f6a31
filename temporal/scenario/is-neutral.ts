/** Whether a value leaves every number as it is: a factor of 1, a summand of 0. */
import type { ChangeMode } from '../messages/matrix.ts';

export const isNeutral = (mode: ChangeMode, value: number | string): boolean =>
  (mode === 'multiply' && value === 1) || (mode === 'add' && value === 0);
