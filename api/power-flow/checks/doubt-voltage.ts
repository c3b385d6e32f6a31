/** Holds a nominal voltage against the standard ones: volts are 1000 times too large, MV 1000 times too small. */
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isFiniteNumber, round } from '../numbers.ts';
import type { SuspectedUnit, UnitDoubt } from './unit-doubts.ts';

/** Standard nominal voltages, kV: IEC 60038, ANSI C84.1 and others that are common in published networks. */
export const LOW_VOLTAGES_KV: readonly number[] = [
  0.12, 0.208, 0.23, 0.24, 0.277, 0.347, 0.4, 0.415, 0.48, 0.575, 0.6, 0.69, 1,
];

export const HIGHER_VOLTAGES_KV: readonly number[] = [
  2.4, 3.3, 4.16, 4.8, 6, 6.6, 6.9, 8.32, 10, 11, 12, 12.47, 13.2, 13.8, 15, 16.5, 18, 20, 20.78, 22, 22.86,
  24, 24.94, 27.6, 30, 33, 34.5, 35, 44, 45, 46, 50, 60, 63, 66, 69, 70, 77, 86, 88, 90, 100, 110, 115, 120,
  130, 132, 138, 150, 154, 161, 187, 220, 225, 230, 240, 275, 287, 300, 315, 330, 345, 380, 400, 420, 500,
  525, 735, 750, 765, 800, 1000, 1050, 1100, 1150, 1200,
];

/** No grid is operated above. */
export const MAX_VOLTAGE_KV = 1200;
/** Transmission begins here. */
export const MIN_TRANSMISSION_KV = 60;

const PER_KILO = 1000;
const TRANSMISSION_KV = HIGHER_VOLTAGES_KV.filter((kv) => kv >= MIN_TRANSMISSION_KV);

/** `amongTransmission`: whether the network has a bus of a transmission voltage. */
export function doubtVoltage(
  kv: number | null | undefined,
  amongTransmission: boolean,
  { PF_V_STANDARD_PCT: tolerance }: PowerFlowLimits,
): UnitDoubt | null {
  const isOneOf = (voltages: readonly number[], value: number): boolean =>
    voltages.some((standard) => !isAbove(Math.abs(value - standard), (standard * tolerance) / 100));
  if (!isFiniteNumber(kv) || kv <= 0) return suspect('v_nom_kv must be a positive number');
  const printed = `${round(kv) || kv} kV`;
  if (isAbove(kv, MAX_VOLTAGE_KV)) {
    const inVolts = round(kv / PER_KILO);
    return isOneOf(LOW_VOLTAGES_KV, inVolts) || isOneOf(HIGHER_VOLTAGES_KV, inVolts)
      ? suspect(`${printed} looks like volts (${inVolts} kV)`, 'V', inVolts)
      : suspect(`${printed} above ${MAX_VOLTAGE_KV} kV`);
  }
  const isLow = isOneOf(LOW_VOLTAGES_KV, kv);
  const inMegavolts = round(kv * PER_KILO);
  if (kv < 1 && isOneOf(TRANSMISSION_KV, inMegavolts)) {
    if (!isLow) return suspect(`${printed} looks like MV (megavolts); ${inMegavolts} kV?`, 'MV', inMegavolts);
    const message = `${printed} is a low voltage, or ${inMegavolts} kV written in MV`;
    return amongTransmission ? { code: 'UNIT_AMBIGUOUS', message, unit: null, suggested: null } : null;
  }
  if (isLow || isOneOf(HIGHER_VOLTAGES_KV, kv)) return null;
  const message = `${printed} is not a standard nominal voltage`;
  return { code: 'NONSTANDARD_VOLTAGE', message, unit: null, suggested: null };
}

const suspect = (
  message: string,
  unit: SuspectedUnit | null = null,
  suggested: number | null = null,
): UnitDoubt => ({ code: 'UNIT_SUSPECT', message, unit, suggested });
