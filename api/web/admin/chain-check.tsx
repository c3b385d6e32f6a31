/** Whether the log is as it was written: each entry holds the hash of the one before it. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { Card, Notice, ProblemNotice } from '../parts/elements.tsx';
import { useAction } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { api } from '../parts/session.ts';

type Verdict = Reply<'getAuditVerify'>;

const PROBLEMS: Readonly<Record<NonNullable<Verdict['first_bad']>['problem'], string>> = {
  changed: 'was changed after it was written',
  missing: 'is missing',
  relinked: 'was put behind another entry than it was written after',
  inserted: 'was put in behind the back of the service',
  truncated: 'is missing, and all that came after it',
};

export function ChainCheck() {
  const [verdict, setVerdict] = useState<Verdict>();
  const check = useAction(async () => {
    setVerdict(undefined);
    setVerdict(await data(api.GET('/api/audit/verify')));
  });
  return (
    <Card title="Is the log as it was written?">
      <p>
        Each entry holds the hash of the one before it. So a change, a gap or a false entry shows, even one
        that was made in the database.
      </p>
      <button type="button" aria-disabled={check.isBusy} onClick={check.run}>
        {check.isBusy ? 'Verifying…' : 'Verify the whole log'}
      </button>
      <div aria-live="polite">{verdict && <Told verdict={verdict} />}</div>
      {check.problem && <ProblemNotice problem={check.problem} />}
    </Card>
  );
}

function Told({ verdict: { valid, entries, first_bad } }: { readonly verdict: Verdict }) {
  if (valid) return <Notice tone="good">All {count(entries)} entries are as they were written.</Notice>;
  return (
    <Notice tone="bad">
      {count(entries)} entries are as they were written.{' '}
      {first_bad && (
        <>
          The first that is not is number {first_bad.seq ?? 'unknown'}
          {first_bad.id && ` (${first_bad.id})`}: it {PROBLEMS[first_bad.problem]}.
        </>
      )}
    </Notice>
  );
}
