/** A blocking rule that matches when one of its patterns does. */
import { pattern } from '../pattern.ts';
import type { Rule } from './rule.ts';

export function patternsRule(id: string, warning: string, sources: readonly string[]): Rule {
  const patterns = sources.map(pattern);
  return {
    id,
    action: 'block',
    warning,
    matches: (view) => patterns.some((matches) => matches(view)),
  };
}
