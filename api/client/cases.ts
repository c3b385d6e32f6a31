/** Cases on their way to the service: imported from a file, and of which type. */
import { type Client, data } from './client.ts';
import type { FileFormat, JsonObject } from './file-format.ts';
import type { JobType } from './runs.ts';

interface ImportQuery {
  readonly format: FileFormat;
  readonly scenario_id?: string;
  readonly name?: string;
  readonly load_profile?: string;
}

/** Makes a scenario of a file as it is; bytes may be gzipped. */
export const importCase = (
  client: Client,
  file: Uint8Array | string,
  query: ImportQuery,
  signal: AbortSignal | null = null,
) =>
  data(
    client.POST('/api/scenarios/import', {
      ...{ params: { query }, signal, body: '' },
      bodySerializer: () => file,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );

/** How a case is solved that does not say it: where it names a branch, with its network. */
export const jobTypeOf = ({ transmission_lines, dc_lines }: JsonObject): JobType =>
  [transmission_lines, dc_lines].some((list) => Array.isArray(list) && list.length > 0) ? 'scuc' : 'uc';
