/**
 * Checks that the inertia of a system can withstand the loss of power implied by a rate of change of frequency: RoCoF =
 * dP * f0 / (2 * E_kin), the swing equation at the instant of the loss (Kundur, Power System Stability and Control, 1994,
 * section 3.9).
 */
import type { Measured } from '../elements.ts';
import { isAbove, isBelow, type PowerFlowLimits, round } from '../limits.ts';

interface ProjectedContingency {
  readonly contingency: string;
  /** Kinetic energy of the rotating masses, MW s. */
  readonly system_inertia_mw_s: number;
  /** Rate of change of frequency, Hz/s; negative for a falling frequency. */
  readonly projected_rate_of_change_freq: number;
  readonly power_imbalance_mw?: Measured;
  readonly nominal_frequency_hz?: Measured;
  readonly rocof_limit_hz_s?: Measured;
}

/** The contingency; omitted values have their defaults. */
interface Case {
  /** Kinetic energy, MW s. */
  readonly energy: number;
  /** Magnitude of the rate of change of frequency, Hz/s. */
  readonly rocof: number;
  readonly limit: number;
  /** Nominal frequency, Hz. */
  readonly f0: number;
  /** Power that is lost, MW; null if it is not stated. */
  readonly imbalance: number | null;
}

/** Relative tolerance between the projected rate and the rate computed from a stated loss. */
const ROCOF_TOLERANCE = 0.2;

const imbalanceOf = ({ energy, f0 }: Case, rocof: number): number => (2 * energy * rocof) / f0;
const rocofOf = ({ energy, f0 }: Case, imbalance: number): number =>
  (Math.abs(imbalance) * f0) / (2 * energy);

export function checkContingency(projected: ProjectedContingency, limits: PowerFlowLimits) {
  const contingency: Case = {
    energy: projected.system_inertia_mw_s,
    rocof: Math.abs(projected.projected_rate_of_change_freq),
    limit: projected.rocof_limit_hz_s ?? limits.PF_ROCOF_LIMIT_HZ_S,
    f0: projected.nominal_frequency_hz ?? limits.GRID_FREQUENCY_HZ,
    imbalance: projected.power_imbalance_mw ?? null,
  };
  const violations = violationsOf(contingency);
  return {
    valid: violations.length === 0,
    violations,
    warnings: [
      ...rocofWarnings(contingency),
      ...inertiaWarnings(contingency, limits),
      ...imbalanceWarnings(contingency),
    ],
    details: {
      contingency: projected.contingency,
      rocof_hz_s: round(contingency.rocof),
      rocof_limit_hz_s: contingency.limit,
      nominal_frequency_hz: contingency.f0,
      implied_imbalance_mw: imbalanceAt(contingency, contingency.rocof),
      max_imbalance_mw_at_limit: imbalanceAt(contingency, contingency.limit),
    },
  };
}

function violationsOf(contingency: Case): string[] {
  const { energy, rocof, limit, imbalance } = contingency;
  const violations = energy > 0 ? [] : [`System inertia ${round(energy)} MW.s must be positive`];
  if (isAbove(rocof, limit)) violations.push(`RoCoF ${round(rocof)} Hz/s exceeds the ${limit} Hz/s limit`);
  if (energy > 0 && imbalance !== null && isAbove(rocofOf(contingency, imbalance), limit)) {
    violations.push(
      `An imbalance of ${round(imbalance)} MW gives RoCoF ${round(rocofOf(contingency, imbalance))} Hz/s, ` +
        `above the ${limit} Hz/s limit`,
    );
  }
  return violations;
}

function rocofWarnings({ rocof, limit }: Case): string[] {
  if (rocof === 0) return ['RoCoF 0 Hz/s: no loss of power is projected'];
  const half = limit / 2;
  return isAbove(rocof, half) && !isAbove(rocof, limit)
    ? [`RoCoF ${round(rocof)} Hz/s above ${round(half)} Hz/s (half of the limit)`]
    : [];
}

function inertiaWarnings(contingency: Case, limits: PowerFlowLimits): string[] {
  const { energy, limit, f0, rocof } = contingency;
  if (!(energy > 0)) return [];
  const warnings: string[] = [];
  const { PF_REFERENCE_LOSS_MW: loss, PF_REFERENCE_INCIDENT_MW: incident } = limits;
  const least = (loss * f0) / (2 * limit);
  if (isBelow(energy, least)) {
    warnings.push(
      `System inertia ${round(energy)} MW.s below ${round(least)} MW.s: ` +
        `losing ${loss} MW would exceed ${limit} Hz/s`,
    );
  }
  const implied = imbalanceOf(contingency, rocof);
  if (isAbove(implied, incident)) {
    warnings.push(`Implied imbalance ${round(implied)} MW above ${incident} MW; check units`);
  }
  return warnings;
}

function imbalanceWarnings(contingency: Case): string[] {
  const { energy, rocof, imbalance } = contingency;
  if (imbalance === null || !(energy > 0)) return [];
  const computed = rocofOf(contingency, imbalance);
  if (!isAbove(Math.abs(computed - rocof), ROCOF_TOLERANCE * rocof)) return [];
  return [
    `An imbalance of ${round(imbalance)} MW gives RoCoF ${round(computed)} Hz/s, ` +
      `more than ${100 * ROCOF_TOLERANCE}% away from the projected ${round(rocof)} Hz/s`,
  ];
}

function imbalanceAt(contingency: Case, rocof: number): number | null {
  const imbalance = round(imbalanceOf(contingency, rocof));
  return contingency.energy > 0 && Number.isFinite(imbalance) ? imbalance : null;
}
