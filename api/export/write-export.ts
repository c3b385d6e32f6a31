/** A payload -> a file in one of the formats that can be exported, and what became of its content. */

import { inSlices, type Stepwise } from '../../temporal/json/in-slices.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { Exported } from './exported.ts';
import { toPglibUc } from './to-pglib-uc.ts';
import { toUnitCommitmentJl } from './to-unitcommitment-jl.ts';

export const EXPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<ExportFormat, (payload: SolvePayload) => Stepwise<Exported>>> = {
  'pglib-uc': toPglibUc,
  'unitcommitment-jl': toUnitCommitmentJl,
};

export const writeExport = (format: ExportFormat, payload: SolvePayload): Promise<Exported> =>
  inSlices(WRITERS[format](payload));
