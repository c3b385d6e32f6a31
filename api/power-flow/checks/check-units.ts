/** Finds values that seem to be in a wrong unit: V or MV instead of kV, kVA instead of MVA, kW instead of MW. */
import type { LineValues, Measured, Network } from '../elements.ts';
import { type ElementId, type Finding, findingOf, messagesOf } from '../findings.ts';
import { isAbove, isFiniteNumber, type PowerFlowLimits, round } from '../limits.ts';

interface MeasuredNetwork extends Pick<Network, 'buses'> {
  readonly lines?: readonly LineValues[] | undefined;
  readonly generators?: Network['generators'] | undefined;
}

export const UNIT_FIELDS = ['v_nom_kv', 's_nom_mva', 'p_max_mw'] as const;
export const UNIT_ELEMENTS = ['bus', 'line', 'generator'] as const;
export const SUSPECTED_UNITS = ['V', 'MV', 'kVA', 'kW'] as const;

interface Measurement {
  readonly element_type: (typeof UNIT_ELEMENTS)[number];
  readonly id: ElementId;
  readonly field: (typeof UNIT_FIELDS)[number];
  readonly value: Measured;
}

/** Suspicion that the unit of a value is not that of its field. */
interface UnitDoubt {
  /** Code of the suspicion. `UNIT_SUSPECT` makes a network invalid; the others are warnings. */
  readonly code: 'UNIT_SUSPECT' | 'UNIT_AMBIGUOUS' | 'NONSTANDARD_VOLTAGE';
  readonly message: string;
  /** Unit in which the value is plausible; null if it is wrong in any unit. */
  readonly suspected_unit: (typeof SUSPECTED_UNITS)[number] | null;
  /** The value converted to the unit of the field. */
  readonly suggested_value: number | null;
}

type SuspiciousValue = Omit<Measurement, 'value'> &
  Pick<UnitDoubt, 'suspected_unit' | 'suggested_value'> & { readonly value: number | null };

export function checkUnits(network: MeasuredNetwork, limits: PowerFlowLimits) {
  const suspicious: SuspiciousValue[] = [];
  const details: Finding[] = [];
  const amongTransmission = network.buses.some(({ v_nom_kv: kv }) => isTransmission(kv));
  for (const { value, ...element } of measurements(network)) {
    const { field, element_type } = element;
    const doubt =
      field === 'v_nom_kv'
        ? doubtVoltage(value, amongTransmission, limits)
        : doubtPower(field, value, limits);
    if (!doubt) continue;
    const { code, message, ...suspicion } = doubt;
    const severity = code === 'UNIT_SUSPECT' ? 'error' : 'warning';
    details.push(findingOf(element_type)(element, severity, code, message));
    if (severity === 'error')
      suspicious.push({ ...element, value: isFiniteNumber(value) ? value : null, ...suspicion });
  }
  const nothing = network.buses.length === 0 ? ['No buses supplied; nothing to check'] : [];
  return {
    valid: suspicious.length === 0,
    warnings: [...nothing, ...messagesOf(details, 'warning')],
    suspicious_values: suspicious,
    details,
  };
}

function* measurements({ buses, lines = [], generators = [] }: MeasuredNetwork): Generator<Measurement> {
  for (const { id, v_nom_kv: value } of buses) yield { element_type: 'bus', id, field: 'v_nom_kv', value };
  for (const [place, { id, s_nom_mva: value }] of lines.entries())
    yield { element_type: 'line', id: id ?? `lines[${place}]`, field: 's_nom_mva', value };
  for (const [place, { id, p_max_mw: value }] of generators.entries())
    yield { element_type: 'generator', id: id ?? `generators[${place}]`, field: 'p_max_mw', value };
}

const PER_KILO = 1000;
const POWER_FIELDS = {
  s_nom_mva: { unit: 'MVA', suspected: 'kVA' },
  p_max_mw: { unit: 'MW', suspected: 'kW' },
} as const;

const suspect = (
  message: string,
  suspected_unit: UnitDoubt['suspected_unit'] = null,
  suggested_value: number | null = null,
): UnitDoubt => ({ code: 'UNIT_SUSPECT', message, suspected_unit, suggested_value });

const unsure = (code: UnitDoubt['code'], message: string): UnitDoubt => ({ ...suspect(message), code });

/** Suspects that the power of a line or unit above 10,000 MVA or MW is in kVA or kW; missing powers are not checked. */
function doubtPower(
  field: keyof typeof POWER_FIELDS,
  power: Measured,
  { PF_PLAUSIBLE_POWER_MW: most }: PowerFlowLimits,
): UnitDoubt | null {
  if (power === null || power === undefined) return null;
  if (!isFiniteNumber(power)) return suspect(`${field} is not finite`);
  if (!isAbove(power, most)) return null;
  const { unit, suspected } = POWER_FIELDS[field];
  const suggested = round(power / PER_KILO);
  return suspect(
    `${round(power)} ${unit} looks like ${suspected} (${suggested} ${unit})`,
    suspected,
    suggested,
  );
}

/** Standard nominal voltages, kV: IEC 60038, ANSI C84.1 and others common in published networks. */
export const LOW_VOLTAGES_KV: readonly number[] = [
  0.12, 0.208, 0.23, 0.24, 0.277, 0.347, 0.4, 0.415, 0.48, 0.575, 0.6, 0.69, 1,
];
export const HIGHER_VOLTAGES_KV: readonly number[] = [
  2.4, 3.3, 4.16, 4.8, 6, 6.6, 6.9, 8.32, 10, 11, 12, 12.47, 13.2, 13.8, 15, 16.5, 18, 20, 20.78, 22, 22.86,
  24, 24.94, 27.6, 30, 33, 34.5, 35, 44, 45, 46, 50, 60, 63, 66, 69, 70, 77, 86, 88, 90, 100, 110, 115, 120,
  130, 132, 138, 150, 154, 161, 187, 220, 225, 230, 240, 275, 287, 300, 315, 330, 345, 380, 400, 420, 500,
  525, 735, 750, 765, 800, 1000, 1050, 1100, 1150, 1200,
];

/** Highest nominal voltage of any grid, kV. */
const MAX_VOLTAGE_KV = 1200;
/** Lowest nominal voltage of transmission grids, kV. */
const MIN_TRANSMISSION_KV = 60;
const TRANSMISSION_KV = HIGHER_VOLTAGES_KV.filter((kv) => kv >= MIN_TRANSMISSION_KV);

const isTransmission = (kv: Measured): boolean =>
  isFiniteNumber(kv) && kv >= MIN_TRANSMISSION_KV && kv <= MAX_VOLTAGE_KV;

/**
 * Compares a nominal voltage with standard ones: a value in V is 1000 times too large, a value in MV 1000 times too
 * small. `amongTransmission`: true if the network has a bus at transmission voltage.
 */
function doubtVoltage(
  kv: Measured,
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
    if (!amongTransmission) return null;
    return unsure('UNIT_AMBIGUOUS', `${printed} is a low voltage, or ${inMegavolts} kV written in MV`);
  }
  if (isLow || isOneOf(HIGHER_VOLTAGES_KV, kv)) return null;
  return unsure('NONSTANDARD_VOLTAGE', `${printed} is not a standard nominal voltage`);
}
