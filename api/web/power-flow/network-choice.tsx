/** Choice of a stored network. */
import { ProblemNotice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { get } from '../parts/session.ts';
import { useLoad } from '../parts/use-load.ts';

interface NetworkChoiceProps {
  readonly label: string;
  /** Text of the option for choosing no network. */
  readonly none: string;
  readonly value: string;
  readonly onValue: (networkId: string) => void;
}

/** Maximum number of networks that the server returns on one page; the networks changed last come first. */
const MOST = 100;

export function NetworkChoice({ label, none, value, onValue }: NetworkChoiceProps) {
  const {
    data: list,
    problem,
    reload,
  } = useLoad((signal) => get('/api/networks', { params: { query: { limit: MOST } }, signal }), []);
  const options = (list?.networks ?? []).map(
    ({ network_id, name, owner }) => [network_id, `${name}${owner ? '' : ' (shared)'}`] as const,
  );
  // The network in the address is added if it is not on the loaded page.
  const missing = value && !options.some(([id]) => id === value) ? [[value, value] as const] : [];
  return (
    <>
      <Choice
        label={label}
        value={value}
        options={[['', none] as const, ...missing, ...options]}
        onValue={onValue}
      />
      {problem && <ProblemNotice problem={problem} retry={reload} />}
    </>
  );
}
