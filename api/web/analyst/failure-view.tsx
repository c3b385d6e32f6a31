/** Why there is no answer, and what to do about it. */
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../parts/elements.tsx';
import type { Failure } from './conversation.ts';

interface FailureProps {
  readonly failure: Failure;
  readonly onAgain: (() => void) | undefined;
}

/** A longer wait is left to the person, s. */
const PATIENCE_S = 90;

export function FailureView({ failure, onAgain }: FailureProps) {
  const { status, code, retryAfterS } = failure;
  const waitS =
    status === 429 && retryAfterS !== undefined && retryAfterS <= PATIENCE_S ? retryAfterS : undefined;
  const left = useCountdown(onAgain && waitS, onAgain);
  return (
    <Notice tone={code === 'AI_NOT_CONFIGURED' ? 'quiet' : status === 422 ? 'warning' : 'bad'}>
      {inWords(failure)}
      {left !== undefined && ` It is asked again in ${left} s.`}{' '}
      {onAgain && status !== 422 && (
        <button type="button" onClick={onAgain}>
          Ask again
        </button>
      )}
    </Notice>
  );
}

function inWords({ status, message, code, retryAfterS }: Failure): string {
  if (code === 'AI_NOT_CONFIGURED') return NOT_CONFIGURED;
  if (status === 429)
    return `Too many requests${retryAfterS ? `; again in ${retryAfterS} s` : ''}: ${message}.`;
  if (status === 403) return `You may not ask this: ${message}.`;
  if (status === 502) return 'The language model did not answer.';
  return message;
}

/** No names of settings: who runs the service finds them in its guide. */
export const NOT_CONFIGURED =
  'This service has no language model, so it cannot answer in its own words. The suggested questions are answered all the same: computed from the result.';

/** Seconds that are left; calls `done` when there are none. */
function useCountdown(seconds: number | undefined, done: (() => void) | undefined): number | undefined {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === undefined || !done) return undefined;
    if (left <= 0) {
      done();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, done === undefined]);
  return done && left;
}
