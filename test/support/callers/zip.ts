/** Writes files as a zip (APPNOTE 6.3), as any archiver does. */
import { crc32, deflateRawSync } from 'node:zlib';

const DEFLATED = 8;
const VERSION = 20;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** Bit by which a zip declares its names as UTF-8. */
const UTF8 = 0x800;

/**
 * Makes a zip. Keys are paths, values are contents. `claim`: unpacked size that the archive states; default: the true
 * size.
 */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, claim?: number): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sizes = [crc32(bytes), packed.length, claim ?? bytes.length, name.length];
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(0x04034b50);
    writeCommon(local, 4, sizes);
    const central = Buffer.alloc(CENTRAL_BYTES);
    central.writeUInt32LE(0x02014b50);
    central.writeUInt16LE(VERSION, 4);
    writeCommon(central, 6, sizes);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name, packed);
    centrals.push(central, name);
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Writes the fields that local and central headers share, from the version on. */
function writeCommon(
  header: Buffer,
  at: number,
  [crc = 0, packed = 0, size = 0, name = 0]: readonly number[],
): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(UTF8, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(packed, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(name, at + 22);
}
