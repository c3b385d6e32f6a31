/** What a check of a certificate finds, and what to say of all of it. */
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';

type Part =
  | 'certificate'
  | 'day'
  | 'key'
  | 'signature'
  | 'case'
  | 'schedule'
  | 'verifier'
  | 'figures'
  | 'rules';

export interface Finding {
  /** `day`: the place of a day, or of all days, in a run; `verifier`: which one judged. */
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

/** `broken`: everything fits, but the schedule breaks rules, as its certificate says. */
export function conclusion({ findings }: Verdict) {
  const named = (fits: boolean | null) =>
    findings.filter((each) => each.fits === fits).map(({ part }) => part);
  const [wrong, open] = [named(false), named(null)];
  const say = (is: 'good' | 'broken' | 'bad', words: string) => ({ is, words });
  if (open.length > 0 && wrong.length === 0)
    return say('bad', `Not everything could be checked: bring what is missing (${open.join(', ')}).`);
  if (wrong.length === 0)
    return say('good', 'Everything fits: this is what was certified, and it keeps every rule.');
  if (open.length === 0 && wrong.every((part) => part === 'rules'))
    return say('broken', 'The certificate fits, and says itself that rules are broken.');
  const rest = open.length > 0 ? `; not checked: ${open.join(', ')}` : '';
  return say('bad', `Do not rely on this: what does not fit is the ${wrong.join(', the ')}${rest}.`);
}
