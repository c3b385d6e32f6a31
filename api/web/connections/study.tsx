/** Page of one connection study, updated until it ends: progress, intervals by bus, map, and details of a bus. */
import { useMemo } from 'preact/hooks';
import {
  type Connections,
  followStudy,
  isOver,
  readConnections,
  type Study,
  studyTitle,
} from '../../client/runs.ts';
import { Chart } from '../charts/chart.tsx';
import { rising } from '../charts/color-scale.ts';
import { NetworkDrawing } from '../network/drawing.tsx';
import { useNetwork } from '../network/stored-networks.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Download, SignedFiles } from '../parts/download-item.tsx';
import { Badge, Card, Figure, Loaded, Notice, Page } from '../parts/elements.tsx';
import { ActButton, Choice } from '../parts/form.tsx';
import { count, money, plain, power } from '../parts/format.ts';
import { countIn, periodCell } from '../parts/interval.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { api, get, post, remove } from '../parts/session.ts';
import { type Column, PAGE_ROWS, Pager, Table } from '../parts/table.tsx';
import { useFollow } from '../parts/use-load.ts';
import { type Candidate, curveOf, levelsOf, limitText, mwText, sorted } from './words.ts';

interface Followed {
  readonly study: Study;
  readonly results?: Connections;
}

async function* follow(id: string, signal: AbortSignal): AsyncGenerator<Followed> {
  for await (const study of followStudy(api, id, { signal })) {
    countIn({ start_time: study.start_time ?? undefined });
    yield study.status === 'completed' ? { study, results: await readConnections(api, id) } : { study };
  }
}

export function StudyView({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const load = useFollow((signal) => follow(id, signal), [id]);
  const study = load.data?.study;
  return (
    <Page
      title={study ? studyTitle(study) : 'Connection study'}
      actions={study && <Actions study={study} onChange={load.reload} />}
    >
      <Loaded load={load}>
        {(followed) => (
          <>
            <Progress study={followed.study} />
            {followed.results && <Results study={followed.study} results={followed.results} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ActionsProps {
  readonly study: Study;
  /** Called after the user cancels or resumes the study. */
  readonly onChange: () => void;
}

function Actions({ study: { study_id, status }, onChange }: ActionsProps) {
  const params = { path: { study_id } };
  if (!isOver({ status }))
    return (
      <ConfirmButton
        text="Cancel"
        question="Cancel this study?"
        work={async () => {
          await remove('/api/connection-studies/{study_id}', { params });
          onChange();
        }}
      >
        Ended runs stay, so the study can be resumed.
      </ConfirmButton>
    );
  if (status === 'completed') return null;
  return (
    <ActButton
      text="Resume"
      work={async () => {
        await post('/api/connection-studies/{study_id}/resume', { params });
        onChange();
      }}
    />
  );
}

const Progress = ({ study }: Pick<Followed, 'study'>) => (
  <Card title="Study">
    <p aria-live="polite">
      <Badge text={study.status} /> {count(study.parts_done)} of {count(study.parts_total)} connections, up to{' '}
      {power(study.max_mw)}, on{' '}
      <a href={href(`/networks/${encodeURIComponent(study.network_id)}`)}>{study.network_id}</a>.
    </p>
    {!isOver(study) && <progress aria-label="Studied connections" max={100} value={study.progress} />}
    {study.warnings?.map((warning) => (
      <Notice key={warning} tone="warning">
        {warning}
      </Notice>
    ))}
    {study.error && <Notice tone="bad">{study.error.message}</Notice>}
  </Card>
);

function Results({ study, results: { base, candidates } }: Required<Followed>) {
  const { query } = usePlace();
  const kinds = [...new Set(candidates.map((each) => each.kind))];
  const kind = kinds.find((each) => each === query['kind']) ?? kinds[0];
  const rows = sorted(
    candidates.filter((each) => each.kind === kind),
    query['sort'],
  );
  const chosen = rows.find(({ bus }) => String(bus) === query['bus']) ?? rows[0];
  const offset = Number(query['offset'] ?? 0);
  if (!kind || !chosen) return null;
  return (
    <>
      {base.message !== null && <Notice tone="warning">Nothing can connect. {base.message}.</Notice>}
      <Card title="What can connect">
        {kinds.length > 1 && (
          <Choice
            label="Kind"
            value={kind}
            options={kinds.map((each) => [each, each])}
            onValue={(value) => setQuery({ kind: value, offset: undefined })}
          />
        )}
        <Table
          caption={`Power of new ${kind} by bus`}
          rows={rows.slice(offset, offset + PAGE_ROWS)}
          keyOf={({ bus }) => String(bus)}
          columns={columnsOf(chosen)}
          sort="bus"
        />
        <Pager offset={offset} total={rows.length} />
        <Files id={study.study_id} />
      </Card>
      <FirmMap study={study} rows={rows} chosen={chosen} />
      <Details base={base} chosen={chosen} />
    </>
  );
}

const columnsOf = (chosen: Candidate): readonly Column<Candidate>[] => [
  { head: 'Bus', isNumber: true, sort: 'bus', cell: ({ bus }) => <BusLink bus={bus} of={chosen} /> },
  { head: 'Firm', isNumber: true, sort: 'firm', cell: ({ firm_mw }) => mwText(firm_mw) },
  ...chosen.flexible_mw.map(
    ({ hours }, level): Column<Candidate> => ({
      head: `Reduced ${hours} h`,
      isNumber: true,
      cell: ({ flexible_mw }) => flexible_mw.slice(level, level + 1).map(mwText),
    }),
  ),
  { head: 'Binds', cell: ({ remedy }) => (remedy ? limitText(remedy) : '–') },
  { head: '10 % more with', isNumber: true, cell: ({ remedy }) => power(remedy?.change_mw) },
];

function BusLink({ bus, of }: { readonly bus: number; readonly of: Candidate }) {
  const { path, query } = usePlace();
  return (
    <a href={href(path, { ...query, bus })} aria-current={bus === of.bus || undefined}>
      {bus}
    </a>
  );
}

const Files = ({ id: study_id }: { readonly id: string }) => (
  <details>
    <summary>Download</summary>
    <ul class="rows">
      <Download
        text="Intervals"
        name={`connections-${study_id}.csv`}
        read={() =>
          get('/api/connection-studies/{study_id}/results', {
            params: { path: { study_id }, query: { format: 'csv' } },
            parseAs: 'blob',
          })
        }
      />
      <SignedFiles
        id={study_id}
        read={(what) =>
          get(`/api/connection-studies/{study_id}/${what}`, {
            params: { path: { study_id } },
            parseAs: 'blob',
          })
        }
      />
    </ul>
  </details>
);

interface MapProps extends Pick<Followed, 'study'> {
  readonly rows: readonly Candidate[];
  readonly chosen: Candidate;
}

/** Map coloured by firm MW; the lines that bind for the chosen bus are marked. */
function FirmMap({ study, rows, chosen }: MapProps) {
  const load = useNetwork(study.network_id, study.network_version);
  const at = new Map(rows.map((row) => [String(row.bus), row]));
  const most = Math.max(...rows.map(({ firm_mw }) => firm_mw.at_least));
  return (
    <Card title="Firm power by bus">
      <Loaded load={load}>
        {({ drawn }) => (
          <NetworkDrawing
            label={`The network, coloured by firm power at ${rows.length} buses, at most ${power(most)}.`}
            network={drawn}
            values={drawn.buses.map(({ id }) => at.get(id)?.firm_mw.at_least ?? Number.NaN)}
            scale={rising(0, most)}
            format={power}
            meaning="Firm power"
            lineMarks={
              new Map(
                chosen.binding.flatMap(({ kind, id }) =>
                  kind === 'line' && id !== null ? [[id, 'binding'] as const] : [],
                ),
              )
            }
            selected={{ kind: 'bus', id: String(chosen.bus) }}
            describe={({ kind, id }) => {
              const row = kind === 'bus' ? at.get(id) : undefined;
              return row ? [`Firm: ${mwText(row.firm_mw)}`] : [];
            }}
            onSelect={(element) =>
              element?.kind === 'bus' &&
              at.has(element.id) &&
              setQuery({ bus: element.id }, { replace: true })
            }
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Limits that are listed, those of the scarcest hour first. */
const MOST = 12;

const LIMITS: readonly Column<Candidate['binding'][number]>[] = [
  { head: 'Hour', cell: ({ hour }) => periodCell(hour) },
  { head: 'Limit', cell: limitText },
  { head: 'MW more per MW', isNumber: true, cell: ({ shadow }) => plain(shadow) },
];

function Details({ base, chosen }: Pick<Connections, 'base'> & { readonly chosen: Candidate }) {
  const { bus, kind, operation, binding } = chosen;
  const levels = levelsOf(chosen);
  const option = useMemo(() => curveOf(levelsOf(chosen)), [chosen]);
  const runLink = (id: string, text: string) => <a href={href(`/runs/${id}`)}>{text}</a>;
  const added = (name: 'total_cost_usd' | 'co2_t'): number =>
    (operation?.[name] ?? Number.NaN) - (base[name] ?? Number.NaN);
  return (
    <Card
      title={`New ${kind} at bus ${bus}`}
      actions={
        <>
          {runLink(base.execution_id, 'Run without it')}
          {operation && runLink(operation.execution_id, 'Run with it')}
        </>
      }
    >
      <dl class="figures">
        <Figure name="Firm" value={mwText(chosen.firm_mw)} />
        <Figure name="Operating cost added" value={money(added('total_cost_usd'))} />
        {Number.isFinite(added('co2_t')) && <Figure name="CO2 added" value={`${count(added('co2_t'))} t`} />}
      </dl>
      {chosen.wide && <p class="quiet">{chosen.wide}</p>}
      {levels.length > 1 && (
        <Chart
          label={`MW at bus ${bus} by hours of reduction: ${levels.map((level) => `${level.hours} h ${mwText(level)}`).join(', ')}.`}
          option={option}
          height={260}
        />
      )}
      {binding.length > 0 && (
        <Table
          caption={`Limits that bind at bus ${bus}, the scarcest hour first`}
          rows={binding.slice(0, MOST)}
          keyOf={(limit) => `${limit.hour} ${limitText(limit)}`}
          columns={LIMITS}
        />
      )}
    </Card>
  );
}
