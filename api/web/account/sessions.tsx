/** Lists the sessions of the account and ends single ones. */
import { useState } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Button } from '../parts/button.tsx';
import { Badge, Card, Loaded, Time } from '../parts/elements.tsx';
import { FieldForm, PASSWORD } from '../parts/field-form.tsx';
import { programName } from '../parts/format.ts';
import { get, remove } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

type Session = Reply<'getUsersMeSessions'>['sessions'][number];

const PROGRAM: Column<Session> = {
  head: 'Program',
  cell: ({ user_agent }) => <span title={user_agent ?? undefined}>{programName(user_agent)}</span>,
};
const TIMES: readonly Column<Session>[] = [
  { head: 'Signed in', cell: ({ signed_in_at }) => <Time at={signed_in_at} /> },
  { head: 'Last renewed', cell: ({ renewed_at }) => (renewed_at ? <Time at={renewed_at} /> : 'never') },
  { head: 'Ends unless renewed', cell: ({ ends_at }) => <Time at={ends_at} /> },
];

export function Sessions() {
  const sessions = useLoad(() => get('/api/users/me/sessions'), []);
  const [selected, setSelected] = useState<Session>();
  const action: Column<Session> = {
    head: 'Action',
    cell: (session) =>
      session.is_current ? (
        <Badge text="this session" tone="info" />
      ) : (
        <Button text="End" look="danger" onClick={() => setSelected(session)} />
      ),
  };
  return (
    <Card title="Sessions">
      <p>
        Where your account is signed in. End any session that you do not recognize, then change your password.
      </p>
      <Loaded load={sessions}>
        {(list) => (
          <Table
            caption="Your sessions"
            columns={[PROGRAM, action, ...TIMES]}
            rows={list.sessions}
            keyOf={({ session_id }) => session_id}
          />
        )}
      </Loaded>
      {selected && (
        <EndSession
          key={selected.session_id}
          session={selected}
          onEnded={() => {
            setSelected(undefined);
            sessions.reload();
          }}
          onBack={() => setSelected(undefined)}
        />
      )}
    </Card>
  );
}

interface EndSessionProps {
  readonly session: Session;
  readonly onEnded: () => void;
  readonly onBack: () => void;
}

const EndSession = ({
  session: { session_id, signed_in_at, user_agent },
  onEnded,
  onBack,
}: EndSessionProps) => (
  <FieldForm
    submit="End the session"
    onBack={onBack}
    first={{ current_password: '' }}
    fields={[{ ...PASSWORD, takesFocus: true }]}
    work={async (body) => {
      const params = { path: { session_id } };
      await remove('/api/users/me/sessions/{session_id}', { params, body });
      onEnded();
    }}
  >
    <h3>
      End the session of {programName(user_agent)}, signed in <Time at={signed_in_at} />?
    </h3>
  </FieldForm>
);
