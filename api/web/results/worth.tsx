/** Table: value of 1 MW added to each limit, with links to a what-if. */
import type { Worth } from '../../../temporal/case/arithmetic/worth.ts';
import { Card, Empty, Loaded } from '../parts/elements.tsx';
import { isGuest } from '../parts/guest.ts';
import { capitalized, intervalHours, periods, periodsCell } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Case, Result } from './pack.ts';
import { pricedMoney, recordOf } from './price-words.ts';
import { Fields } from './result-data.tsx';

const FIELDS = [
  ...(['binding_constraints', 'reserve_price_usd_per_mw', 'commitment', 'dispatch_mw'] as const),
  ...(['storage', 'lmp'] as const),
];
const GIVEN = ['generators', 'storage', 'emission_price_usd_per_t'] as const;

export const WorthOfLimits = ({ jobId }: { readonly jobId: string }) => (
  <Fields jobId={jobId} result={FIELDS} given={GIVEN}>
    {(result, given) => <Ranked result={result} given={given} />}
  </Fields>
);

const KINDS: Readonly<Record<Worth['kind'], readonly [text: string, view: string, element: string]>> = {
  line: ['Rating of line', 'network', 'line'],
  reserve: ['Less of reserve', 'reserve', 'product'],
  unit: ['Pmax of', 'commitment', 'unit'],
  storage: ['Discharge of', 'storage', 'storage'],
};

interface RankedProps {
  readonly result: Pick<Result, (typeof FIELDS)[number]>;
  readonly given: Pick<Case, (typeof GIVEN)[number]>;
}

function Ranked({ result, given }: RankedProps) {
  const load = useLoad(async () => {
    const { commitment, dispatch_mw, lmp, storage, reserve_price_usd_per_mw: reserve, ...rest } = result;
    const { worthOfLimits } = await import('../../../temporal/case/arithmetic/worth.ts');
    return worthOfLimits(
      given,
      {
        ...rest,
        ...{ commitment: recordOf(commitment), dispatch_mw: recordOf(dispatch_mw), lmp: recordOf(lmp) },
        ...(storage?.['discharge_mw'] && { discharge_mw: recordOf(storage['discharge_mw']) }),
        ...(reserve && { reserve_price_usd_per_mw: recordOf(reserve) }),
      },
      intervalHours(),
    );
  }, [result, given]);
  return (
    <Card title="What is a MW worth?">
      <Loaded load={load}>{(worths) => <Ranking worths={worths} />}</Loaded>
    </Card>
  );
}

/** Maximum number of limits in the table. */
const MOST = 20;

function Ranking({ worths }: { readonly worths: readonly Worth[] }) {
  const { path } = usePlace();
  if (worths.length === 0) return <Empty>No limit binds, so one MW more saves nothing.</Empty>;
  return (
    <>
      <p>
        Savings from one MW more over all {periods()}, by prices and shadow prices. They hold for a small
        change; What if? proves a larger one.
      </p>
      <Table
        caption="Value of one MW, largest first"
        rows={worths.slice(0, MOST)}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        columns={[
          {
            head: 'One MW more',
            cell: ({ kind, name, hours }) => {
              const [text, view, element] = KINDS[kind];
              return (
                <>
                  {text} <a href={href(path, { view, [element]: name, hour: hours[0] })}>{name}</a>
                </>
              );
            },
          },
          { head: 'Saves', isNumber: true, cell: ({ usd }) => pricedMoney(usd) },
          { head: capitalized(periods()), cell: ({ hours }) => periodsCell(hours) },
          ...(isGuest ? [] : [{ head: 'Proof', cell: proofOf(path) }]),
        ]}
      />
    </>
  );
}

/** Link to the what-if of a change, if the what-if supports this change. */
const proofOf =
  (path: string) =>
  ({ kind, name }: Worth) =>
    (kind === 'line' || kind === 'unit') && (
      <a href={href(path, { view: 'what-if', change: kind, name, percent: 110 })}>What if 10 % more?</a>
    );
