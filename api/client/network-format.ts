/** Detects the format of cases and network files by content and names, for pages and the command line. */
import { type FileFormat, MATPOWER, readCase, textOf } from './file-format.ts';

export const NETWORK_FORMATS = ['rts-gmlc', 'pypsa-csv', 'egret', 'matpower', 'psse-raw'] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Number of bytes at the start of a file in which its format is detected. */
const HEAD_BYTES = 64 * 1024;

/** Pattern of file names -> format: PyPSA has `buses.csv`, RTS-GMLC `bus.csv`. */
const BY_NAMES: readonly (readonly [pattern: RegExp, format: NetworkFormat])[] = [
  [/\bbuses\.csv$/im, 'pypsa-csv'],
  [/\bbus\.csv$/im, 'rts-gmlc'],
  [/\.raw$/im, 'psse-raw'],
  [/\.m(?:\.gz)?$/im, 'matpower'],
  [/\.json(?:\.gz)?$/im, 'egret'],
];

const BY_CONTENT: readonly (readonly [pattern: RegExp, format: NetworkFormat])[] = [
  [MATPOWER, 'matpower'],
  [/^(?:\s*@!.*\r?\n)*\s*\d+\s*,\s*[\d.]+\s*,\s*\d+/, 'psse-raw'],
  [/^\s*\{/, 'egret'],
];

/** Format of files; undefined if it is unknown. */
export function networkFormatOf(files: readonly NamedBytes[]): NetworkFormat | undefined {
  const [only, ...others] = files;
  if (!only) return undefined;
  const { bytes } = only;
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isText = others.length === 0 && !isZip && !isGzip;
  const byContent = isText ? firstMatch(BY_CONTENT, toText(bytes.subarray(0, HEAD_BYTES))) : undefined;
  const names = isZip ? namesInZip(bytes) : files.map(({ name }) => name);
  return byContent ?? firstMatch(BY_NAMES, names.join('\n'));
}

export type CaseFormat = FileFormat | NetworkFormat;

/** Format of a case in one file or in the tables of a network; undefined for an unknown one. */
export async function caseFormatOf(
  files: readonly (NamedBytes & { readonly bytes: Uint8Array<ArrayBuffer> })[],
): Promise<CaseFormat | undefined> {
  const network = networkFormatOf(files);
  const [only, ...others] = files;
  const isSingle = network === undefined || network === 'egret' || network === 'matpower';
  if (!only || others.length > 0 || !isSingle) return network;
  const content = await textOf(new Blob([only.bytes]))
    .then(readCase)
    .catch(() => undefined);
  return content?.format ?? network;
}

const firstMatch = (table: typeof BY_NAMES, text: string): NetworkFormat | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

const toText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
/** Longest comment after the end record of a zip, bytes. */
const MOST_COMMENT = 65_535;

/** File names in the central directory of a zip (APPNOTE 4.3.12, 4.3.16); empty if the bytes have no such directory. */
function namesInZip(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  while (end >= 0 && end >= bytes.length - END_BYTES - MOST_COMMENT && view.getUint32(end, true) !== END)
    end -= 1;
  const names: string[] = [];
  let at = end >= 0 && view.getUint32(end, true) === END ? view.getUint32(end + 16, true) : bytes.length;
  while (at + 46 <= bytes.length && view.getUint32(at, true) === CENTRAL) {
    const name = view.getUint16(at + 28, true);
    names.push(toText(bytes.subarray(at + 46, at + 46 + name)));
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}
