/** Exports a payload to a file in a public format, with a report. */

import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { Exported } from './base/report.ts';
import { writePglibUc } from './pglib-uc/write-pglib-uc.ts';
import { writeUnitCommitmentJl } from './unitcommitment-jl/write-unitcommitment-jl.ts';

export const EXPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<ExportFormat, (payload: SolvePayload) => Exported>> = {
  'pglib-uc': writePglibUc,
  'unitcommitment-jl': writeUnitCommitmentJl,
};

export const writeExport = (format: ExportFormat, payload: SolvePayload): Exported =>
  WRITERS[format](payload);
