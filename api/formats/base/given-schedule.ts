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
  readonly reserves?: readonly { readonly name: string }[] | undefined;
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

export const mapSeries = (series: Series, change: (values: number[], name: string) => number[]): Series =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, change(values, name)]));

/** A dictionary of series; an absent one is empty. */
export function seriesByName(root: JsonObject, field: string, horizon: number): Series {
  if (!root.has(field)) return {};
  const all = root.object(field);
  return Object.fromEntries(all.names().map((name) => [name, all.series(name, horizon)]));
}

/** Powers that charge and that discharge; the energy of a store is left out, as it follows from them. */
export function storagePowers(charge: Series, discharge: Series): NonNullable<GivenSchedule['storage']> {
  const powers = [...new Set([...Object.keys(charge), ...Object.keys(discharge)])].map((name) => {
    const [charge_mw, discharge_mw] = [charge[name], discharge[name]];
    return [name, { ...(charge_mw && { charge_mw }), ...(discharge_mw && { discharge_mw }) }] as const;
  });
  return Object.fromEntries(powers) as NonNullable<GivenSchedule['storage']>;
}
