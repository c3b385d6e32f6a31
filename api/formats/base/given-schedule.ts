/**
 * Shared parts of the readers of schedules: elements of the case, series by name, and fields that the verifier cannot
 * check.
 */
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { GivenSchedule, NotJudged } from '../../../temporal/case/messages/verification.ts';
import type { JsonObject } from './json-object.ts';
import type { ImportReport } from './report.ts';

/** Elements that payloads and networks have in common. */
export interface CaseElements {
  readonly horizon: number;
  readonly generators: readonly { readonly name: string }[];
  readonly renewables?: readonly { readonly name: string; readonly p_max: readonly number[] }[] | undefined;
  readonly storage?: readonly { readonly name: string }[] | undefined;
  readonly reserves?: readonly { readonly name: string }[] | undefined;
}

export interface ReadSchedule {
  readonly schedule: GivenSchedule;
  /** Remarks on how the file was read. */
  readonly notes: readonly string[];
  /** Fields that were not read and cannot be derived from other fields. */
  readonly notJudged: readonly NotJudged[];
}

export const unreadField = (where: string): NotJudged => ({
  what: 'field of the schedule',
  where,
  why: 'It is not read',
});

/** Entries of an import report that change the problem, as fields that cannot be judged. */
export const notJudgedIn = ({ changed, dropped }: ImportReport): NotJudged[] =>
  [
    ...dropped.map((entry) => ({ entry, why: 'The import of the case leaves it out' })),
    ...changed.map((entry) => ({ entry, why: 'The import of the case converts it' })),
  ].flatMap(({ entry: { severity, message, count, paths }, why }) => {
    const more = count > 1 ? ` and ${count - 1} more` : '';
    return severity === 'warning' ? [{ what: message, where: `case${paths[0] ?? ''}${more}`, why }] : [];
  });

/** Tolerance within which a value of a solver's result counts as an integer. */
const INTEGRALITY = 1e-4;

export const toStates = (values: readonly number[]): number[] =>
  values.map((value) => (Math.abs(value - Math.round(value)) <= INTEGRALITY ? Math.round(value) : value));

export const mapSeries = (series: Series, change: (values: number[], name: string) => number[]): Series =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, change(values, name)]));

/** A dictionary of series; empty if the field is absent. */
export function seriesByName(root: JsonObject, field: string, horizon: number): Series {
  if (!root.has(field)) return {};
  const all = root.object(field);
  return Object.fromEntries(all.names().map((name) => [name, all.series(name, horizon)]));
}

/** Charging and discharging powers; the stored energy is omitted, as it follows from them. */
export function storagePowers(charge: Series, discharge: Series): NonNullable<GivenSchedule['storage']> {
  const powers = [...new Set([...Object.keys(charge), ...Object.keys(discharge)])].map((name) => {
    const [charge_mw, discharge_mw] = [charge[name], discharge[name]];
    return [name, { ...(charge_mw && { charge_mw }), ...(discharge_mw && { discharge_mw }) }] as const;
  });
  return Object.fromEntries(powers) as NonNullable<GivenSchedule['storage']>;
}
