/** A file in a public format -> a scenario of the server. */
import { data } from '../../client/client.ts';
import type { FileFormat } from '../../client/file-format.ts';
import type { Context } from '../connection/perform.ts';

interface ImportQuery {
  readonly format: FileFormat;
  readonly scenario_id?: string;
  readonly name?: string;
  readonly load_profile?: string;
}

/** The bytes as they are, gzipped or not. */
export const importBytes = ({ client }: Pick<Context, 'client'>, bytes: Uint8Array, query: ImportQuery) =>
  data(
    client.POST('/api/scenarios/import', {
      params: { query },
      body: '',
      bodySerializer: () => bytes,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
