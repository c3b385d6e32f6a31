/** Checks a certificate in the browser: files are dropped, nothing of them leaves this machine. */
import { useEffect, useState } from 'preact/hooks';
import { breaksRules, type Finding, isGood, type Verdict } from '../../client/offline/findings.ts';
import { Button } from '../parts/button.tsx';
import { CHECKS } from '../parts/check-words.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Badge, Card, Notice, Page, Spinner } from '../parts/elements.tsx';
import { money, plain } from '../parts/format.ts';
import { inWorker } from '../parts/in-worker.ts';
import { Table } from '../parts/table.tsx';
import type { Checked, Question } from './verify-worker.ts';

const ask = inWorker<Question, Checked>(
  () => new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' }),
);

/** The keys of the service that the page is from. Without them somebody must bring some. */
const ownKeys = async (): Promise<unknown> => {
  const reply = await fetch('.well-known/jwks.json').catch(() => undefined);
  return reply?.ok ? reply.json().catch(() => undefined) : undefined;
};

export function Verify() {
  const [own, setOwn] = useState<unknown>();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    // Keys and worker are there before the first file: from then on the network may be cut.
    void ownKeys().then(setOwn);
  }, []);
  useEffect(() => {
    let isCurrent = true;
    setFailure('');
    const settle = (set: () => void) => isCurrent && set();
    ask({ files, own }).then(
      (answer) => settle(() => setChecked(answer)),
      (error: Error) => settle(() => setFailure(error.message)),
    );
    return () => {
      isCurrent = false;
    };
  }, [files, own]);
  const isBusy = files.length !== (checked?.given.length ?? 0) && failure === '';
  return (
    <Page
      title="Check a certificate"
      actions={files.length > 0 && <Button text="Begin anew" onClick={() => setFiles([])} />}
    >
      <Card title="Files">
        <p>
          Drop a report, or a certificate with its case and its result. They are checked in this browser and
          sent to nobody; the network may be cut.
        </p>
        <DropZone multiple accept=".json,.html" onFile={(file) => setFiles((known) => [...known, file])}>
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
      {isBusy && <Spinner label="Checking" />}
      {failure && <Notice tone="bad">The check failed: {failure}</Notice>}
      {checked?.verdict && <VerdictView verdict={checked.verdict} keysFrom={checked.keysFrom} />}
    </Page>
  );
}

const KEYS_FROM = {
  file: 'The public keys are from a file that you brought.',
  service: 'The public keys are those of this service.',
  report:
    'The public key is from the report itself. It shows who signed only if your service publishes it: bring its jwks.json.',
} as const;

function VerdictView({
  verdict,
  keysFrom = 'file',
}: {
  readonly verdict: Verdict;
  readonly keysFrom: Checked['keysFrom'] | undefined;
}) {
  const { findings, found } = verdict;
  const tone = isGood(verdict)
    ? keysFrom === 'report'
      ? 'warning'
      : 'good'
    : breaksRules(verdict)
      ? 'warning'
      : 'bad';
  return (
    <>
      <Notice tone={tone}>
        {conclusion(verdict)} {KEYS_FROM[keysFrom]}
      </Notice>
      <Card title="What fits">
        <Table
          caption="Findings"
          rows={findings}
          keyOf={({ part }) => part}
          columns={[
            { head: 'Part', cell: ({ part }) => PARTS[part] },
            { head: 'Fits', cell: ({ fits }) => <Badge {...FITS[`${fits}`]} /> },
            { head: 'Why', cell: ({ message }) => <span class="hashes">{message}</span> },
          ]}
        />
      </Card>
      {found && (
        <Card title={`Checks, made again: objective ${money(found.recomputed_objective_usd)}`}>
          <Table
            caption="Checks of the schedule"
            rows={found.checks}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Check', cell: ({ name }) => CHECKS[name] ?? name },
              { head: 'Passed', cell: (check) => <Badge {...passed(check)} /> },
              { head: 'Worst violation', isNumber: true, cell: (check) => plain(check.max_violation) },
              { head: 'Tolerance', isNumber: true, cell: (check) => plain(check.tolerance) },
            ]}
          />
        </Card>
      )}
    </>
  );
}

const PARTS: Readonly<Record<Finding['part'], string>> = {
  certificate: 'Certificate',
  day: 'Day of the run',
  key: 'Key',
  signature: 'Signature',
  case: 'Case',
  schedule: 'Schedule',
  build: 'Verifier',
  figures: 'Figures',
  rules: 'Rules',
};

const FITS = {
  true: { text: 'yes', tone: 'good' },
  false: { text: 'no', tone: 'bad' },
  null: { text: 'not checked', tone: 'warning' },
} as const;

const passed = ({ ok, vacuous }: { readonly ok: boolean; readonly vacuous?: boolean | undefined }) => {
  if (vacuous) return { text: 'none in this case', tone: 'quiet' } as const;
  return ok ? FITS.true : FITS.false;
};

function conclusion(verdict: Verdict): string {
  if (isGood(verdict))
    return 'Everything fits: this schedule is the one that was certified, and it keeps every rule.';
  if (breaksRules(verdict)) return 'The certificate fits, and says itself that the schedule breaks rules.';
  const named = (fits: boolean | null) =>
    verdict.findings.filter((finding) => finding.fits === fits).map(({ part }) => PARTS[part].toLowerCase());
  const [wrong, open] = [named(false), named(null)];
  if (wrong.length > 0) return `Do not rely on this: what does not fit is the ${wrong.join(', the ')}.`;
  return `Not everything could be checked: bring what is missing (${open.join(', ')}).`;
}
