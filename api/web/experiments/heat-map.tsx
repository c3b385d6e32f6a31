/**
 * Heat map of a figure over two variables. Each other variable is fixed at a level, or the mean over its levels is
 * shown.
 */
import { Choice } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { shade } from '../parts/theme.ts';
import { ALL, type HeatCell, heldLevel, levelsOf, type Pivot, pivot } from './pivot.ts';
import { FigureChoice, type ResultProps } from './result-table.tsx';
import { type Figure, figureOf, figuresOf, pathOf, variableText } from './rows.ts';

/** The preferred variable if the experiment has it, else the variable at the position `otherwise`. */
const variableAt = (variables: readonly string[], preferred: string | undefined, otherwise: number): string =>
  variables.find((name) => name === preferred) ?? variables[otherwise] ?? '';

export function HeatMap({ rows, variables }: ResultProps) {
  const { query } = usePlace();
  const figure = figureOf(query['figure']);
  const x = variableAt(variables, query['x'], 0);
  const rest = variables.filter((name) => name !== x);
  const y = variableAt(rest, query['y'], 0);
  const fixed = rest
    .filter((name) => name !== y)
    .map((name) => {
      const levels = levelsOf(rows, name);
      return { name, levels, level: heldLevel(levels, query[`at-${name}`]) };
    });
  const shown = rows.filter(({ values }) =>
    fixed.every(({ name, level }) => level === undefined || level.includes(values[name])),
  );
  const names = (list: readonly string[]) => list.map((name) => [name, variableText(name)] as const);
  return (
    <>
      <div class="fields">
        <FigureChoice figures={figuresOf(rows)} shown={figure.name} />
        <Choice
          label="Across"
          value={x}
          options={names(variables)}
          onValue={(name) => setQuery({ x: name })}
        />
        <Choice label="Down" value={y} options={names(rest)} onValue={(name) => setQuery({ y: name })} />
        {fixed.map(({ name, levels, level }) => (
          <Choice
            key={name}
            label={variableText(name)}
            value={level?.text ?? ALL}
            options={[
              ...levels.map(({ text }) => [text, `at ${text}`] as const),
              [ALL, 'mean over all'] as const,
            ]}
            onValue={(text) => setQuery({ [`at-${name}`]: text })}
          />
        ))}
      </div>
      <Cells grid={pivot(shown, x, y, figure.name)} figure={figure} x={x} y={y} />
    </>
  );
}

interface CellsProps {
  readonly grid: Pivot;
  readonly figure: Figure;
  readonly x: string;
  readonly y: string;
}

const Cells = (props: CellsProps) => (
  <>
    <p>
      {props.figure.text} from {props.figure.format(props.grid.low)} to {props.figure.format(props.grid.high)}
      ; darker is higher.
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide map must scroll by keyboard, too. */}
    <section class="table-scroll" tabIndex={0} aria-label="Heat map">
      <CellTable {...props} />
    </section>
  </>
);

const CellTable = ({ grid, figure, x, y }: CellsProps) => (
  <table class="heat">
    <caption class="unseen">
      {figure.text} by {x} (across) and {y} (down)
    </caption>
    <thead>
      <tr>
        <th scope="col">
          {variableText(y)} \ {variableText(x)}
        </th>
        {grid.columns.map(({ text }) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {grid.lines.map(({ level, cells }) => (
        <tr key={level.text}>
          <th scope="row">{level.text}</th>
          {cells.map((cell, at) => (
            <td key={grid.columns[at]?.text} style={{ background: shadeOf(cell, grid) }}>
              <CellText cell={cell} figure={figure} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function shadeOf({ mean }: HeatCell, { low, high }: Pivot): string {
  if (mean === null) return 'none';
  return shade(high > low ? (mean - low) / (high - low) : 0);
}

function CellText({ cell: { rows, mean }, figure }: { readonly cell: HeatCell; readonly figure: Figure }) {
  const [first] = rows;
  if (!first) return <>–</>;
  const text = mean === null ? 'no schedule' : figure.format(mean);
  if (rows.length === 1) return <a href={href(pathOf(first))}>{text}</a>;
  return (
    <>
      {text} <small>mean of {count(rows.length)}</small>
    </>
  );
}
