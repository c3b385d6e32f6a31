/** All arithmetic tests. */
import type { CauseFinder } from '../cause-finder.ts';
import { capacityShortfalls } from './capacity-shortfalls.ts';
import { contingencyLimits } from './contingency-limits.ts';
import { fixedCommitmentConflicts } from './fixed-commitment-conflicts.ts';
import { invertedOutputLimits } from './inverted-output-limits.ts';
import { islandedLoads } from './islanded-loads.ts';
import { lineLimits } from './line-limits.ts';
import { minimumGenerationExcesses } from './minimum-generation-excesses.ts';
import { mustRunConflicts } from './must-run-conflicts.ts';
import { reserveShortfalls } from './reserve-shortfalls.ts';
import { storageLimits } from './storage-limits.ts';
import { systemRamps } from './system-ramps.ts';
import { unitRamps } from './unit-ramps.ts';

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
    islandedLoads,
    capacityShortfalls,
    minimumGenerationExcesses,
  ],
  [reserveShortfalls, systemRamps],
];
