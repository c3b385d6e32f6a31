/** An experiment's rows as one JSON document, written row by row: never all in memory. */
import { Readable } from 'node:stream';
import type { ResultTable } from './result-table.ts';
import type { ScenarioView } from './scenario-view.ts';

export const resultJson = (
  experimentId: string,
  table: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): Readable => Readable.from(pieces(experimentId, table, scenarios));

async function* pieces(
  experimentId: string,
  { columns, cells }: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): AsyncGenerator<string> {
  yield `{"experiment_id":${JSON.stringify(experimentId)},"columns":${JSON.stringify(columns)},"rows":[`;
  let separator = '';
  for await (const scenario of scenarios) {
    const values = cells(scenario);
    const named = Object.fromEntries(columns.map((column, position) => [column, values[position]]));
    const { solved_as, job_id } = scenario;
    yield separator + JSON.stringify({ ...named, solved_as, job_id });
    separator = ',';
  }
  yield ']}';
}
