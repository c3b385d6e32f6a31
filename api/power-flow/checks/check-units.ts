/** Finds values that were given in another unit than their field says: V or MV for kV, kVA for MVA, kW for MW. */
import { type ElementId, type Finding, messagesOf } from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { isFiniteNumber } from '../numbers.ts';
import { doubtVoltage, MAX_VOLTAGE_KV, MIN_TRANSMISSION_KV } from './doubt-voltage.ts';
import { doubtPower, type SuspectedUnit, type UnitDoubt } from './unit-doubts.ts';

type Measured = number | null | undefined;
type Name = ElementId | null | undefined;

export interface MeasuredNetwork {
  readonly buses: readonly { readonly id: ElementId; readonly v_nom_kv?: Measured }[];
  readonly lines?: readonly { readonly id?: Name; readonly s_nom_mva?: Measured }[] | undefined;
  readonly generators?: readonly { readonly id?: Name; readonly p_max_mw?: Measured }[] | undefined;
}

export const UNIT_FIELDS = ['v_nom_kv', 's_nom_mva', 'p_max_mw'] as const;
export const UNIT_ELEMENTS = ['bus', 'line', 'generator'] as const;

interface SuspiciousValue {
  readonly element_type: (typeof UNIT_ELEMENTS)[number];
  readonly id: ElementId;
  readonly field: (typeof UNIT_FIELDS)[number];
  /** null = missing or not finite. */
  readonly value: number | null;
  readonly suspected_unit: SuspectedUnit | null;
  readonly suggested_value: number | null;
}

interface CheckedUnits {
  readonly valid: boolean;
  readonly warnings: string[];
  readonly suspicious_values: SuspiciousValue[];
  readonly details: Finding[];
}

export function checkUnits(network: MeasuredNetwork, limits: PowerFlowLimits): CheckedUnits {
  const suspicious: SuspiciousValue[] = [];
  const details: Finding[] = [];
  for (const { value, doubt, ...element } of doubts(network, limits)) {
    if (doubt) {
      const { element_type, id: element_id } = element;
      const { code, unit: suspected_unit, suggested: suggested_value } = doubt;
      const severity = code === 'UNIT_SUSPECT' ? 'error' : 'warning';
      const message = `${TITLES[element_type]} ${element_id}: ${doubt.message}`;
      details.push({ code, severity, element_type, element_id, message });
      if (severity === 'error') {
        const known = isFiniteNumber(value) ? value : null;
        suspicious.push({ ...element, value: known, suspected_unit, suggested_value });
      }
    }
  }
  const nothing = network.buses.length === 0 ? ['No buses supplied; nothing to check'] : [];
  return {
    valid: suspicious.length === 0,
    warnings: [...nothing, ...messagesOf(details, 'warning')],
    suspicious_values: suspicious,
    details,
  };
}

const TITLES = { bus: 'Bus', line: 'Line', generator: 'Generator' } as const;

type Doubted = Pick<SuspiciousValue, 'element_type' | 'id' | 'field'> & {
  readonly value: Measured;
  readonly doubt: UnitDoubt | null;
};

function* doubts(
  { buses, lines = [], generators = [] }: MeasuredNetwork,
  limits: PowerFlowLimits,
): Generator<Doubted, void, void> {
  const amongTransmission = buses.some(({ v_nom_kv: kv }) => isTransmission(kv));
  for (const { id, v_nom_kv: value } of buses) {
    const doubt = doubtVoltage(value, amongTransmission, limits);
    yield { element_type: 'bus', id, field: 'v_nom_kv', value, doubt };
  }
  for (const [place, { id, s_nom_mva: value }] of lines.entries()) {
    const doubt = doubtPower('s_nom_mva', value, limits);
    yield { element_type: 'line', id: id ?? `lines[${place}]`, field: 's_nom_mva', value, doubt };
  }
  for (const [place, { id, p_max_mw: value }] of generators.entries()) {
    const doubt = doubtPower('p_max_mw', value, limits);
    yield { element_type: 'generator', id: id ?? `generators[${place}]`, field: 'p_max_mw', value, doubt };
  }
}

const isTransmission = (kv: Measured): boolean =>
  isFiniteNumber(kv) && kv >= MIN_TRANSMISSION_KV && kv <= MAX_VOLTAGE_KV;
