/** A conversation with the analyst: about a scenario, about a job, or about nothing in particular. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { Notice } from '../parts/elements.tsx';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { isBusy } from './conversation.ts';
import { ExchangeView } from './exchange-view.tsx';
import { explanationOf } from './explanation.tsx';
import { NOT_CONFIGURED } from './failure-view.tsx';
import { History } from './history.tsx';
import { QuestionForm } from './question-form.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { type ChatContext, useChat } from './use-chat.ts';

interface ChatProps extends Partial<ChatContext> {
  /** Offers to go on with the last conversation, whatever that was about. */
  readonly hasHistory?: boolean;
  /** Whose explanation answers the suggestions where there is no model. */
  readonly explained?: string | undefined;
}

/** What is asked, and the parts of an explanation that answer it. */
const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  'Which lines bind, and when?': ['binding_constraints'],
  'Where and when is the price highest, and why?': ['lmp_decomposition', 'marginal_units'],
  'Which unit is the most expensive?': ['cost_breakdown'],
  'Which units start and stop?': ['commitment_schedule'],
};

export function Chat({ agentId = 'analyst', scenarioId, jobId, hasHistory, explained }: ChatProps) {
  const { conversation, ask, compute, stop, resume } = useChat({ agentId, scenarioId, jobId });
  const [text, setText] = useState('');
  const { data: known } = useLoad((signal) => data(api.GET('/api/ai/agents', { signal })), []);
  const hasModel = known?.agents.find(({ id }) => id === agentId)?.configured !== false;
  const busy = isBusy(conversation);
  const announcement = useAnnouncement(conversation);
  const end = useRef<HTMLDivElement>(null);
  const { exchanges } = conversation;
  useEffect(() => {
    if (exchanges.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [exchanges.length, busy]);
  const send = (question: string): void => {
    if (busy || question.trim() === '') return;
    const parts = hasModel ? undefined : SUGGESTIONS[question];
    if (parts) void compute(question, () => explanationOf(parts, explained, jobId));
    else ask(question.trim());
    setText('');
  };
  return (
    <section class="chat" aria-label="Conversation with the analyst">
      {hasHistory && exchanges.length === 0 && <History onResume={resume} />}
      {!hasModel && <Notice tone="quiet">{NOT_CONFIGURED}</Notice>}
      {(exchanges.length === 0 || !hasModel) && (
        <ul class="plain suggestions" aria-label="To begin with">
          {Object.keys(SUGGESTIONS).map((question) => (
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
