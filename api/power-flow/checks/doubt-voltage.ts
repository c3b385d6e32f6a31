/** Holds a nominal voltage against the standard ones: volts are 1000 times too large, MV 1000 times too small. */
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isFiniteNumber, round } from '../numbers.ts';
import {
  HIGHER_VOLTAGES_KV,
  LOW_VOLTAGES_KV,
  MAX_VOLTAGE_KV,
  MIN_TRANSMISSION_KV,
  type SuspectedUnit,
  type UnitDoubt,
} from './unit-doubts.ts';

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
