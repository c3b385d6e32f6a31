/** What a check of a certificate finds. */
import type { Certificate } from '../../../temporal/case/messages/certificate.ts';

type Part = 'certificate' | 'day' | 'key' | 'signature' | 'case' | 'schedule' | 'build' | 'figures' | 'rules';

export interface Finding {
  /** `day`: the place of a day in its run. */
  readonly part: Part;
  /** null = it could not be checked. */
  readonly fits: boolean | null;
  readonly message: string;
}

export const wrong = (part: Finding['part'], message: string): Finding => ({ part, fits: false, message });
export const unchecked = (part: Finding['part'], message: string): Finding => ({ part, fits: null, message });

export interface Verdict {
  /** One for each part that could be reached, in the order of `Part`. */
  readonly findings: readonly Finding[];
  /** What the verifier finds today; absent where it could not run. */
  readonly found?: Certificate;
}

/** Everything fits, and the schedule keeps every rule. */
export const isGood = ({ findings }: Verdict): boolean => findings.every(({ fits }) => fits === true);

/** Everything fits, but the schedule breaks rules, as its certificate says. */
export const breaksRules = ({ findings }: Verdict): boolean =>
  findings.every(({ part, fits }) => (part === 'rules' ? fits === false : fits === true));
