/** The last conversation, to go on with. */
import { data } from '../../client/client.ts';
import { ProblemNotice } from '../parts/elements.tsx';
import { api } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Conversation, toConversation } from './conversation.ts';

export function History({ onResume }: { readonly onResume: (conversation: Conversation) => void }) {
  const load = useLoad((signal) => data(api.GET('/api/ai/chat/history', { signal })), []);
  if (load.problem) return <ProblemNotice problem={load.problem} retry={load.reload} />;
  const last = load.data && toConversation(load.data);
  const question = last?.exchanges.at(-1)?.question;
  if (!last || question === undefined) return null;
  return (
    <p>
      Your last conversation ended with “{question.slice(0, 120)}”.{' '}
      <button type="button" onClick={() => onResume(last)}>
        Go on with it
      </button>
    </p>
  );
}
