/** All arithmetic tests. */

import { capacityShortfalls, islandedLoads } from './capacity-shortfalls.ts';
import type { CauseFinder } from './cause.ts';
import { fixedCommitmentConflicts, mustRunConflicts } from './commitment-conflicts.ts';
import { emissionLimit } from './emission-limit.ts';
import { energyLimits } from './energy-limits.ts';
import { contingencyLimits, lineLimits } from './flow-limits.ts';
import { minimumGenerationExcesses } from './minimum-generation-excesses.ts';
import { invertedOutputLimits, storageLimits } from './own-limits.ts';
import { systemRamps, unitRamps } from './ramps.ts';
import { reserveShortfalls } from './reserve-shortfalls.ts';

/**
 * In the order in which they are asked: units that contradict themselves first, since what they do to the others is no
 * cause; reserve and ramps last, for what is left when each hour by itself can be supplied.
 */
export const CAUSE_FINDERS: readonly (readonly CauseFinder[])[] = [
  [invertedOutputLimits, mustRunConflicts, fixedCommitmentConflicts],
  [
    unitRamps,
    lineLimits,
    contingencyLimits,
    storageLimits,
    energyLimits,
    islandedLoads,
    capacityShortfalls,
    minimumGenerationExcesses,
  ],
  [reserveShortfalls, systemRamps, emissionLimit],
];
