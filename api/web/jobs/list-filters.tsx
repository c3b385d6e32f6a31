/** What narrows the list of jobs: fields in the address, and filters that somebody keeps by a name in this browser. */
import { useState } from 'preact/hooks';
import { Choice, Field, LineForm } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { me } from '../parts/session.ts';
import { useStore } from '../parts/store.ts';
import { filtersOf, STATUSES, savedIn, TYPE_NAMES } from './list-query.ts';
import { TYPES } from './words.ts';

export function Filters() {
  const { query } = usePlace();
  const field = (label: string, name: string) => ({
    label,
    value: query[name] ?? '',
    onValue: (value: string) => setQuery({ [name]: value, offset: undefined }, { replace: true }),
  });
  const statuses = STATUSES.map((status) => [status, status] as const);
  const types = TYPE_NAMES.map((type) => [type, TYPES[type]] as const);
  return (
    <search>
      <div class="fields">
        <Field type="search" {...field('Name or scenario', 'q')} />
        <Choice options={[['', 'All'], ...statuses]} {...field('Status', 'status')} />
        <Choice options={[['', 'All'], ...types]} {...field('Type', 'type')} />
        <Field type="search" {...field('Tag', 'tag')} />
      </div>
      <SavedFilters now={filtersOf(query)} />
    </search>
  );
}

function SavedFilters({ now }: { readonly now: ReturnType<typeof filtersOf> }) {
  // Other people may use this browser, too.
  const key = `grid.job-filters.${useStore(me)?.user_id}`;
  const [saved, setSaved] = useState(() => savedIn(localStorage.getItem(key)));
  const save = (next: typeof saved): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  return (
    <div class="buttons line">
      {Object.entries(saved).map(([name, { ...query }]) => (
        <span key={name} class="badge">
          <a href={href('/jobs', query)}>{name}</a>
          <button
            type="button"
            class="bare"
            aria-label={`Forget the filter ${name}`}
            onClick={() => save(Object.fromEntries(Object.entries(saved).filter(([each]) => each !== name)))}
          >
            ×
          </button>
        </span>
      ))}
      {Object.keys(now).length > 0 && (
        <>
          <a href={href('/jobs')}>Show all jobs</a>
          <LineForm
            label="Name of this filter"
            submit="Save filter"
            work={async (name) => {
              if (name) save({ ...saved, [name]: now });
            }}
          />
        </>
      )}
    </div>
  );
}
