/** `grid verify CERTIFICATE`: checks a signed certificate on this machine, without a server. */

import { parseJson } from '../../client/file-format.ts';
import { checkCertificate } from '../../client/offline/check-certificate.ts';
import { conclusion } from '../../client/offline/findings.ts';
import { readEvidence } from '../../client/offline/read-certificate.ts';
import { readEvidenceFile } from '../files/read-file.ts';
import type { Exit } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { plain } from '../terminal/text.ts';
import { VERDICTS } from './verdicts.ts';

export interface CertificateOptions {
  readonly case?: string;
  readonly schedule?: string;
  readonly key?: string;
}

const FITS = {
  true: ['green', 'fits'],
  false: ['red', 'WRONG'],
  null: ['yellow', 'unknown'],
} as const;
/**
 * Checks a certificate. `file`: a certificate, or a report that contains one; files named by options replace those
 * inside the report.
 */
export async function verifyCertificate(
  screen: Screen,
  file: string,
  options: CertificateOptions,
): Promise<Exit> {
  const inside = await readEvidenceFile(file, readEvidence);
  const read = (name: string | undefined) =>
    name === undefined ? undefined : readEvidenceFile(name, parseJson);
  const checked = await checkCertificate({
    ...inside,
    case: (await read(options.case)) ?? inside.case,
    schedule: (await read(options.schedule)) ?? inside.schedule,
    keys: (await read(options.key)) ?? inside.keys,
    areKeysInside: options.key === undefined,
  });
  const { verdict, not_judged, words } = conclusion(checked);
  screen.answer({ verified: verdict === 'verified', verdict, not_judged, ...checked });
  for (const { part, fits, message } of checked.findings) {
    const [color, word] = FITS[`${fits}`];
    screen.say(`${part.padEnd(11)} ${screen.paint(color, word.padEnd(7))} ${plain(message)}`);
  }
  const [color, word, exit] = VERDICTS[verdict];
  screen.say(`${screen.paint(color, word)}: ${words}`);
  return exit;
}
