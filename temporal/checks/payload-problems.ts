/** All structural checks of a solve payload. Bad engineering data passes: the engine answers it. */
import type { SolvePayload } from '../messages/payload.ts';
import { commitmentData } from './commitment-data.ts';
import { generatorData } from './generator-data.ts';
import { networkData } from './network-data.ts';
import type { PayloadLimits, PayloadProblem } from './problem.ts';
import { seriesLengths } from './series-lengths.ts';
import { uniqueNames } from './unique-names.ts';

const CHECKS = [uniqueNames, seriesLengths, generatorData, networkData, commitmentData];

export const payloadProblems = (payload: SolvePayload, limits: PayloadLimits): PayloadProblem[] =>
  CHECKS.flatMap((check) => check(payload, limits));
