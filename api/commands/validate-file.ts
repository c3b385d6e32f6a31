/** Checks a case in one of the formats that the service reads. */

import { toNetworkContent } from '../../temporal/canonical/network-content.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import type { NetworkBody } from '../../temporal/messages/network-body.ts';
import type { Deps } from '../deps.ts';
import { Unprocessable } from '../errors.ts';
import { MatpowerError } from '../matpower/matpower-error.ts';
import { parseMatpower } from '../matpower/parse-matpower.ts';
import { toCaseData } from '../matpower/to-case-data.ts';
import type { CaseData } from '../power-flow/case-data.ts';
import { checkFile, type FileReport } from '../power-flow/check-file.ts';
import { toCase } from '../power-flow/network-case.ts';

export interface CaseFile {
  /** Text of a MATPOWER case file. */
  readonly matpower?: string | undefined;
  readonly network?: NetworkBody | undefined;
}

export async function validateFile({ settings }: Deps, file: CaseFile): Promise<FileReport> {
  return inSlices(checkFile(await readCase(file), settings));
}

async function readCase({ matpower, network }: CaseFile): Promise<CaseData> {
  if (network) return toCase(toNetworkContent(network));
  try {
    return toCaseData(await inSlices(parseMatpower([matpower ?? ''])));
  } catch (error) {
    if (!(error instanceof MatpowerError)) throw error;
    throw new Unprocessable([{ loc: ['body', 'matpower'], msg: error.message, type: 'value_error' }]);
  }
}
