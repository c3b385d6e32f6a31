/** Which findings are shown; part of the address. */
import { Choice, Field } from '../parts/form.tsx';
import { setQuery, usePlace } from '../parts/router.ts';
import type { Check } from './findings.ts';

const TYPES = [
  ['', 'All'],
  ['bus', 'Buses'],
  ['line', 'Lines'],
  ['generator', 'Generators'],
  ['whole', 'The whole case'],
] as const;

export function FindingsFilter({ checks }: { readonly checks: readonly Check[] }) {
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
        label="Element or words"
        type="search"
        value={query['text'] ?? ''}
        onValue={set('text')}
        placeholder="bus 7"
      />
    </search>
  );
}
