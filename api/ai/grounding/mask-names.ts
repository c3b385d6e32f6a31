/** Names that look like figures, such as the line `16-17`, made unreadable at the same length. */
import { roleAfter } from './mentions/role.ts';

/** Not where the sentence speaks of hours: there it is a span of them. */
export function maskNames(sentence: string, numbered: ReadonlySet<string>): string {
  let masked = sentence;
  for (const name of numbered) {
    for (let at = masked.indexOf(name); at >= 0; at = masked.indexOf(name, at + 1)) {
      const before = masked.slice(0, at);
      const isWhole = !/[\d.,-]$/.test(before) && !/^[\d-]|^[.,]\d/.test(masked.slice(at + name.length));
      if (!isWhole || roleAfter(before) === 'hour') continue;
      masked = before + '\u0001'.repeat(name.length) + masked.slice(at + name.length);
    }
  }
  return masked;
}
