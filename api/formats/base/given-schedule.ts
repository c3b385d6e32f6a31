/** What readers of schedules of other tools share: the elements of the case that a schedule is of, and its series by name. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { GivenSchedule } from '../../../temporal/case/messages/verification.ts';
import type { JsonObject } from './json-object.ts';

/** A payload has these, and so has a network. */
export interface CaseElements {
  readonly horizon: number;
  readonly generators: readonly { readonly name: string }[];
  readonly renewables?: readonly { readonly name: string; readonly p_max: readonly number[] }[] | undefined;
  readonly storage?: readonly { readonly name: string }[] | undefined;
}

export interface ReadSchedule {
  readonly schedule: GivenSchedule;
  /** How the file was read, in words. */
  readonly notes: readonly string[];
}

/** A solver may end this far from a whole number. */
const INTEGRALITY = 1e-4;

export const toStates = (values: readonly number[]): number[] =>
  values.map((value) => (Math.abs(value - Math.round(value)) <= INTEGRALITY ? Math.round(value) : value));

/** A dictionary of series; an absent one is empty. */
export function seriesByName(root: JsonObject, field: string, horizon: number): Series {
  if (!root.has(field)) return {};
  const all = root.object(field);
  return Object.fromEntries(all.names().map((name) => [name, all.series(name, horizon)]));
}

/** What is there; an empty dictionary is as good as none. */
export const unlessEmpty = <Name extends string>(
  name: Name,
  series: Series,
): Partial<Record<Name, Series>> =>
  // The one entry has the name that the type says.
  Object.keys(series).length > 0 ? ({ [name]: series } as Record<Name, Series>) : {};

/** Powers that charge and that discharge; energy follows from them. */
export function storagePowers(charge: Series, discharge: Series): Pick<GivenSchedule, 'storage'> {
  const names = [...new Set([...Object.keys(charge), ...Object.keys(discharge)])];
  const powers = names.map((name) => {
    const [charge_mw, discharge_mw] = [charge[name], discharge[name]];
    return [name, { ...(charge_mw && { charge_mw }), ...(discharge_mw && { discharge_mw }) }] as const;
  });
  // The energy of a store is left out: it is derived.
  return names.length > 0
    ? { storage: Object.fromEntries(powers) as NonNullable<GivenSchedule['storage']> }
    : {};
}
