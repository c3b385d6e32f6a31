/** Table of shared links. */
import type { Reply } from '../../client/client.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Card, Empty, Loaded, Time } from '../parts/elements.tsx';
import { count } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { get, remove } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';

export type Share = Reply<'getShares'>['shares'][number];

const PATHS = { job: '/jobs', experiment: '/experiments', run: '/runs' } as const;

const WHAT: Column<Share> = {
  head: 'What',
  cell: ({ kind, id }) => (
    <a href={href(`${PATHS[kind]}/${id}`)}>
      {kind} {id.slice(0, 8)}
    </a>
  ),
};

interface ShareTableProps {
  readonly shares: readonly Share[];
  /** True to add a column with the shared record. */
  readonly ofAll?: true;
  readonly onChange: () => void;
}

export const ShareTable = ({ shares, ofAll, onChange }: ShareTableProps) => (
  <Table
    caption="Links"
    rows={shares}
    keyOf={({ share_id }) => share_id}
    columns={[
      ...(ofAll ? [WHAT] : []),
      { head: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
      { head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
      { head: 'Opened', isNumber: true, cell: ({ opened }) => count(opened) },
      { head: 'Last opened', cell: ({ last_opened_at }) => <Time at={last_opened_at} /> },
      {
        head: 'Action',
        cell: ({ share_id, kind, opened }) => (
          <ConfirmButton
            text="Revoke"
            label={`Revoke the link to this ${kind}, opened ${count(opened)} ${opened === 1 ? 'time' : 'times'}`}
            question="Revoke this link?"
            work={async () => {
              await remove('/api/shares/{share_id}', { params: { path: { share_id } } });
              onChange();
            }}
          >
            The link stops working. This cannot be undone.
          </ConfirmButton>
        ),
      },
    ]}
  />
);

export function ShareLinks() {
  const load = useLoad(() => get('/api/shares'), []);
  return (
    <Card title="Shared links">
      <Loaded load={load}>
        {({ shares }) =>
          shares.length > 0 ? (
            <ShareTable shares={shares} ofAll onChange={load.reload} />
          ) : (
            <Empty>No shared links. Use Share on a job, experiment or run.</Empty>
          )
        }
      </Loaded>
    </Card>
  );
}
