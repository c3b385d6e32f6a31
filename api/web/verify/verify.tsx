/** Checks a certificate in the browser. Files that the user drops are not uploaded. */
import { useState } from 'preact/hooks';
import { conclusion, type Verdict } from '../../client/offline/findings.ts';
import { Button } from '../parts/button.tsx';
import { CheckTable } from '../parts/check-table.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Badge, Card, Notice, Page, Spinner } from '../parts/elements.tsx';
import { money } from '../parts/format.ts';
import { inWorker } from '../parts/in-worker.ts';
import { capitalized } from '../parts/interval.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { ScheduleCheck, VERDICT_TONES } from './schedule-check.tsx';
import type { Ask, Checked, Question } from './verify-worker.ts';

const ask: Ask = inWorker<Question, Checked>(
  () => new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' }),
);

/** Public keys of the service from which the page was loaded; undefined if it has none. */
const ownKeys = async (): Promise<unknown> => {
  const reply = await fetch('.well-known/jwks.json').catch(() => undefined);
  return reply?.ok ? reply.json().catch(() => undefined) : undefined;
};

export function Verify() {
  const [files, setFiles] = useState<readonly File[]>([]);
  // Keys and worker are loaded before the first file arrives, so that the check works offline afterwards.
  const { data: serviceKeys } = useLoad(ownKeys, []);
  const {
    data: checked,
    isLoading,
    problem,
  } = useLoad(() => ask({ files, own: serviceKeys }), [files, serviceKeys]);
  return (
    <Page
      title="Check a certificate"
      actions={files.length > 0 && <Button text="Start over" onClick={() => setFiles([])} />}
    >
      <Card title="Files">
        <p>
          Drop a report, or a certificate with its case and result, or the results of its study. They are
          checked in this browser: nothing is uploaded, you may go offline.
        </p>
        <DropZone
          multiple
          accept=".json,.html"
          onFile={(file) => setFiles((previous) => [...previous, file])}
        >
          Certificate, case, result and public keys as JSON, or a report as HTML, in any order.
        </DropZone>
        <ul class="rows">
          {checked?.given.map(({ name, is, isWrong }, at) => (
            <li key={`${at} ${name}`}>
              <span>
                {name} <Badge text={is} tone={isWrong ? 'bad' : 'quiet'} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {files.length > 0 && isLoading && <Spinner label="Checking" />}
      {problem && <Notice tone="bad">The check failed: {problem.message}</Notice>}
      {checked?.verdict && <VerdictView verdict={checked.verdict} keysFrom={checked.keysFrom} />}
      <ScheduleCheck ask={ask} />
    </Page>
  );
}

const KEYS_FROM = {
  file: 'The public keys are from your file.',
  service: 'The public keys are those of this service.',
  report: 'The public key is from the report itself. To confirm who signed, add jwks.json of your service.',
} as const;
const FITS = {
  true: { text: 'yes', tone: 'good' },
  false: { text: 'no', tone: 'bad' },
  null: { text: 'not checked', tone: 'warning' },
} as const;

interface Judged {
  readonly verdict: Verdict;
  readonly keysFrom: Checked['keysFrom'] | undefined;
}

function VerdictView({ verdict, keysFrom = 'file' }: Judged) {
  const { findings, recomputed } = verdict;
  const { verdict: outcome, words } = conclusion(verdict);
  return (
    <>
      <Notice tone={VERDICT_TONES[outcome]}>
        {words} {KEYS_FROM[keysFrom]}
      </Notice>
      <Card title="Findings">
        <Table
          caption="Findings"
          rows={findings}
          keyOf={({ part }) => part}
          columns={[
            { head: 'Part', cell: ({ part }) => capitalized(part) },
            { head: 'Fits', cell: ({ fits }) => <Badge {...FITS[`${fits}`]} /> },
            { head: 'Why', cell: ({ message }) => <span class="hashes">{message}</span> },
          ]}
        />
      </Card>
      {recomputed && (
        <Card title={`Checks repeated: objective ${money(recomputed.recomputed_objective_usd)}`}>
          <CheckTable checks={recomputed.checks} prices={recomputed.prices} />
        </Card>
      )}
    </>
  );
}
