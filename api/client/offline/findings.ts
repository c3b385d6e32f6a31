/** Findings of a certificate check, and the conclusion from them. */
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';
import type { NotJudged, VerificationVerdict } from '../../../temporal/case/messages/verification.ts';

type Part =
  | 'certificate'
  | 'day'
  | 'page'
  | 'key'
  | 'signature'
  | 'case'
  | 'schedule'
  | 'results'
  | 'verifier'
  | 'figures'
  | 'rules';

export interface Finding {
  /**
   * Part of a certificate that was checked. `day`: membership of one day or all days in a run; `page`: printed text of
   * a report; `results`: of a connection study; `verifier`: build of the verifier.
   */
  readonly part: Part;
  /** True if the part matches; null if it could not be checked. */
  readonly fits: boolean | null;
  readonly message: string;
}

export const finding = (part: Part, fits: boolean | null, message: string): Finding => ({
  part,
  fits,
  message,
});

export interface Verdict {
  /** One finding per part that was reached, in the order of `Part`. */
  readonly findings: readonly Finding[];
  /** Certificate that this verifier computed; absent if the verifier could not run. */
  readonly recomputed?: Certificate;
}

interface Conclusion {
  readonly verdict: VerificationVerdict;
  /** Parts that could not be checked. */
  readonly not_judged: readonly NotJudged[];
  readonly words: string;
}

/** Conclusion from findings. `refused`: a part does not match, or the certificate states that a rule is broken. */
export function conclusion({ findings }: Pick<Verdict, 'findings'>): Conclusion {
  const partsWith = (fits: boolean | null) =>
    findings.filter((each) => each.fits === fits).map(({ part }) => part);
  const [wrong, open] = [partsWith(false), partsWith(null)];
  const not_judged = findings
    .filter(({ fits }) => fits === null)
    .map(({ part, message }) => ({ what: part, where: 'certificate', why: message }));
  const say = (verdict: VerificationVerdict, words: string) => ({ verdict, not_judged, words });
  if (wrong.length === 0 && open.length === 0)
    return say('verified', 'Verified: the files match the certificate and pass every check.');
  if (wrong.length === 0 && open.every((part) => part === 'key'))
    return say('not_fully_judged', 'Intact, signed by an unknown key: add jwks.json of the service.');
  if (wrong.length === 0)
    return say('not_fully_judged', `Not everything could be checked: ${open.join(', ')}.`);
  if (open.length === 0 && wrong.every((part) => part === 'rules'))
    return say('refused', 'The certificate matches and states that rules are broken.');
  const rest = open.length > 0 ? `; not checked: ${open.join(', ')}` : '';
  return say(
    'refused',
    `Not verified: ${wrong.join(', ')} ${wrong.length > 1 ? 'do' : 'does'} not match${rest}.`,
  );
}
