/** A network -> the files of one of the formats that can be exported, with what became of its content. */
import { inSlices, type Stepwise } from '../../temporal/json/in-slices.ts';
import type { ExportedNetwork, NamedNetwork } from './base/network-writing.ts';
import { writeEgret } from './egret/write-egret.ts';
import { EXPORT_REPORT } from './import-network.ts';
import { writeMatpower } from './matpower/write-matpower.ts';
import { writePypsaCsv } from './pypsa-csv/write-pypsa-csv.ts';
import { writeRtsGmlc } from './rts-gmlc/write-rts-gmlc.ts';
import { zipPieces } from './tables/write-zip.ts';

export const NETWORK_EXPORT_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv'] as const;
type NetworkExportFormat = (typeof NETWORK_EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<NetworkExportFormat, (network: NamedNetwork) => Stepwise<ExportedNetwork>>> = {
  'rts-gmlc': writeRtsGmlc,
  matpower: writeMatpower,
  egret: writeEgret,
  'pypsa-csv': writePypsaCsv,
};

/** A zip with the files of the format and the report. */
export async function exportNetwork(
  format: NetworkExportFormat,
  network: NamedNetwork,
): Promise<AsyncGenerator<Buffer>> {
  const { files, report } = await inSlices(WRITERS[format](network));
  return zipPieces([...files, [EXPORT_REPORT, `${JSON.stringify({ format, ...report }, undefined, 2)}\n`]]);
}
