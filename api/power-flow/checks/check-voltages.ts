/** Voltage magnitude and angle at each bus against the limits. */
import type { ElementId } from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isBelow, isFiniteNumber, round } from '../numbers.ts';

export interface BusVoltage {
  readonly id: ElementId;
  readonly v_nom_kv?: number | null | undefined;
  readonly v_pu?: number | null | undefined;
  readonly angle_deg?: number | null | undefined;
  /** Limits of this bus, instead of the general ones. */
  readonly v_min_pu?: number | null | undefined;
  readonly v_max_pu?: number | null | undefined;
}

export interface Messages {
  readonly errors: string[];
  readonly warnings: string[];
}

export const hasBaseVoltage = ({ v_nom_kv }: BusVoltage): boolean => isFiniteNumber(v_nom_kv) && v_nom_kv > 0;

export const BASE_VOLTAGE_NEEDED = 'v_nom_kv must be a positive number';

export function checkVoltages(bus: BusVoltage, limits: PowerFlowLimits): Messages {
  const found: Messages = { errors: [], warnings: [] };
  if (!hasBaseVoltage(bus)) found.errors.push(BASE_VOLTAGE_NEEDED);
  checkMagnitude(bus, limits, found);
  checkAngle(bus, limits, found);
  const named = (what: string) => `Bus ${bus.id}: ${what}`;
  return { errors: found.errors.map(named), warnings: found.warnings.map(named) };
}

function checkMagnitude(bus: BusVoltage, limits: PowerFlowLimits, { errors, warnings }: Messages): void {
  const { v_pu: v } = bus;
  if (!isFiniteNumber(v)) {
    errors.push('v_pu is missing or not finite');
    return;
  }
  const unrealistic = unrealisticVoltage(v, bus, limits);
  const low = isFiniteNumber(bus.v_min_pu) ? bus.v_min_pu : null;
  const high = isFiniteNumber(bus.v_max_pu) ? bus.v_max_pu : null;
  const outside = outsideBand(v, low ?? limits.PF_V_MIN_PU, high ?? limits.PF_V_MAX_PU);
  const unusual = outsideBand(
    v,
    low === null ? limits.PF_V_NORMAL_MIN_PU : -Infinity,
    high === null ? limits.PF_V_NORMAL_MAX_PU : Infinity,
  );
  const error = unrealistic ?? outside;
  if (error !== null) errors.push(error);
  else if (unusual !== null) warnings.push(unusual);
}

function unrealisticVoltage(v: number, { v_nom_kv }: BusVoltage, limits: PowerFlowLimits): string | null {
  const { PF_V_UNREALISTIC_MIN_PU: low, PF_V_UNREALISTIC_MAX_PU: high } = limits;
  if (!isBelow(v, low) && !isAbove(v, high)) return null;
  const ratio = v / (v_nom_kv ?? 0);
  const isLikeKv = isAbove(v, high) && ratio >= low && ratio <= high;
  const hint = isLikeKv ? '; the value looks like kV' : '';
  return `v_pu ${round(v)} is unrealistic (outside ${decimal(low)}-${decimal(high)} pu)${hint}`;
}

const outsideBand = (v: number, low: number, high: number): string | null => {
  if (isBelow(v, low)) return `voltage ${round(v)} pu below ${round(low)} pu`;
  return isAbove(v, high) ? `voltage ${round(v)} pu above ${round(high)} pu` : null;
};

function checkAngle({ angle_deg: angle }: BusVoltage, limits: PowerFlowLimits, found: Messages): void {
  const { PF_BUS_ANGLE_WARN_DEG: unusual, PF_BUS_ANGLE_MAX_DEG: largest } = limits;
  const said = (limit: number) => `angle ${round(angle ?? 0)} deg beyond ${limit} deg from the reference`;
  if (!isFiniteNumber(angle)) found.errors.push('angle_deg is missing or not finite');
  else if (isAbove(Math.abs(angle), largest)) found.errors.push(said(largest));
  else if (isAbove(Math.abs(angle), unusual)) found.warnings.push(said(unusual));
}

/** 2 -> `2.0` */
const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
