/** Which entries are shown, and the same as a file. */
import { data } from '../../client/client.ts';
import { save } from '../parts/download-item.tsx';
import { ProblemNotice } from '../parts/elements.tsx';
import { ActionButton, Choice, Field, useAction } from '../parts/form.tsx';
import { setQuery } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { AUDIT_EVENTS, fromLocalInput, toLocalInput } from './audit-query.ts';

interface AuditFiltersProps {
  readonly query: Readonly<Record<string, string>>;
  readonly selection: Readonly<Record<string, string>>;
}

/** What the file is kept in until it is whole. */
const exported = (selection: AuditFiltersProps['selection']): Promise<Blob> =>
  data(api.GET('/api/audit/export', { params: { query: selection }, parseAs: 'blob' }));

const EVENTS = [
  ['', 'all'],
  ...AUDIT_EVENTS.map((event) => [event, event.replaceAll('_', ' ')] as const),
] as const;

export function AuditFilters({ query, selection }: AuditFiltersProps) {
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, cursor: undefined }, { replace: true });
  const setTime = (name: string) => (value: string) => set(name)(fromLocalInput(value));
  const download = useAction(async () => save('audit.csv', await exported(selection)));
  return (
    <>
      <div class="fields">
        <Choice label="Event" value={query['type'] ?? ''} options={EVENTS} onValue={set('type')} />
        <Field label="User id" type="search" value={query['user'] ?? ''} onValue={set('user')} />
        <Field
          label="From"
          type="datetime-local"
          value={toLocalInput(query['from'])}
          onValue={setTime('from')}
        />
        <Field
          label="Until"
          type="datetime-local"
          value={toLocalInput(query['to'])}
          onValue={setTime('to')}
        />
      </div>
      <div class="buttons">
        <ActionButton {...download} text="Download these entries (CSV)" busy="Downloading…" />
      </div>
      {download.problem && <ProblemNotice problem={download.problem} />}
    </>
  );
}
