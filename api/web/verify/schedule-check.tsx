/** Checks a schedule from any tool against its case; the server does the check. */
import { useState } from 'preact/hooks';
import {
  VERDICT_WORDS,
  type Verification,
  verdictReason,
  verificationLines,
  verifyFiles,
} from '../../client/verify-files.ts';
import { Button } from '../parts/button.tsx';
import { CheckTable } from '../parts/check-table.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Card, Loaded, Notice } from '../parts/elements.tsx';
import { money, percent } from '../parts/format.ts';
import { href } from '../parts/router.ts';
import { api, me } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { useLoad } from '../parts/use-load.ts';
import type { Ask } from './verify-worker.ts';

export const VERDICT_TONES = { verified: 'good', refused: 'bad', not_fully_judged: 'warning' } as const;

type Files = Readonly<Record<'case' | 'schedule', readonly File[]>>;
const NONE: Files = { case: [], schedule: [] };

async function verify(files: Files, ask: Ask) {
  const { format } = await ask({ files: [], ofCase: files.case });
  if (!format) throw new Error('The case has no format that can be imported');
  const toPart = (file: File) => ({ name: file.name, content: file });
  const parts = { case: files.case.map(toPart), schedule: files.schedule.map(toPart) };
  return verifyFiles(api, parts, { format, bound: true });
}

export function ScheduleCheck({ ask }: { readonly ask: Ask }) {
  const user = useStore(me);
  const [files, setFiles] = useState(NONE);
  const isWhole = files.case.length > 0 && files.schedule.length > 0;
  const load = useLoad(async () => (isWhole ? verify(files, ask) : undefined), [files]);
  const zone = (part: keyof Files, what: string) => (
    <DropZone
      multiple
      onFile={(file) => setFiles((before) => ({ ...before, [part]: [...before[part], file] }))}
    >
      {what} {files[part].map(({ name }) => name).join(', ')}
    </DropZone>
  );
  return (
    <Card
      title="A schedule of another tool"
      actions={files !== NONE && <Button text="Clear" onClick={() => setFiles(NONE)} />}
    >
      {user ? (
        <>
          <p>These files are sent to the server, which checks every rule and stores nothing.</p>
          <div class="grid">
            {zone('case', 'Its case, in any format that can be imported.')}
            {zone('schedule', 'The schedule: of this service, UnitCommitment.jl, Egret or PyPSA.')}
          </div>
          {isWhole && (
            <Loaded load={load}>{(verification) => verification && <VerdictOf {...verification} />}</Loaded>
          )}
        </>
      ) : (
        <p>
          <a href={href('/')}>Sign in</a> to check one: the server reads its files.
        </p>
      )}
    </Card>
  );
}

const VerdictOf = (verification: Verification) => (
  <>
    <Notice tone={VERDICT_TONES[verification.verdict]}>
      <strong>{VERDICT_WORDS[verification.verdict]}</strong>: {verdictReason(verification)}
    </Notice>
    <ul class="plain">
      {[...verification.notes, ...verificationLines(verification, { usd: money, percent })].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <CheckTable {...verification.certificate} />
  </>
);
