/** Rules for new passwords: short ones must mix characters, long ones need not (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5.0, 6.2). */
import { Unprocessable } from '../http/errors.ts';
import { readWords } from '../http/read-words.ts';

const COMMON = readWords(new URL('./common-passwords.tsv', import.meta.url));
const all = (kind: 'whole' | 'stem' | 'ending'): string[] =>
  COMMON.flatMap(([name, words]) => (name === kind ? words : []));
const ENDINGS = all('ending');

/**
 * Passwords that attackers try first, in lower case: complete passwords, and stems to which people add required digits
 * and signs. Passwords of fewer than 8 characters are omitted, because the other rules refuse them.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...all('whole'),
  ...all('stem').flatMap((stem) => ENDINGS.map((ending) => stem + ending)),
]);

interface PasswordPolicy {
  /** Shortest password, code points. */
  readonly minLength: number;
  /** True if passwords shorter than 15 characters must mix lower case, upper case, digits and other characters. */
  readonly classes: boolean;
}

interface PasswordCandidate {
  readonly password: string;
  readonly username: string;
  /** The password that the new one replaces; absent for a new account. */
  readonly current?: string;
}

const MAX_LENGTH = 128;
const SERVICE_NAMES = ['gridopt', 'grid-opt', 'grid opt'];
const MIN_NAME_LENGTH = 4;
const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Keyboard rows, each repeated beyond the length of the longest password, so that a sequence may begin at any key. */
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].reverse().join('')]).map((row) =>
  row.repeat(Math.ceil(MAX_LENGTH / row.length) + 1),
);
/** Least number of different characters; a password with fewer is refused as a plain sequence. */
const LEAST_DISTINCT = 4;

/** One sentence per rule that the password breaks; empty for a good password. */
export function passwordProblems(candidate: PasswordCandidate, policy: PasswordPolicy): string[] {
  const password = candidate.password.normalize('NFKC');
  const length = [...password].length;
  const lower = password.toLowerCase();
  const required = policy.classes ? requiredClasses(length) : 1;
  const findings: readonly (readonly [boolean, string])[] = [
    [length < policy.minLength, `Password should have at least ${policy.minLength} characters`],
    [length > MAX_LENGTH, `Password should have at most ${MAX_LENGTH} characters`],
    [
      countClasses(password) < required,
      `Password of this length should mix at least ${required} of: lower case, upper case, digits, other characters`,
    ],
    [
      COMMON_PASSWORDS.has(lower) || COMMON_PASSWORDS.has(coreOf(lower)),
      'Password is one of the most common passwords, or one with digits or signs around it',
    ],
    [containsName(lower, candidate.username), 'Password should not contain the username or the service name'],
    [isPlain(lower), 'Password should not be one repeated character or a plain sequence'],
    [password === candidate.current?.normalize('NFKC'), 'Password should differ from the current one'],
  ];
  return findings.filter(([fails]) => fails).map(([, message]) => message);
}

function requiredClasses(length: number): number {
  if (length >= 15) return 1;
  return length >= 12 ? 2 : 3;
}

const countClasses = (password: string): number => CLASSES.filter((kind) => kind.test(password)).length;

const containsName = (lower: string, username: string): boolean =>
  [...SERVICE_NAMES, username.toLowerCase()].some(
    (name) => name.length >= MIN_NAME_LENGTH && lower.includes(name),
  );

/** `letmeinletmein1` -> `letmein`: removes digits and signs at both ends, then repetitions. */
function coreOf(lower: string): string {
  const characters = [...lower];
  const isLetter = characters.map((character) => /\p{L}/u.test(character));
  const word = characters.slice(Math.max(0, isLetter.indexOf(true)), isLetter.lastIndexOf(true) + 1).join('');
  const again = (word + word).indexOf(word, 1);
  return word.slice(0, again);
}

const isPlain = (lower: string): boolean =>
  lower.length > 0 &&
  (new Set(lower).size < LEAST_DISTINCT || SEQUENCES.some((sequence) => sequence.includes(lower)));

export interface PasswordSettings {
  readonly PASSWORD_MIN_LENGTH: number;
  readonly PASSWORD_CLASSES: string;
}

/** The password policy of the settings. */
export const toPolicy = ({ PASSWORD_MIN_LENGTH, PASSWORD_CLASSES }: PasswordSettings): PasswordPolicy => ({
  minLength: PASSWORD_MIN_LENGTH,
  classes: PASSWORD_CLASSES === 'on',
});

/** Throws `Unprocessable` with one problem per failed rule, located at this field of the body. */
export function requireGoodPassword(
  candidate: PasswordCandidate,
  field: string,
  settings: PasswordSettings,
): void {
  const problems = passwordProblems(candidate, toPolicy(settings));
  if (problems.length === 0) return;
  throw new Unprocessable(problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
}
