/** `grid export --network`: a network of the server -> a zip of files in a public format. */
import { data } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';

export const NETWORK_EXPORT_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv'] as const;

export async function exportNetwork(
  { client, screen }: Context,
  network_id: string,
  asked: string,
  output: string | undefined,
) {
  const format = NETWORK_EXPORT_FORMATS.find((each) => each === asked);
  if (!format) throw new Refusal(`A network can be ${NETWORK_EXPORT_FORMATS.join(', ')}, not ${asked}`);
  if (output === undefined && process.stdout.isTTY)
    throw new Refusal('A zip is nothing for a terminal: add --output');
  const params = { path: { network_id }, query: { format } };
  const stream = await data(client.GET('/api/networks/{network_id}/export', { params, parseAs: 'stream' }));
  await save(bodyOf(stream), output);
  if (output !== undefined)
    screen.note(`Written to ${output}; export-report.json in it says what the format cannot say`);
  return EXIT.solved;
}
