/** A payload -> a file in one of the formats that can be exported, and what became of its content. */

import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { inSlices, type Stepwise } from '../../temporal/json/in-slices.ts';
import type { Exported } from './base/report.ts';
import { writePglibUc } from './pglib-uc/write-pglib-uc.ts';
import { writeUnitCommitmentJl } from './unitcommitment-jl/write-unitcommitment-jl.ts';

export const EXPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<ExportFormat, (payload: SolvePayload) => Stepwise<Exported>>> = {
  'pglib-uc': writePglibUc,
  'unitcommitment-jl': writeUnitCommitmentJl,
};

export const writeExport = (format: ExportFormat, payload: SolvePayload): Promise<Exported> =>
  inSlices(WRITERS[format](payload));
