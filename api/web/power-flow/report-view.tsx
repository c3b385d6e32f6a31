/** Report of a check: verdict, findings with filters, drawing and selected element. */

import { useMemo, useRef } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Badge, Card, Empty, Notice } from '../parts/elements.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import type { Report } from './check-view.tsx';
import { CaseDrawing, ElementView } from './element-view.tsx';
import {
  type Check,
  chosen,
  type Finding,
  nameOf,
  SEVERITIES,
  type Severity,
  toFindings,
} from './findings.ts';

interface ReportProps {
  readonly title: string;
  readonly report: Report;
}

export function ReportView({ title, report }: ReportProps) {
  const { query } = usePlace();
  const findings = useMemo(() => toFindings(report), [report]);
  /** True if the element was selected by a finding; the page then scrolls to the element. */
  const hasJumped = useRef(false);
  return (
    <>
      <Verdict title={title} report={report} />
      {findings.length > 0 && (
        <>
          <SeverityTabs report={report} />
          <FindingsFilter checks={report.checks} />
        </>
      )}
      <div class="beside">
        <Findings
          findings={findings}
          onJump={() => {
            hasJumped.current = true;
          }}
        />
        {report.network && (
          <div>
            {report.network.buses.length > 0 && (
              <CaseDrawing network={report.network} findings={findings} element={query['element']} />
            )}
            {query['element'] && (
              <ElementView
                key={query['element']}
                element={query['element']}
                network={report.network}
                findings={findings}
                hasJumped={hasJumped}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** The message of a finding without the name of its element, which is in another column. */
const withoutName = (message: string, element: string): string => {
  const name = `${nameOf(element)}: `;
  return message.startsWith(name) ? message.slice(name.length) : message;
};

const CHECKS: Readonly<Record<Report['checks'][number], string>> = {
  topology: 'topology',
  case: 'completeness',
  state: 'voltages and angles',
  lines: 'lines',
  generators: 'reactive limits',
  units: 'units of values',
};

const several = (value: number, one: string): string => `${count(value)} ${one}${value === 1 ? '' : 's'}`;

function Verdict({ title, report: { valid, counts, elements, checks } }: ReportProps) {
  const summary = `${several(counts.error, 'error')}, ${several(counts.warning, 'warning')} and ${several(counts.info, 'note')}`;
  return (
    <Notice tone={valid ? (counts.warning > 0 ? 'warning' : 'good') : 'bad'}>
      <strong>
        {title} {valid ? 'can be used for a power flow' : 'must be corrected before a power flow'}:
      </strong>{' '}
      {summary} in {several(elements.buses, 'bus').replace('buss', 'buses')},{' '}
      {several(elements.lines, 'line')} and {several(elements.generators, 'generator')}. Checked:{' '}
      {checks.map((check) => CHECKS[check]).join(', ')}.
    </Notice>
  );
}

const TITLES: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', info: 'Notes' };

function SeverityTabs({ report: { counts } }: { readonly report: Report }) {
  const { path, query } = usePlace();
  const all = counts.error + counts.warning + counts.info;
  const tabs = [
    { value: undefined, text: 'All', counted: all },
    ...SEVERITIES.map((value) => ({ value, text: TITLES[value], counted: counts[value] })),
  ];
  return (
    <nav class="tabs" aria-label="Findings by severity">
      {tabs.map(({ value, text, counted }) => (
        <a
          key={text}
          href={href(path, { ...query, severity: value, offset: undefined })}
          aria-current={query['severity'] === value ? 'page' : undefined}
        >
          {text} {count(counted)}
        </a>
      ))}
    </nav>
  );
}

interface FindingsProps {
  readonly findings: readonly Finding[];
  readonly onJump: () => void;
}

function Findings({ findings, onJump }: FindingsProps) {
  const { path, query } = usePlace();
  const rows = useMemo(() => chosen(findings, query), [findings, query]);
  const offset = Math.min(Number(query['offset']) || 0, Math.max(0, rows.length - 1));
  if (findings.length === 0) return <Empty>No findings.</Empty>;
  if (rows.length === 0) {
    return (
      <Empty>
        No matching findings.{' '}
        <Button text="Show all" onClick={() => setQuery({ severity: '', check: '', type: '', text: '' })} />
      </Empty>
    );
  }
  return (
    <Card title="Findings">
      <Table
        caption="Findings of the checks"
        rows={rows.slice(offset, offset + PAGE_ROWS)}
        keyOf={({ key }) => key}
        columns={[
          { head: 'Severity', cell: ({ severity }) => <Badge text={severity} /> },
          {
            head: 'Element',
            cell: ({ element }) =>
              element ? (
                <a
                  onClick={onJump}
                  href={href(path, { ...query, element })}
                  aria-current={query['element'] === element ? 'true' : undefined}
                >
                  {nameOf(element)}
                </a>
              ) : (
                'Whole case'
              ),
          },
          { head: 'Finding', cell: ({ element, message }) => withoutName(message, element) },
          { head: 'Check', cell: ({ check }) => CHECKS[check] },
        ]}
      />
      <Pager offset={offset} total={rows.length} />
    </Card>
  );
}

const TYPES = [
  ['', 'All'],
  ['bus', 'Buses'],
  ['line', 'Lines'],
  ['generator', 'Generators'],
  ['whole', 'The whole case'],
] as const;

function FindingsFilter({ checks }: { readonly checks: readonly Check[] }) {
  const { query } = usePlace();
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, offset: undefined }, { replace: true });
  return (
    <search class="fields">
      <Choice label="Elements" value={query['type'] ?? ''} options={TYPES} onValue={set('type')} />
      <Choice
        label="Check"
        value={query['check'] ?? ''}
        options={[['', 'All'], ...checks.map((check) => [check, check] as const)]}
        onValue={set('check')}
      />
      <Field
        label="Element or text"
        type="search"
        value={query['text'] ?? ''}
        onValue={set('text')}
        placeholder="bus 7"
      />
    </search>
  );
}
