/** A conversation with the analyst: about a scenario, about a job, or about nothing in particular. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isBusy } from './conversation.ts';
import { ExchangeView } from './exchange-view.tsx';
import { History } from './history.tsx';
import { QuestionForm } from './question-form.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { type ChatContext, useChat } from './use-chat.ts';

interface ChatProps extends Partial<ChatContext> {
  /** Offers to go on with the last conversation, whatever that was about. */
  readonly hasHistory?: boolean;
}

const SUGGESTIONS = [
  'Which lines bind in hour 18?',
  'Where and when is the price highest, and why?',
  'Which unit is the most expensive?',
  'Which units start and stop?',
] as const;

export function Chat({ agentId = 'analyst', scenarioId, jobId, hasHistory = false }: ChatProps) {
  const { conversation, ask, stop, resume } = useChat({ agentId, scenarioId, jobId });
  const [text, setText] = useState('');
  const busy = isBusy(conversation);
  const announcement = useAnnouncement(conversation);
  const end = useRef<HTMLDivElement>(null);
  const { exchanges } = conversation;
  useEffect(() => {
    if (exchanges.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [exchanges.length, busy]);
  const send = (question: string): void => {
    if (busy || question.trim() === '') return;
    ask(question.trim());
    setText('');
  };
  return (
    <section class="chat" aria-label="Conversation with the analyst">
      {hasHistory && exchanges.length === 0 && <History onResume={resume} />}
      {exchanges.length === 0 && (
        <ul class="plain suggestions" aria-label="To begin with">
          {SUGGESTIONS.map((question) => (
            <li key={question}>
              <button type="button" onClick={() => send(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ol class="plain">
        {exchanges.map((exchange, place) => (
          <li key={String(place)}>
            <ExchangeView
              exchange={exchange}
              onAgain={place === exchanges.length - 1 ? () => send(exchange.question) : undefined}
            />
          </li>
        ))}
      </ol>
      <QuestionForm value={text} onValue={setText} onSend={() => send(text)} onStop={stop} isBusy={busy} />
      {exchanges.length > 0 && (
        <button type="button" disabled={busy} onClick={() => resume()}>
          New conversation
        </button>
      )}
      <div ref={end} />
      <div class="unseen" role="status">
        {announcement}
      </div>
    </section>
  );
}
