/** What a check of a certificate finds, and what to say of all of it. */
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
  | 'verifier'
  | 'figures'
  | 'rules';

export interface Finding {
  /** `day`: the place of a day, or of all days, in a run; `page`: what a report prints; `verifier`: which one judged. */
  readonly part: Part;
  /** null = it could not be checked. */
  readonly fits: boolean | null;
  readonly message: string;
}

export const finding = (part: Part, fits: boolean | null, message: string): Finding => ({
  part,
  fits,
  message,
});

export interface Verdict {
  /** One for each part that could be reached, in the order of `Part`. */
  readonly findings: readonly Finding[];
  /** What the verifier finds today; absent where it could not run. */
  readonly found?: Certificate;
}

interface Conclusion {
  readonly verdict: VerificationVerdict;
  /** Parts that could not be checked. */
  readonly not_judged: readonly NotJudged[];
  readonly words: string;
}

/** `refused`: something does not fit, or a rule is broken, as the certificate itself may say. */
export function conclusion({ findings }: Pick<Verdict, 'findings'>): Conclusion {
  const named = (fits: boolean | null) =>
    findings.filter((each) => each.fits === fits).map(({ part }) => part);
  const [wrong, open] = [named(false), named(null)];
  const not_judged = findings
    .filter(({ fits }) => fits === null)
    .map(({ part, message }) => ({ what: part, where: 'certificate', why: message }));
  const say = (verdict: VerificationVerdict, words: string) => ({ verdict, not_judged, words });
  if (wrong.length === 0 && open.length === 0)
    return say('verified', 'Verified: the files match the certificate and pass every check.');
  if (wrong.length === 0 && open.every((part) => part === 'key'))
    return say('not_fully_judged', 'Intact, signed by an unknown key: bring the jwks.json of the service.');
  if (wrong.length === 0)
    return say('not_fully_judged', `Not everything could be checked: ${open.join(', ')}.`);
  if (open.length === 0 && wrong.every((part) => part === 'rules'))
    return say('refused', 'The certificate fits, and says itself that rules are broken.');
  const rest = open.length > 0 ? `; not checked: ${open.join(', ')}` : '';
  return say(
    'refused',
    `Not verified: ${wrong.join(', ')} ${wrong.length > 1 ? 'do' : 'does'} not match${rest}.`,
  );
}
