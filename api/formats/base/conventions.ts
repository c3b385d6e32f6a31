/** Conventions of all readers for impedances, voltages, ratings, unlimited outputs and branches out of service. */
import type { Line } from './network-parts.ts';
import { ImportError, type ImportSeverity, type Notes } from './report.ts';

/** Least magnitude of a reactance, per unit on the base of the case: the DC approximation divides by the reactance. */
const SMALLEST_REACTANCE_PU = 1e-4;
/** Value for no limit in payload fields that require a number, MW. */
export const UNLIMITED_MW = 1e6;
/** Rating for a line without any flow, MW: a rating of 0 would mean no limit in a payload. */
const SMALLEST_RATING_MW = 1e-6;

/** Checks a reactance. `x`: reactance, per unit on the base of the case. */
export function reactance(x: number, notes: Notes): number {
  if (x !== 0) return x;
  const words = `A reactance of 0 is ${SMALLEST_REACTANCE_PU} per unit on the base of the case`;
  notes.change('warning', 'zero_reactance', words);
  return SMALLEST_REACTANCE_PU;
}

/** Replaces a negative resistance, which reduced networks may have, by 0; only losses depend on resistances. */
export function resistance(r: number, notes: Notes): number {
  if (r >= 0) return r;
  notes.change('warning', 'resistance', 'A resistance below 0 is 0');
  return 0;
}

/**
 * Checks a base voltage, kV. `severity` of the note about an invalid voltage: 'info' if impedances are per unit, which
 * do not depend on the voltage, 'warning' if impedances are in ohm or ratios in kV.
 */
export function voltage(kv: number, severity: ImportSeverity, notes: Notes): number {
  if (kv > 0) return kv;
  notes.change(severity, 'base_kv', 'A voltage of 0 or less is 1 kV');
  return 1;
}

/**
 * Ratings, MVA, of formats in which 0 and infinity mean no limit. If the emergency rating is missing, it equals the
 * normal rating.
 */
export function ratings(normal: number, emergency: number): Pick<Line, 's_nom_mva' | 's_emergency_mva'> {
  const s_nom_mva = normal > 0 && Number.isFinite(normal) ? normal : null;
  const s_emergency_mva = Math.min(emergency, UNLIMITED_MW);
  const differs = s_emergency_mva > 0 && s_emergency_mva !== (s_nom_mva ?? UNLIMITED_MW);
  return { s_nom_mva, ...(differs && { s_emergency_mva }) };
}

/** Flow limit of formats in which 0 MW blocks all flow; undefined for no limit. */
export function flowLimit(mw: number, notes: Notes): number | undefined {
  if (mw > 0) return Number.isFinite(mw) ? mw : undefined;
  notes.change('warning', 'rating', `A flow limit of 0 is ${SMALLEST_RATING_MW} MW`);
  return SMALLEST_RATING_MW;
}

/** Output limit, MW. `most`: demand that could take the output, used as the limit of an unlimited output. */
export function outputLimit(mw: number, most: () => number, notes: Notes): number {
  if (mw !== Number.POSITIVE_INFINITY) return mw;
  const bound = most();
  const words = `An output without a limit goes up to ${bound} MW, with which it can serve all loads and charge all storage`;
  notes.change('warning', 'unlimited_output', words);
  return bound;
}

/** Sum of the largest value of each load, MW. */
export const highest = (loads: readonly { readonly values: readonly number[] }[]): number =>
  loads.reduce((sum, { values }) => sum + values.reduce((most, mw) => Math.max(most, mw), 0), 0);

/** Notes a record that is left out of the case; its fields are not checked further. */
export const leaveOut = (notes: Notes): void =>
  notes.drop('info', 'out_of_service', 'Records out of service, or at a bus that is isolated');

/** Reads a branch. A branch out of service is kept, so that a study may switch it on, unless it is invalid. */
export function branch<B>(isIn: boolean, notes: Notes, read: () => B): B[] {
  if (isIn) return [read()];
  try {
    const idle = read();
    notes.change('info', 'out_of_service', 'Branches out of service stay out of service');
    return [idle];
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    leaveOut(notes);
    return [];
  }
}

export const noteIsolated = (notes: Notes): void =>
  notes.change('info', 'isolated', 'Isolated buses are kept, without their elements');

/** Available power, MW, with negative values (such as measurements at night) set to 0. */
export function notBelowZero(values: readonly number[], notes: Notes): number[] {
  if (values.some((mw) => mw < 0)) notes.change('warning', 'negative', 'Available power below 0 is 0');
  return values.map((mw) => Math.max(0, mw));
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_MINUTE = 60_000;
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.0+)?)?)?\s*(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?$/;
/** Pattern of texts that look like dates: a day, a time, a week, or a day without separators. */
const LIKE_A_DATE = /\d[-/.]\d{1,2}[-/.]\d|\d:\d{2}|\d{4}-?W\d|^(?:19|20)\d{6}(?!\d)|^\d{4}-\d{2}$/;

/** Pattern of a month by name, with or without a number. */
const MONTH =
  /(?:\d[-/., ]{0,2})?(?<![a-z])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])(?:[-/., ]{1,2}\d)?/i;

const isLikeADate = (label: string): boolean =>
  LIKE_A_DATE.test(label) || /\d/.test(MONTH.exec(label)?.[0] ?? '');

interface Moment {
  /** Time, ms since 1970. */
  readonly instant: number;
  /** Time as an ISO date-time, with its offset unless the offset is 0. */
  readonly text: string;
}

/** Parses a label; undefined for a text that is not a date. A label without an offset is in UTC. */
export function momentOf(label: string): Moment | undefined {
  const [, day, time = '00:00', seconds = '00', sign, hours = '00', minutes = '00'] = DATE.exec(label) ?? [];
  const local = Date.parse(`${day}T${time}:${seconds}Z`);
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(String(day))) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const zone = offset === 0 ? '' : `${sign}${hours}:${minutes}`;
  return { instant: local - offset * MS_PER_MINUTE, text: `${day}T${time}:${seconds}${zone}` };
}

/** Label of a step of a series in a file. */
interface StepLabel {
  readonly text: string;
  readonly notes: Notes;
  /** Throws an `ImportError` located at this label. */
  refuse(message: string): never;
}

/**
 * Reads the labels of a series. Returns the length of a step, h (1 if labels are not dates), and `start`, an ISO
 * date-time (undefined without dates). If half of the labels look like dates, all labels must be dates.
 */
export function readLabels(labels: readonly StepLabel[]) {
  const moments = labels.map(({ text }) => momentOf(text));
  const dates = moments.filter((moment) => moment !== undefined);
  if (dates.length === labels.length)
    return {
      stepHours: stepOf(
        labels,
        dates.map(({ instant }) => instant),
      ),
      start: dates[0]?.text,
    };
  const alike = labels.filter(({ text }, i) => moments[i] !== undefined || isLikeADate(text));
  const wrong = labels[moments.indexOf(undefined)];
  if (wrong && 2 * alike.length >= labels.length)
    wrong.refuse(`Should be a date such as 2024-01-01 00:00:00, not ${wrong.text}`);
  return { stepHours: 1, start: undefined };
}

/** Step length, h: a whole number, the same between all labels except where days are left out. */
function stepOf(labels: readonly StepLabel[], instants: readonly number[]): number {
  const hoursAt = (i: number): number => ((instants[i] ?? 0) - (instants[i - 1] ?? 0)) / MS_PER_HOUR;
  const step = labels.length > 1 ? hoursAt(1) : 1;
  for (const [i, label] of labels.entries()) {
    const hours = i === 0 ? step : hoursAt(i);
    if (!Number.isInteger(hours) || hours < step || step < 1)
      label.refuse(`Should be ${step < 1 ? 'one hour or more' : `${step} h`} after the one before`);
    if (hours > step)
      label.notes.change('warning', 'gap', 'Snapshots are joined, leaving out the time between them');
  }
  return step;
}
