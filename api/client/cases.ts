/** Import of case files, and the solve type of a case. */
import { type Client, data } from './client.ts';
import type { FileFormat, JsonObject } from './file-format.ts';
import type { JobType } from './runs.ts';

interface ImportQuery {
  readonly format: FileFormat;
  readonly scenario_id?: string;
  readonly name?: string;
  readonly load_profile?: string;
}

/** Imports a file as a scenario. The bytes may be gzipped. */
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

/** Default solve type of a case: `scuc` if the case has lines or DC lines, else `uc`. */
export const jobTypeOf = ({ transmission_lines, dc_lines }: JsonObject): JobType =>
  [transmission_lines, dc_lines].some((list) => Array.isArray(list) && list.length > 0) ? 'scuc' : 'uc';
