/** Exports a network to the files of a public format, with a report. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportedNetwork, NamedNetwork } from './base/network-writing.ts';
import { writeEgret } from './egret/write-egret.ts';
import { EXPORT_REPORT } from './import-network.ts';
import { writeMatpower } from './matpower/write-matpower.ts';
import { writePypsaCsv } from './pypsa-csv/write-pypsa-csv.ts';
import { writeRtsGmlc } from './rts-gmlc/write-rts-gmlc.ts';

export const NETWORK_EXPORT_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv'] as const;
type NetworkExportFormat = (typeof NETWORK_EXPORT_FORMATS)[number];

const WRITERS: Readonly<Record<NetworkExportFormat, (network: NamedNetwork) => ExportedNetwork>> = {
  'rts-gmlc': writeRtsGmlc,
  matpower: writeMatpower,
  egret: writeEgret,
  'pypsa-csv': writePypsaCsv,
};

/** Fixed date of all files in a zip, the earliest possible, so that equal content gives equal bytes. */
const DATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Writes a zip with the files of the format and the report. */
export function exportNetwork(format: NetworkExportFormat, network: NamedNetwork): AsyncIterable<Buffer> {
  const { files, report } = WRITERS[format](network);
  const zip = new ZipFile();
  const add = (text: string, path: string): void => zip.addBuffer(Buffer.from(text), path, DATED);
  for (const [path, text] of files) add(text, path);
  add(`${JSON.stringify({ format, ...report }, undefined, 2)}\n`, EXPORT_REPORT);
  zip.end();
  return Readable.from(zip.outputStream);
}
