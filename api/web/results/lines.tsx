/** Binding limits and hourly loading of lines. */
import { rising } from '../charts/color-scale.ts';
import { HeatMap } from '../charts/heat-map.tsx';
import { Card, Empty, Spinner } from '../parts/elements.tsx';
import { percent } from '../parts/format.ts';
import { inPeriod, periods } from '../parts/interval.ts';
import { go, usePlace } from '../parts/router.ts';
import { useMade } from '../parts/use-load.ts';
import { BindingTable } from './binding-table.tsx';
import { useHour } from './hour-slider.tsx';
import { largest, type Matrix, NONE } from './matrix.ts';
import { fullestFirst, loadings } from './network-facts.ts';
import { Numbers } from './numbers.tsx';
import type { Line, Result } from './pack.ts';
import { Fields } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';

const INTERFACES = [
  ['interface_flow_mw', 'Flow of each interface, MW'],
  ['interface_shadow_price_usd_per_mwh', 'Shadow price of each interface, $/MWh'],
] as const;
const FIELDS = ['flows_mw', 'binding_constraints', ...INTERFACES.map(([field]) => field)] as const;

export const Lines = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={FIELDS} given={['transmission_lines']}>
    {({ flows_mw = NONE, ...rest }, { transmission_lines = [] }) =>
      flows_mw.names.length > 0 ? (
        <Loading {...rest} flows={flows_mw} lines={transmission_lines} />
      ) : (
        <Empty>This solve did not model flows; SCUC does, and economic dispatch with line ratings.</Empty>
      )
    }
  </Fields>
);

interface LoadingProps extends Omit<Pick<Result, (typeof FIELDS)[number]>, 'flows_mw'> {
  readonly flows: Matrix;
  readonly lines: readonly Line[];
}

function Loading({ flows, lines, binding_constraints, ...interfaces }: LoadingProps) {
  const { path } = usePlace();
  const made = useMade(() => {
    const loading = fullestFirst(loadings(flows, lines));
    return { loading, words: inWords(loading) };
  }, [flows, lines]);
  const hour = useHour(flows.hours, 0);
  if (!made) return <Spinner label="Reading the flows" />;
  const { loading, words } = made;
  return (
    <>
      <BindingTable bindings={binding_constraints} />
      <Card title="Line loading, highest first">
        <p>{words}</p>
        <HeatMap
          label={words}
          {...loading}
          scale={rising(0, 1)}
          format={percent}
          hour={hour}
          onSelect={({ row, hour }) => go(path, { view: 'network', line: loading.names[row], hour })}
        />
        <Numbers caption="Flow of each line, MW" head="Line" matrix={flows} />
        <Numbers
          caption="Flow as a share of the rating"
          head="Line"
          matrix={loading}
          format={percent}
          name="share-"
        />
        {INTERFACES.map(([field, caption]) => {
          const matrix = interfaces[field];
          return matrix && <Numbers caption={caption} head="Interface" matrix={matrix} name={`${field}-`} />;
        })}
      </Card>
    </>
  );
}

function inWords(loading: Matrix): string {
  const most = largest(loading);
  if (!most) return 'No line has a rating.';
  let full = 0;
  for (const share of loading.values) if (share > 0.999) full += 1;
  return `Highest base-case loading: ${most.name}, ${percent(most.value)} ${inPeriod(most.hour)}; ${full === 0 ? 'no line is' : `${full} line-${periods()} are`} at the rating.`;
}
