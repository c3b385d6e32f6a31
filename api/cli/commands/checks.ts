/** `grid validate` and `grid check`: check a payload or a network without solving it. */
import { data, type operations } from '../../client/client.ts';
import { MATPOWER } from '../../client/file-format.ts';
import type { JobType, SolveBody } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { MOST_BODY_BYTES, readCaseFile, readJson, readText } from '../files/read-file.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { JOB_TYPES } from './solve.ts';

export function addCheckCommands(program: GridCommand): void {
  program
    .command('validate')
    .argument('<file>', 'a payload')
    .description('Check a payload without solving it: findings and the size of the model')
    .choice('-t, --type <type>', JOB_TYPES, undefined, 'uc')
    .examples('grid validate case.json --type scuc')
    .asks(validateCase);
  program
    .command('check')
    .argument('<file>', 'a MATPOWER case (.m), a PSS/E RAW file (.raw) or a network (JSON)')
    .description('Check the data of a network for a power flow')
    .examples('grid check grid.m', "grid check grid.m --json | jq '.findings.error'")
    .asks(checkNetwork);
}

interface Finding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

const STYLES = { error: 'red', warning: 'yellow', info: 'dim' } as const;

function showFindings(screen: Screen, findings: readonly Finding[]): void {
  for (const { severity, message } of findings)
    screen.say(`${screen.paint(STYLES[severity], severity.padEnd(7))} ${plain(message)}`);
}

async function validateCase({ client, screen }: Context, file: string, { type }: { type: JobType }) {
  const { content } = await readCaseFile(file);
  if (content.format !== 'service')
    throw new Refusal(`${file} has format ${content.format}: grid import ${file}`);
  const body = { scenario_id: 'validate', payload: content.payload } as SolveBody;
  const params = { query: { type } };
  const report = await data(client.POST('/api/modules/analyst/solve/validate', { params, body }));
  screen.answer(report);
  showFindings(screen, report.findings);
  const { rows, columns, integers } = report.size;
  const verdict = report.valid ? screen.paint('green', 'valid') : screen.paint('red', 'not valid');
  screen.say(`${verdict}: ${rows} rows, ${columns} columns, ${integers} integer`);
  return report.valid ? EXIT.solved : EXIT.refused;
}

type FileBody = operations['postModulesPowerFlowValidateFile']['requestBody']['content']['application/json'];

async function checkNetwork({ client, screen }: Context, file: string) {
  const body = await networkIn(file);
  const report = await data(client.POST('/api/modules/power-flow/validate-file', { body }));
  screen.answer(report);
  for (const severity of ['error', 'warning', 'info'] as const)
    showFindings(
      screen,
      report.findings[severity].map(({ message }) => ({ severity, message })),
    );
  const { elements, counts } = report;
  const verdict = report.valid ? screen.paint('green', 'valid') : screen.paint('red', 'not valid');
  screen.say(
    `${verdict}: ${elements.buses} buses, ${elements.lines} lines, ${elements.generators} generators`,
  );
  screen.say(`${counts.error} errors, ${counts.warning} warnings, ${counts.info} notes`);
  return report.valid ? EXIT.solved : EXIT.refused;
}

/** The body of a network check; the server validates its content. */
async function networkIn(file: string): Promise<FileBody> {
  if (file.endsWith('.json')) return { network: await readJson(file) } as FileBody;
  const text = await readText(file, MOST_BODY_BYTES);
  if (/\.raw$/i.test(file)) return { psse_raw: text };
  if (/\.m$/i.test(file) || MATPOWER.test(text)) return { matpower: text };
  throw new Refusal(
    `${file} is not a MATPOWER case, RAW file or JSON. For a folder of tables: grid import --network FOLDER`,
  );
}
