/** Filters an answer while it is written: each word is released as soon as it is known to be harmless. */
import { createLeakDetector } from './prompt-leak.ts';
import { cleanUnit, INVISIBLE, type Removed, unitEnd } from './text-unit.ts';

type Reason = Removed | 'system_prompt';

interface Filtered {
  /** The whole answer as it may be kept and shown. */
  readonly text: string;
  /** Something was taken out. */
  readonly moderated: boolean;
  readonly reasons: readonly Reason[];
}

interface OutputStream {
  /** Takes what the model wrote next and returns what may be shown next. */
  push(fragment: string): string;
  /** What remains to be shown. After a leak it is the refusal, which replaces all that was shown. */
  end(): Filtered & { readonly rest: string };
}

/** Words in a row of the system prompt after which the text waits to see whether it is a copy. */
const SUSPICIOUS = 4;
/** Characters before the newest ones in which a copied run may have begun. */
const WINDOW = 400;
/** A longer word is looked at again when it has grown by this part, so that its cost does not grow with its square. */
const LONG_UNIT = 1000;
const GROWTH = 0.25;

/** `systemPrompt`: what the answer must not give away. */
export function createOutputStream(systemPrompt: string): OutputStream {
  const detector = createLeakDetector(systemPrompt);
  const reasons = new Set<Reason>();
  /** Not yet a whole unit; clean but perhaps a copy of the prompt; shown. */
  let raw = '';
  let waiting = '';
  let shown = '';
  /** The end of what is shown. */
  let tail = '';
  let nextLook = 0;

  const takeUnits = (isLast: boolean): void => {
    let start = 0;
    for (let end = unitEnd(raw, 0, isLast); end !== undefined; end = unitEnd(raw, start, isLast)) {
      const { text, removed } = cleanUnit(raw.slice(start, end));
      for (const reason of removed) reasons.add(reason);
      waiting += text;
      start = end;
    }
    raw = raw.slice(start);
    nextLook = raw.length > LONG_UNIT ? raw.length * (1 + GROWTH) : 0;
  };
  const release = (): string => {
    const recent = tail + waiting;
    if (waiting && detector.finds(recent)) reasons.add('system_prompt');
    if (reasons.has('system_prompt') || detector.trailingRun(recent) >= SUSPICIOUS) return '';
    const released = waiting;
    shown += released;
    tail = recent.slice(-WINDOW);
    waiting = '';
    return released;
  };
  return {
    push: (fragment) => {
      if (reasons.has('system_prompt')) return '';
      // The other half of a character may have come before.
      const newest = raw.slice(-1) + fragment;
      const visible = newest.replace(INVISIBLE, '');
      if (visible.length < newest.length) reasons.add('invisible');
      raw = raw.slice(0, -1) + visible;
      if (raw.length < nextLook) return '';
      takeUnits(false);
      return release();
    },
    end: () => {
      takeUnits(true);
      if (detector.finds(shown + waiting)) reasons.add('system_prompt');
      const leaks = reasons.has('system_prompt');
      const text = leaks ? REFUSAL : shown + waiting;
      return { text, rest: leaks ? REFUSAL : waiting, moderated: reasons.size > 0, reasons: [...reasons] };
    },
  };
}

/** A whole answer of a model without secrets, links, HTML and copies of the system prompt. */
export function filterOutput(text: string, systemPrompt: string): Filtered {
  const stream = createOutputStream(systemPrompt);
  stream.push(text);
  const { rest: _, ...filtered } = stream.end();
  return filtered;
}

/** What is said in place of an answer that must not be shown. */
export const REFUSAL =
  'I am sorry, but I cannot share that. I am glad to help with your case: its schedule, prices, constraints or results.';
