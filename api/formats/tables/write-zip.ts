/** A zip of text files (APPNOTE 6.3), each packed by zlib in its thread. */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw);
const DEFLATED = 8;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x800;
/** 1980-01-01, the first day that a zip can say: equal content gives equal bytes. */
const DATE = 0x21;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Pieces of the archive, one file after another. */
export async function* zipPieces(
  files: Iterable<readonly [path: string, text: string]>,
): AsyncGenerator<Buffer> {
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)];
    const packed = await pack(bytes);
    const entry = { crc: crc32(bytes), packed: packed.length, size: bytes.length, name: name.length };
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(0x04034b50);
    writeCommon(local, 4, entry);
    const central = Buffer.alloc(CENTRAL_BYTES);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt16LE(VERSION, 4);
    writeCommon(central, 6, entry);
    central.writeUInt32LE(offset, 42);
    centrals.push(central, name);
    offset += LOCAL_BYTES + name.length + packed.length;
    yield Buffer.concat([local, name, packed]);
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50);
  for (const at of [8, 10]) end.writeUInt16LE(centrals.length / 2, at);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([directory, end]);
}

interface Entry {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: number;
}

/** The fields that a local and a central header share, from the version on. */
function writeCommon(header: Buffer, at: number, { crc, packed, size, name }: Entry): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(UTF8, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt16LE(DATE, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(packed, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(name, at + 22);
}
