/** All structural checks of a solve payload. Bad engineering data passes: the engine answers it. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { Unprocessable } from '../errors.ts';
import { commitmentData } from './commitment-data.ts';
import { generatorData } from './generator-data.ts';
import { networkData } from './network-data.ts';
import type { PayloadLimits } from './problem.ts';
import { seriesLengths } from './series-lengths.ts';
import { uniqueNames } from './unique-names.ts';

const CHECKS = [uniqueNames, seriesLengths, generatorData, networkData, commitmentData];

/** Throws `Unprocessable` with every problem found. */
export function checkPayload(payload: SolvePayload, limits: PayloadLimits): void {
  const problems = CHECKS.flatMap((check) => check(payload, limits));
  if (problems.length > 0) throw new Unprocessable(problems);
}
