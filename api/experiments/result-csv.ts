/** An experiment's rows as CSV, written row by row: never all in memory. */
import type { Readable } from 'node:stream';
import { toCsv } from '../csv.ts';
import type { ResultTable } from './result-table.ts';
import type { ScenarioView } from './scenario-view.ts';

export const resultCsv = (
  { columns, cells }: ResultTable,
  scenarios: AsyncIterable<ScenarioView>,
): Readable => toCsv(columns, rows(scenarios, cells));

async function* rows(
  scenarios: AsyncIterable<ScenarioView>,
  cells: ResultTable['cells'],
): AsyncGenerator<ReturnType<ResultTable['cells']>> {
  for await (const scenario of scenarios) yield cells(scenario);
}
