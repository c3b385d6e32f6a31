/** List of the user's connection studies, and form of a new one. */
import { useState } from 'preact/hooks';
import { type Study, studyTitle, submitStudy } from '../../client/runs.ts';
import { type Network, readNetworks } from '../network/stored-networks.ts';
import { Ago, Badge, Card, Loaded, Page } from '../parts/elements.tsx';
import { FieldForm } from '../parts/field-form.tsx';
import { Check, Choice } from '../parts/form.tsx';
import { count, power } from '../parts/format.ts';
import { RunList } from '../parts/list.tsx';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { api, get } from '../parts/session.ts';
import type { Column } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { type Candidate, studyBody, TYPED } from './words.ts';

export { StudyView } from './study.tsx';

const COLUMNS: readonly Column<Study>[] = [
  {
    head: 'Study',
    cell: (study) => <a href={href(`/connections/${study.study_id}`)}>{studyTitle(study)}</a>,
  },
  { head: 'Outcome', cell: ({ status }) => <Badge text={status} /> },
  {
    head: 'Connections',
    isNumber: true,
    cell: ({ parts_done, parts_total }) => `${count(parts_done)} of ${count(parts_total)}`,
  },
  { head: 'Largest power', isNumber: true, cell: ({ max_mw }) => power(max_mw) },
  { head: 'Submitted', cell: ({ created_at }) => <Ago at={created_at} /> },
];

export const Studies = () => (
  <RunList
    title="Connections"
    noun="studies"
    begin={{ path: '/connections/new', text: 'New study' }}
    columns={COLUMNS}
    keyOf={({ study_id }) => study_id}
    read={async (query, signal) => {
      const { studies, total } = await get('/api/connection-studies', { params: { query }, signal });
      return { rows: studies, total };
    }}
  >
    How much load, generation or storage can connect at buses of a network, between a schedule that serves it
    and a proof that no more is possible.
  </RunList>
);

export function NewStudy() {
  const load = useLoad(readNetworks, []);
  return (
    <Page title="New connection study">
      <Loaded load={load}>{(networks) => <Builder networks={networks} />}</Loaded>
    </Page>
  );
}

const NUMBER = { type: 'number', min: 0, required: true } as const;

const FIELDS = [
  {
    name: 'candidates.buses',
    label: 'Buses',
    placeholder: '3, 8',
    hint: 'Numbers, or an area such as area North; empty: all',
  },
  { ...NUMBER, name: 'max_mw', label: 'Largest power, MW', step: 'any' },
  { ...NUMBER, name: 'days', label: 'Days' },
  { name: 'start', label: 'Begins', type: 'date', hint: 'Empty: first hour of the series' },
  {
    name: 'flexible_hours',
    label: 'Hours of reduction',
    placeholder: '3, 20',
    hint: 'Numbers of hours in which it may be reduced',
  },
] as const;

const KINDS = ['load', 'generation', 'storage'] as const satisfies readonly Candidate['kind'][];

function Builder({ networks }: { readonly networks: readonly Network[] }) {
  const { query } = usePlace();
  const network_id = query['network'] ?? networks[0]?.network_id ?? '';
  const [kind, setKind] = useState<Candidate['kind']>('load');
  const [n_1, setN1] = useState(false);
  const [include_reserves, setReserves] = useState(false);
  return (
    <Card>
      <FieldForm
        fields={FIELDS}
        first={{ ...TYPED, max_mw: query['mw'] ?? '' }}
        submit="Study"
        isRow
        work={async (typed) => {
          const body = studyBody(typed, { network_id, kind, n_1, include_reserves });
          go(`/connections/${(await submitStudy(api, body)).study_id}`);
        }}
        below={
          <>
            <Check label="Secure against the loss of any line (N-1)" isOn={n_1} onChange={setN1} />
            <Check label="Keep the spinning reserve" isOn={include_reserves} onChange={setReserves} />
          </>
        }
      >
        <div class="fields">
          <Choice
            label="Network"
            value={network_id}
            options={networks.map((network) => [network.network_id, network.name])}
            onValue={(network) => setQuery({ network }, { replace: true })}
          />
          <Choice label="Kind" value={kind} options={KINDS.map((name) => [name, name])} onValue={setKind} />
        </div>
      </FieldForm>
    </Card>
  );
}
