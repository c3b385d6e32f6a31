/** The best, the worst and the base scenario of an experiment. */
import { Card, Loaded } from '../parts/elements.tsx';
import { Objective } from '../parts/objective.tsx';
import { href } from '../parts/router.ts';
import { pathOf, type Scenario, valuesIn, valueText } from './rows.ts';
import { useSummary } from './use-summary.ts';

interface ExtremesProps {
  readonly id: string;
  /** Scenarios that have ended: at each more it is asked again. */
  readonly ended: number;
}

export function Extremes(props: ExtremesProps) {
  const load = useSummary(props);
  return (
    <Card title="Best, base, worst">
      <Loaded load={load}>
        {({ best, base, worst }) => (
          <dl class="figures">
            <Extreme title="Lowest objective" scenario={best} />
            <Extreme title="As in the base" scenario={base} />
            <Extreme title="Highest objective" scenario={worst} />
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

interface ExtremeProps {
  readonly title: string;
  readonly scenario: Scenario | null;
}

function Extreme({ title, scenario }: ExtremeProps) {
  const values = Object.entries(valuesIn(scenario?.values));
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {scenario && scenario.objective_value !== null ? (
          <a href={href(pathOf(scenario))}>
            <Objective of={scenario} />
          </a>
        ) : (
          '–'
        )}
      </dd>
      {values.map(([name, value]) => (
        <dd key={name}>
          <small>
            {name} {valueText(value)}
          </small>
        </dd>
      ))}
    </div>
  );
}
