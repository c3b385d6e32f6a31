/** Targets of the settings `solver` and `mip_gap`, which can only be replaced. */
import type { Variable } from '../messages/matrix.ts';
import type { ChangeTarget } from './change.ts';
import { UnknownVariable } from './unknown-variable.ts';

const SETTINGS = ['solver', 'mip_gap'] as const;

/** Undefined when the variable is not a setting. */
export function settingTargets({ name, mode }: Variable): readonly ChangeTarget[] | undefined {
  const setting = SETTINGS.find((known) => known === name);
  if (setting === undefined) return undefined;
  if (mode !== undefined && mode !== 'absolute') {
    throw new UnknownVariable(name, `the mode of ${name} can only be absolute, not ${mode}`);
  }
  return [{ setting }];
}
