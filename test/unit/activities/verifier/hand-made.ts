/**
 * Schedules worked out by hand, which a verifier must accept (`test/cases/hand-made.json`). Day: four hours of two
 * units, wind, a battery and 5 MW of reserve. Load less wind is 60, 100, 110, 80 MW; unit B runs in hours 1 and 2. A:
 * 315 MWh at 10 $/MWh and 4 h at 50 $/h; B: 35 MWh at 30 $/MWh, 2 h at 20 $/h and one start of 100 $. Ring: three buses
 * in a ring of equal lines; bus 3 draws 150 MW, and line 1-3 is at its limit of 60 MW.
 */
import { readFileSync } from 'node:fs';
import type { JudgedUnit } from '../../../../activities/verifier/schedule/case.ts';
import { readCase } from '../../../../activities/verifier/schedule/read-case.ts';
import type { UnverifiedResult } from '../../../../activities/verifier/schedule/schedule.ts';
import type { Generator, SolvePayload } from '../../../../temporal/case/schema.ts';

interface HandMade {
  readonly day: SolvePayload;
  readonly daySchedule: UnverifiedResult;
  readonly ring: SolvePayload;
  readonly ringSchedule: UnverifiedResult;
}

const FILE = new URL('../../../../../test/cases/hand-made.json', import.meta.url);
const handMade: HandMade = JSON.parse(readFileSync(FILE, 'utf8'));

export const { day, ring } = handMade;
export const daySchedule = (): UnverifiedResult => structuredClone(handMade.daySchedule);
export const ringSchedule = (): UnverifiedResult => structuredClone(handMade.ringSchedule);

/** The only unit of a case, as the verifier reads it. */
export function judgedUnit(generator: Generator): JudgedUnit {
  const [unit] = readCase({ ...day, generators: [generator] }, 'uc').generators;
  if (!unit) throw new RangeError('a case of one unit has none');
  return unit;
}
