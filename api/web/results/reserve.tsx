/** Who holds the reserve of each product, what more of it costs, and what is missing. */

import { useMemo } from 'preact/hooks';
import { UNSERVED_COLOR } from '../../client/fuels.ts';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card, Empty, Loaded, Notice } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { energy, plain } from '../parts/format.ts';
import { intervalHours, period, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { largest, matrixOf, NONE, rowNamed, rowOf, sum } from './matrix.ts';
import { Numbers } from './numbers.tsx';
import type { Case, Result } from './pack.ts';
import { useCase, useResult } from './result-data.ts';
import { PRICE_COLOR } from './room-chart.ts';
import { largestFirst } from './sources.ts';
import type { ResultViewProps } from './view.ts';

const FIELDS = ['reserve_mw', 'reserve_shortfall_mw', 'reserve_price_usd_per_mw'] as const;

export function Reserve({ job: { job_id: jobId } }: ResultViewProps) {
  const result = useResult(jobId, FIELDS);
  const given = useCase(jobId, ['reserves']);
  return (
    <Loaded load={result}>
      {(held) => (
        <Loaded load={given}>{({ reserves = [] }) => <Products held={held} products={reserves} />}</Loaded>
      )}
    </Loaded>
  );
}

interface ProductsProps {
  readonly held: Pick<Result, (typeof FIELDS)[number]>;
  readonly products: NonNullable<Case['reserves']>;
}

function Products({ held, products }: ProductsProps) {
  const { query } = usePlace();
  const product = products.find(({ name }) => name === query['product']) ?? products[0];
  if (!product) return <Empty>This case asks for no reserve.</Empty>;
  return (
    <Card
      title="Reserve"
      actions={
        <Choice
          label="Product"
          value={product.name}
          options={products.map(({ name }) => [name, name])}
          onValue={(name) => setQuery({ product: name })}
        />
      }
    >
      <Held held={held} product={product} />
    </Card>
  );
}

type Product = ProductsProps['products'][number];

function Held({ held, product: { name, mw } }: Pick<ProductsProps, 'held'> & { readonly product: Product }) {
  const shown = useMemo(() => {
    const units = held.reserve_mw?.[name] ?? NONE;
    const prices = rowNamed(held.reserve_price_usd_per_mw ?? NONE, name);
    const shortfall = rowNamed(held.reserve_shortfall_mw ?? NONE, name);
    const required = typeof mw === 'number' ? new Float64Array(units.hours).fill(mw) : mw;
    return { units, prices, shortfall, required };
  }, [held, name, mw]);
  const option = useMemo(() => {
    const layers = largestFirst(shown.units);
    return hourChart({
      unit: 'MW',
      rightUnit: '$/MW',
      series: [
        ...layers.map((layer) => ({ ...layer, as: 'area' as const })),
        ...(sum(shown.shortfall) > 0
          ? [{ name: 'missing', values: shown.shortfall, as: 'area' as const, color: UNSERVED_COLOR }]
          : []),
        { name: 'required', values: shown.required, as: 'step', isDashed: true, color: 'ink' },
        { name: 'price', values: shown.prices, as: 'step', isRight: true, color: PRICE_COLOR },
      ],
    });
  }, [shown]);
  const words = inWords(name, shown.prices);
  const missing = sum(shown.shortfall);
  return (
    <>
      <p>{words}</p>
      {missing > 0 && (
        <Notice tone="bad">
          {energy(missing * intervalHours())} of {name} are missing in all.
        </Notice>
      )}
      <Chart label={words} option={option} />
      <Numbers
        caption={`${name}: MW held by each unit`}
        head="Unit"
        matrix={matrixOf([
          ['required', shown.required],
          ['price, $/MW', shown.prices],
          ['missing', shown.shortfall],
          ...shown.units.names.map((unit, row) => [unit, rowOf(shown.units, row)] as const),
        ])}
      />
    </>
  );
}

function inWords(name: string, prices: Float64Array): string {
  const most = largest(matrixOf([[name, prices]]));
  if (!most || most.value <= 0)
    return `${name} costs nothing more in any ${period()}: enough units are online anyway.`;
  return `1 MW more of ${name} costs most in ${periodName(most.hour)}: $${plain(most.value)}/MW.`;
}
