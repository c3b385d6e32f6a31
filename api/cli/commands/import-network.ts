/** `grid import --network`: a folder or a zip of tables, or another file of a network -> a network of the server. */
import { data } from '../../client/client.ts';
import { NETWORK_FORMATS, type NetworkFormat, networkFormatOf } from '../../client/network-format.ts';
import type { Context } from '../connection/perform.ts';
import { readFiles } from '../files/read-files.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import { plain } from '../terminal/plain.ts';
import { withoutAbsent } from './option-values.ts';
import { showReport } from './show-report.ts';

export interface NetworkOptions {
  /** Its id, or true for that of the file. */
  readonly network: string | true;
  /** Default: what the files look like. */
  readonly format?: NetworkFormat;
  readonly name?: string;
  readonly dryRun?: boolean;
}

export async function importNetwork(
  { client, screen }: Context,
  path: string,
  { network, format: asked, name, dryRun = false }: NetworkOptions,
) {
  const { id, files } = await readFiles(path);
  const format = asked ?? networkFormatOf(files);
  if (!format)
    throw new Refusal(`${path}: the format cannot be told, add --format: ${NETWORK_FORMATS.join(', ')}`);
  const form = new FormData();
  for (const { name: file, bytes } of files) form.append(file, new Blob([bytes]), file);
  const query = {
    format,
    network_id: network === true ? id : network,
    dry_run: dryRun,
    ...withoutAbsent({ name }),
  };
  const reply = await data(
    client.POST('/api/networks/import', { params: { query }, body: '', bodySerializer: () => form }),
  );
  screen.answer(reply);
  const { hours, ...counts } = reply.counts;
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const words = parts.map(([part, count]) => `${count} ${part.replaceAll('_', ' ')}`).join(', ');
  if (!asked) screen.note(`Read as ${format}`);
  const verb = dryRun ? 'would have' : 'has';
  screen.say(`Network ${plain(reply.network_id)} ${verb} ${words}, ${hours} hours of series`);
  showReport(screen, reply.report);
  return EXIT.solved;
}
