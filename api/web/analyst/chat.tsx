/** Chat with the analyst about a job. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { explanationOf, partsFor, SUGGESTIONS } from '../../client/explanations.ts';
import { Button } from '../parts/button.tsx';
import { Card, Notice, ProblemNotice } from '../parts/elements.tsx';
import { sends } from '../parts/form.tsx';
import { api, get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import type { ResultViewProps } from '../results/view.ts';
import { type Conversation, type Exchange, isBusy, isOpen, toConversation } from './conversation.ts';
import { ExchangeView, NOT_CONFIGURED } from './exchange-view.tsx';
import { AGENT, useChat } from './use-chat.ts';

/**
 * Chat about a job. Without a language model, the suggested questions are answered from the stored explanation of its
 * scenario.
 */
export function Ask({ job: { job_id, scenario_id } }: ResultViewProps) {
  const { conversation, ask, compute, stop, resume } = useChat(job_id);
  const [text, setText] = useState('');
  const { data: agentList } = useLoad((signal) => get('/api/ai/agents', { signal }), []);
  const hasModel = agentList?.agents.find(({ id }) => id === AGENT)?.configured !== false;
  const busy = isBusy(conversation);
  const announcement = useAnnouncement(conversation);
  const end = useRef<HTMLDivElement>(null);
  const { exchanges } = conversation;
  useEffect(() => {
    if (exchanges.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [exchanges.length, busy]);
  const send = (question: string): void => {
    if (busy || question.trim() === '') return;
    const parts = hasModel ? undefined : partsFor(question);
    if (parts) void compute(question, () => explanationOf(api, parts, scenario_id, job_id));
    else ask(question.trim());
    setText('');
  };
  return (
    <Card title="Ask about this job">
      {exchanges.length === 0 && <History onResume={resume} />}
      {!hasModel && <Notice tone="quiet">{NOT_CONFIGURED}</Notice>}
      {(exchanges.length === 0 || !hasModel) && (
        <ul class="plain suggestions" aria-label="To begin with">
          {Object.keys(SUGGESTIONS).map((question) => (
            <li key={question}>
              <Button text={question} onClick={() => send(question)} />
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
      {exchanges.length > 0 && <Button text="New conversation" disabled={busy} onClick={() => resume()} />}
      <div ref={end} />
      <div class="unseen" role="status">
        {announcement}
      </div>
    </Card>
  );
}

function History({ onResume }: { readonly onResume: (conversation: Conversation) => void }) {
  const load = useLoad((signal) => get('/api/ai/chat/history', { signal }), []);
  if (load.problem) return <ProblemNotice problem={load.problem} retry={load.reload} />;
  const last = load.data && toConversation(load.data);
  const question = last?.exchanges.at(-1)?.question;
  if (!last || question === undefined) return null;
  return (
    <p>
      Your last conversation ended with “{question.slice(0, 120)}”.{' '}
      <Button text="Continue it" onClick={() => onResume(last)} />
    </p>
  );
}

function useAnnouncement({ exchanges }: Conversation): string {
  const [announcement, setAnnouncement] = useState('');
  const wasOpen = useRef(false);
  const last = exchanges.at(-1);
  const isAnswering = last !== undefined && isOpen(last);
  useEffect(() => {
    if (wasOpen.current && last && !isAnswering) setAnnouncement(inWords(last));
    if (!wasOpen.current && isAnswering) setAnnouncement('The analyst is answering');
    wasOpen.current = isAnswering;
  }, [isAnswering, last]);
  return announcement;
}

function inWords({ phase, answer, failure }: Exchange): string {
  if (phase === 'done') return `Answer: ${answer}`;
  if (phase === 'stopped') return 'The answer was stopped';
  return failure?.message ?? '';
}

interface QuestionFormProps {
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly isBusy: boolean;
}

/** Longest question that the server accepts, characters. */
const LONGEST = 4000;

function QuestionForm({ value, onValue, onSend, onStop, isBusy }: QuestionFormProps) {
  const id = useId();
  return (
    <form class="field ask" onSubmit={sends(onSend)}>
      <label for={id}>Question</label>
      <textarea
        id={id}
        rows={2}
        maxLength={LONGEST}
        value={value}
        aria-describedby={`${id}-keys`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
        onKeyDown={(event) => {
          // With an input method (Chinese, Japanese, Korean), Enter may also confirm a word; it must not send the
          // question then.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
      <small id={`${id}-keys`}>Enter sends, Shift+Enter breaks the line.</small>
      <div class="buttons">
        {isBusy ? (
          <Button text="Stop" onClick={onStop} />
        ) : (
          <button type="submit" class="primary" disabled={value.trim() === ''}>
            Send
          </button>
        )}
      </div>
    </form>
  );
}
