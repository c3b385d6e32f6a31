/**
 * Passwords that attackers try first, in lower case: whole ones of `common-passwords.tsv`, and its stems with its endings, as
 * people end words when they are asked for digits and signs. Only those of 8 and more characters matter: the other
 * rules refuse what is shorter.
 */
import { readWords } from '../http/read-words.ts';

const ROWS = readWords(new URL('./common-passwords.tsv', import.meta.url));
const all = (kind: 'whole' | 'stem' | 'ending'): string[] =>
  ROWS.flatMap(([name, words]) => (name === kind ? words : []));
const ENDINGS = all('ending');

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...all('whole'),
  ...all('stem').flatMap((stem) => ENDINGS.map((ending) => stem + ending)),
]);
