/** An executable from a published archive, which is run only if its SHA-256 is the one pinned here. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from './download.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Resolves with the path of the file inside `folder`. `archives`: `{ url, sha256, member }` per platform, such as
 * `linux-x64`; `member` is the path of the executable in the archive. Rejects for a platform without one.
 */
export async function fromArchive(folder, archives) {
  const platform = `${process.platform}-${process.arch}`;
  const archive = archives[platform];
  if (!archive) throw new Error(`no archive is pinned for ${platform}`);
  const file = join(folder, 'archive.tgz');
  await download(archive.url, file);
  const arrived = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (arrived !== archive.sha256)
    throw new Error(`${archive.url} has the SHA-256 ${arrived}, pinned is ${archive.sha256}`);
  await runCommand('tar', ['-xzf', file, '-C', folder, archive.member]);
  return join(folder, archive.member);
}
