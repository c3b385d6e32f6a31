/** One of the networks that are stored. */
import { ProblemNotice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

interface NetworkChoiceProps {
  readonly label: string;
  /** What no network means. */
  readonly none: string;
  readonly value: string;
  readonly onValue: (networkId: string) => void;
}

/** The most that a list gives at once; the last changed come first. */
const MOST = 100;

export function NetworkChoice({ label, none, value, onValue }: NetworkChoiceProps) {
  const {
    data: list,
    problem,
    reload,
  } = useLoad((signal) => get('/api/networks', { params: { query: { limit: MOST } }, signal }), []);
  const known = (list?.networks ?? []).map(
    ({ network_id, name, owner }) => [network_id, `${name}${owner ? '' : ' (shared)'}`] as const,
  );
  // The network of the address may be one that the list does not reach.
  const missing = value && !known.some(([id]) => id === value) ? [[value, value] as const] : [];
  return (
    <>
      <Choice
        label={label}
        value={value}
        options={[['', none] as const, ...missing, ...known]}
        onValue={onValue}
      />
      {problem && <ProblemNotice problem={problem} retry={reload} />}
    </>
  );
}
