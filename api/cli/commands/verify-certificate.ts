/** `grid verify CERTIFICATE`: checks a signed certificate on this machine; no server is asked. */
import { parseJson } from '../../client/file-format.ts';
import { checkCertificate } from '../../client/offline/check-certificate.ts';
import { breaksRules, type Finding, isGood, type Verdict } from '../../client/offline/findings.ts';
import { type Evidence, readEvidence } from '../../client/offline/read-certificate.ts';
import { readEvidenceFile } from '../files/read-file.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { plain } from '../terminal/text.ts';

export interface CertificateOptions {
  readonly case?: string;
  readonly schedule?: string;
  readonly key?: string;
}

/** `file`: a certificate, or a report that has one inside; what the options name comes before what a report has. */
export async function verifyCertificate(
  screen: Screen,
  file: string,
  options: CertificateOptions,
): Promise<Exit> {
  const inside = await readEvidenceFile(file, (text) =>
    readEvidence<Evidence>(text, (certificate) => ({ certificate })),
  );
  const read = (name: string | undefined) =>
    name === undefined ? undefined : readEvidenceFile(name, parseJson);
  const verdict = await checkCertificate({
    certificate: inside.certificate,
    case: (await read(options.case)) ?? inside.case,
    schedule: (await read(options.schedule)) ?? inside.schedule,
    keys: (await read(options.key)) ?? inside.keys,
  });
  screen.answer(verdict);
  for (const finding of verdict.findings) screen.say(line(screen, finding));
  if (options.key === undefined && inside.keys !== undefined)
    screen.note('The key is the one in the file: whether your service has it, says --key with its jwks.json');
  screen.say(conclusion(screen, verdict));
  if (isGood(verdict)) return EXIT.solved;
  return breaksRules(verdict) ? EXIT.infeasible : EXIT.refused;
}

function line(screen: Screen, { part, fits, message }: Finding): string {
  const word = { true: 'fits', false: 'WRONG', null: 'unknown' }[`${fits}`];
  const style = { true: 'green', false: 'red', null: 'yellow' } as const;
  return `${part.padEnd(11)} ${screen.paint(style[`${fits}`], word.padEnd(7))} ${plain(message)}`;
}

function conclusion(screen: Screen, verdict: Verdict): string {
  if (isGood(verdict)) return screen.paint('green', 'verified: everything fits');
  if (breaksRules(verdict))
    return screen.paint('yellow', 'the certificate fits, and says that rules are broken');
  const named = (fits: boolean | null) =>
    verdict.findings.filter((finding) => finding.fits === fits).map(({ part }) => part);
  const [wrong, open] = [named(false), named(null)];
  const parts = [
    wrong.length > 0 && `does not fit: ${wrong.join(', ')}`,
    open.length > 0 && `not checked: ${open.join(', ')}`,
  ];
  return screen.paint('red', `NOT verified; ${parts.filter(Boolean).join('; ')}`);
}
