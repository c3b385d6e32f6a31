/** What is read aloud: an answer once, when it is finished, and not every word of it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Conversation, type Exchange, isOpen } from './conversation.ts';

export function useAnnouncement({ exchanges }: Conversation): string {
  const [said, setSaid] = useState('');
  const wasOpen = useRef(false);
  const last = exchanges.at(-1);
  const isAnswering = last !== undefined && isOpen(last);
  useEffect(() => {
    if (wasOpen.current && last && !isAnswering) setSaid(inWords(last));
    if (!wasOpen.current && isAnswering) setSaid('The analyst is answering');
    wasOpen.current = isAnswering;
  }, [isAnswering, last]);
  return said;
}

function inWords({ phase, answer, failure }: Exchange): string {
  if (phase === 'done') return `Answer: ${answer}`;
  if (phase === 'stopped') return 'The answer was stopped';
  return failure?.message ?? '';
}
