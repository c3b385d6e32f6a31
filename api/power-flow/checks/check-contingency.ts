/**
 * Whether the inertia of a system can take the loss of power behind a rate of change of frequency:
 * RoCoF = dP * f0 / (2 * E_kin), the swing equation at the instant of the loss (Kundur, Power System
 * Stability and Control, 1994, section 3.9).
 */
import type { Measured } from '../elements.ts';
import { isAbove, isBelow, type PowerFlowLimits, round } from '../limits.ts';

interface ProjectedContingency {
  readonly contingency: string;
  /** Kinetic energy of the rotating masses, MW s. */
  readonly system_inertia_mw_s: number;
  /** Hz/s; a fall is negative. */
  readonly projected_rate_of_change_freq: number;
  readonly power_imbalance_mw?: Measured;
  readonly nominal_frequency_hz?: Measured;
  readonly rocof_limit_hz_s?: Measured;
}

/** The contingency with a default for everything that was left out. */
interface Case {
  /** MW s */
  readonly energy: number;
  /** Hz/s, without its sign. */
  readonly rocof: number;
  readonly limit: number;
  /** Hz */
  readonly f0: number;
  /** MW; null = not told. */
  readonly imbalance: number | null;
}

/** A rate computed from a stated loss may differ from the projected one by this share. */
const ROCOF_TOLERANCE = 0.2;

const imbalanceOf = ({ energy, f0 }: Case, rocof: number): number => (2 * energy * rocof) / f0;
const rocofOf = ({ energy, f0 }: Case, imbalance: number): number =>
  (Math.abs(imbalance) * f0) / (2 * energy);

export function checkContingency(given: ProjectedContingency, limits: PowerFlowLimits) {
  const known: Case = {
    energy: given.system_inertia_mw_s,
    rocof: Math.abs(given.projected_rate_of_change_freq),
    limit: given.rocof_limit_hz_s ?? limits.PF_ROCOF_LIMIT_HZ_S,
    f0: given.nominal_frequency_hz ?? limits.GRID_FREQUENCY_HZ,
    imbalance: given.power_imbalance_mw ?? null,
  };
  const violations = violationsOf(known);
  return {
    valid: violations.length === 0,
    violations,
    warnings: [...rocofWarnings(known), ...inertiaWarnings(known, limits), ...imbalanceWarnings(known)],
    details: {
      contingency: given.contingency,
      rocof_hz_s: round(known.rocof),
      rocof_limit_hz_s: known.limit,
      nominal_frequency_hz: known.f0,
      implied_imbalance_mw: told(known, known.rocof),
      max_imbalance_mw_at_limit: told(known, known.limit),
    },
  };
}

function violationsOf(known: Case): string[] {
  const { energy, rocof, limit, imbalance } = known;
  const found = energy > 0 ? [] : [`System inertia ${round(energy)} MW.s must be positive`];
  if (isAbove(rocof, limit)) found.push(`RoCoF ${round(rocof)} Hz/s exceeds the ${limit} Hz/s limit`);
  if (energy > 0 && imbalance !== null && isAbove(rocofOf(known, imbalance), limit)) {
    found.push(
      `An imbalance of ${round(imbalance)} MW gives RoCoF ${round(rocofOf(known, imbalance))} Hz/s, ` +
        `above the ${limit} Hz/s limit`,
    );
  }
  return found;
}

function rocofWarnings({ rocof, limit }: Case): string[] {
  if (rocof === 0) return ['RoCoF 0 Hz/s: no loss of power is projected'];
  const half = limit / 2;
  return isAbove(rocof, half) && !isAbove(rocof, limit)
    ? [`RoCoF ${round(rocof)} Hz/s above ${round(half)} Hz/s (half of the limit)`]
    : [];
}

function inertiaWarnings(known: Case, limits: PowerFlowLimits): string[] {
  const { energy, limit, f0, rocof } = known;
  if (!(energy > 0)) return [];
  const found: string[] = [];
  const { PF_REFERENCE_LOSS_MW: loss, PF_REFERENCE_INCIDENT_MW: incident } = limits;
  const least = (loss * f0) / (2 * limit);
  if (isBelow(energy, least)) {
    found.push(
      `System inertia ${round(energy)} MW.s below ${round(least)} MW.s: ` +
        `losing ${loss} MW would exceed ${limit} Hz/s`,
    );
  }
  const implied = imbalanceOf(known, rocof);
  if (isAbove(implied, incident)) {
    found.push(`Implied imbalance ${round(implied)} MW above ${incident} MW; check units`);
  }
  return found;
}

function imbalanceWarnings(known: Case): string[] {
  const { energy, rocof, imbalance } = known;
  if (imbalance === null || !(energy > 0)) return [];
  const computed = rocofOf(known, imbalance);
  if (!isAbove(Math.abs(computed - rocof), ROCOF_TOLERANCE * rocof)) return [];
  return [
    `An imbalance of ${round(imbalance)} MW gives RoCoF ${round(computed)} Hz/s, ` +
      `more than ${100 * ROCOF_TOLERANCE}% away from the projected ${round(rocof)} Hz/s`,
  ];
}

function told(known: Case, rocof: number): number | null {
  const imbalance = round(imbalanceOf(known, rocof));
  return known.energy > 0 && Number.isFinite(imbalance) ? imbalance : null;
}
