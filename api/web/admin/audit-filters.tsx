/** Which entries are shown, and the same as a file. */
import { useId } from 'preact/hooks';
import { data } from '../../client/client.ts';
import { save } from '../parts/download.ts';
import { ProblemNotice } from '../parts/elements.tsx';
import { Field, useAction } from '../parts/form.tsx';
import { setQuery } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { AUDIT_EVENTS } from './audit-events.ts';
import { fromLocalInput, toLocalInput } from './local-input.ts';

interface AuditFiltersProps {
  readonly query: Readonly<Record<string, string>>;
  readonly selection: Readonly<Record<string, string>>;
}

/** What the file is kept in until it is whole. */
const exported = (selection: AuditFiltersProps['selection']): Promise<Blob> =>
  data(api.GET('/api/audit/export', { params: { query: selection }, parseAs: 'blob' }));

export function AuditFilters({ query, selection }: AuditFiltersProps) {
  const events = useId();
  const set = (name: string) => (value: string) =>
    setQuery({ [name]: value, cursor: undefined }, { replace: true });
  const setTime = (name: string) => (value: string) => set(name)(fromLocalInput(value));
  const download = useAction(async () => save('audit.csv', await exported(selection)));
  return (
    <>
      <div class="fields">
        <div class="field">
          <label for={events}>Event</label>
          <select
            id={events}
            value={query['type'] ?? ''}
            onChange={({ currentTarget }) => set('type')(currentTarget.value)}
          >
            <option value="">all</option>
            {AUDIT_EVENTS.map((event) => (
              <option key={event} value={event}>
                {event.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
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
        <button type="button" aria-disabled={download.isBusy} onClick={download.run}>
          {download.isBusy ? 'Downloading…' : 'Download these entries (CSV)'}
        </button>
      </div>
      {download.problem && <ProblemNotice problem={download.problem} />}
    </>
  );
}
