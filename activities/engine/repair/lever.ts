/**
 * A number of the payload that an elastic model may change, and what a unit of change costs. Weights are
 * MW-equivalents: 1 per MW, MWh and MW/h; an hour of a minimum time, and a unit that is switched against a given
 * commitment, count as much as the unit's p_max.
 */
import type { CauseCode, Repair } from '../../../temporal/messages/infeasibility.ts';

export interface Lever extends Pick<Repair, 'element_type' | 'element_id' | 'field' | 'hour' | 'from'> {
  /** 1: it may rise, -1: it may fall. */
  readonly direction: 1 | -1;
  /** Largest change, in the unit of the field. */
  readonly most: number;
  /** MW-equivalents per unit of change. */
  readonly weight: number;
  /** Of several changes of the same size the one with the lowest rank is taken. */
  readonly rank: number;
  /** Whole numbers only: hours, and 0 or 1. */
  readonly integer: boolean;
  /** What it says of the case when this has to change; null = nothing by itself. */
  readonly code: CauseCode | null;
  /** Stands for a rule without a number: tells where it hurts, cannot be repaired. */
  readonly onlyByHour?: true;
}

/** Ranks: requirements and targets first, then limits, loads, capacities, and what was decided by hand. */
export const RANK = { requirement: 0, network: 1, unit: 2, load: 3, capacity: 4, decision: 5 } as const;
