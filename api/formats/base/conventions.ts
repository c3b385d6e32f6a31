/** Rules that hold alike in every reader: impedances, voltages, ratings, outputs without a limit, branches out of service. */
import type { Line } from './network-parts.ts';
import { ImportError, type ImportSeverity, type Notes } from './report.ts';

/** Per unit on the base of the case; the DC approximation divides by it. */
const SMALLEST_REACTANCE_PU = 1e-4;
/** A limit in place of none, where a payload needs a number, MW. */
export const UNLIMITED_MW = 1e6;
/** A rating of 0 means no limit in a payload: this one lets nothing through, MW. */
const SMALLEST_RATING_MW = 1e-3;

/** `x`: per unit on the base of the case. */
export function reactance(x: number, notes: Notes): number {
  if (x !== 0) return x;
  const words = `A reactance of 0 is ${SMALLEST_REACTANCE_PU} per unit on the base of the case`;
  notes.change('warning', 'zero_reactance', words);
  return SMALLEST_REACTANCE_PU;
}

/** Losses alone depend on it; branches of a reduced network may have one below 0. */
export function resistance(r: number, notes: Notes): number {
  if (r >= 0) return r;
  notes.change('warning', 'resistance', 'A resistance below 0 is 0');
  return 0;
}

/** `severity`: impedances per unit do not depend on the voltage, those in ohm and ratios in kV do. */
export function voltage(kv: number, severity: ImportSeverity, notes: Notes): number {
  if (kv > 0) return kv;
  notes.change(severity, 'base_kv', 'A voltage of 0 or less is 1 kV');
  return 1;
}

/** Ratings in MVA of formats where 0 and infinity mean no limit; the one after an outage is the normal one where it is absent. */
export function ratings(normal: number, emergency: number): Pick<Line, 's_nom_mva' | 's_emergency_mva'> {
  const s_nom_mva = normal > 0 && Number.isFinite(normal) ? normal : null;
  const s_emergency_mva = Math.min(emergency, UNLIMITED_MW);
  const differs = s_emergency_mva > 0 && s_emergency_mva !== (s_nom_mva ?? UNLIMITED_MW);
  return { s_nom_mva, ...(differs && { s_emergency_mva }) };
}

/** A limit of formats where 0 MW lets nothing through; undefined = unlimited. */
export function flowLimit(mw: number, notes: Notes): number | undefined {
  if (mw > 0) return Number.isFinite(mw) ? mw : undefined;
  notes.change('warning', 'rating', `A flow limit of 0 is ${SMALLEST_RATING_MW} MW`);
  return SMALLEST_RATING_MW;
}

/** An output without a limit is as large as all that may take it: `most` MW. */
export function outputLimit(mw: number, most: () => number, notes: Notes): number {
  if (mw !== Number.POSITIVE_INFINITY) return mw;
  const bound = most();
  const words = `An output without a limit goes up to ${bound} MW, with which it can serve all loads and charge all storage`;
  notes.change('warning', 'unlimited_output', words);
  return bound;
}

/** The sum of the highest values of loads, MW. */
export const highest = (loads: readonly { readonly values: readonly number[] }[]): number =>
  loads.reduce((sum, { values }) => sum + values.reduce((most, mw) => Math.max(most, mw), 0), 0);

/** Nothing else of the record is checked. */
export const leaveOut = (notes: Notes): void =>
  notes.drop('info', 'out_of_service', 'Records out of service, or at a bus that is isolated');

/** A branch out of service stays, so that a study may switch it on, unless something is wrong with it. */
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
