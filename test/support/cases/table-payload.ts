/** Makes the payload of a case in a data file, which states only how units differ from `aUnit`. */
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';
import { aUnit } from './a-unit.ts';

export interface TablePayload {
  readonly units: readonly (Pick<Generator, 'name'> & Partial<Generator>)[];
  readonly loads: SolvePayload['loads'];
  /** Further fields of the payload. */
  readonly more?: Partial<SolvePayload>;
}

/** Makes a payload. `unit`: differences of all units from `aUnit`. */
export const tablePayload = (
  { units, loads, more }: TablePayload,
  unit: Partial<Generator> = {},
): SolvePayload => ({
  generators: units.map((changes) => aUnit(changes.name, { ...unit, ...changes })),
  loads,
  horizon: loads[0]?.values.length ?? 0,
  ...more,
});
