/** One key for one submission, so that a request that is sent again does nothing twice. */
import { useRef } from 'preact/hooks';
import { Problem } from '../../client/problem.ts';
import { submissionKey } from '../../client/runs.ts';

export interface SubmissionKey {
  /** The key stays the same until an answer is there: nobody knows before whether the request arrived. */
  use<T>(send: (key: string) => Promise<T>): Promise<T>;
}

/** `of` says what is submitted: another content is another submission. */
export function useSubmissionKey(of = ''): SubmissionKey {
  const kept = useRef<{ readonly of: string; readonly key: string } | undefined>(undefined);
  return {
    async use(send) {
      if (kept.current?.of !== of) kept.current = { of, key: submissionKey() };
      try {
        const answer = await send(kept.current.key);
        kept.current = undefined;
        return answer;
      } catch (error) {
        if (error instanceof Problem && isAnswer(error)) kept.current = undefined;
        throw error;
      }
    },
  };
}

/** Refused for what it is; a server out of reach, behind a proxy perhaps, may have taken it. */
const isAnswer = ({ status }: Problem): boolean => status >= 400 && status < 500 && status !== 429;
