/** Filters an answer while it is written: each word is released once it is known to be harmless. */
import { createLeakDetector } from './prompt-leak.ts';
import { cleanUnit, INVISIBLE, type Removed, unitEnd } from './text-unit.ts';

type Reason = Removed | 'system_prompt';

interface Filtered {
  /** The whole answer after filtering. */
  readonly text: string;
  /** True if something was removed. */
  readonly moderated: boolean;
  readonly reasons: readonly Reason[];
}

interface OutputStream {
  /** Takes the next fragment and returns the text that may be shown. */
  push(fragment: string): string;
  /** Returns the remaining text. After a leak, `rest` is the refusal, which replaces all text shown before. */
  end(): Filtered & { readonly rest: string };
}

/** Number of consecutive words of the system prompt after which text is held back, because it may be a copy. */
const SUSPICIOUS = 4;
/** Number of latest characters in which a copied run may begin. */
const WINDOW = 400;
/**
 * Length, characters, above which a word is checked again only when it has grown by the share `GROWTH`, to avoid
 * quadratic cost.
 */
const LONG_UNIT = 1000;
const GROWTH = 0.25;

/** Creates the filter of one answer. `systemPrompt`: text that the answer must not disclose. */
export function createOutputStream(systemPrompt: string): OutputStream {
  const detector = createLeakDetector(systemPrompt);
  const reasons = new Set<Reason>();
  /**
   * State of the stream: the incomplete unit, clean text that is held because it may copy the prompt, and the text
   * shown.
   */
  let raw = '';
  let waiting = '';
  let shown = '';
  /** Last characters of the text shown, in which a copied run may begin. */
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
      // The first half of a surrogate pair may be in the previous fragment.
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

/** Removes secrets, links, HTML and copies of the system prompt from a complete answer. */
export function filterOutput(text: string, systemPrompt: string): Filtered {
  const stream = createOutputStream(systemPrompt);
  stream.push(text);
  const { rest: _, ...filtered } = stream.end();
  return filtered;
}

/** Text that replaces an answer that must not be shown. */
export const REFUSAL =
  'I am sorry, but I cannot share that. I am glad to help with your case: its schedule, prices, constraints or results.';
