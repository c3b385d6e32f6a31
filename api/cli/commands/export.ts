/** `grid export`: a scenario, or a network, of the server as files in a public format. */
import { data } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { bodyOf, save } from '../files/save.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import type { GridCommand } from './grid-command.ts';
import { noteReport } from './import.ts';
import { fileName } from './option-values.ts';

const SCENARIO_FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
const NETWORK_FORMATS = ['rts-gmlc', 'matpower', 'egret', 'pypsa-csv'] as const;
const ALL_FORMATS = [...SCENARIO_FORMATS, ...NETWORK_FORMATS] as const;

interface ExportOptions {
  readonly format?: (typeof ALL_FORMATS)[number];
  readonly output?: string;
  readonly network?: boolean;
}

export function addExportCommand(program: GridCommand): void {
  program
    .command('export')
    .argument('<id>', 'of a scenario, or of a network')
    .description('A scenario as a file in a public format, or a network as a zip')
    .choice(
      '-f, --format <format>',
      ALL_FORMATS,
      'default: the one that keeps the lines of a scenario, if any',
    )
    .option('--network', 'the network of that id')
    .option('-o, --output <file>', 'write it there', fileName)
    .examples(
      'grid export demo-24h --format pglib-uc -o demo.json',
      'grid export rts --network --format pypsa-csv -o rts.zip',
    )
    .asks(exportScenario);
}

async function exportScenario(
  context: Context,
  scenario_id: string,
  { network, output, ...given }: ExportOptions,
) {
  const { client, screen } = context;
  if (network) return exportNetwork(context, scenario_id, given.format, output);
  const name = given.format ?? (await formatFor(context, scenario_id));
  const format = SCENARIO_FORMATS.find((each) => each === name);
  if (!format) throw new Refusal(`${name} is a format of networks: add --network`);
  const params = { path: { scenario_id }, query: { format } };
  const { file, report } = await data(client.GET('/api/scenarios/{scenario_id}/export', { params }));
  await save([`${JSON.stringify(file, undefined, 2)}\n`], output);
  noteReport(screen, report);
  if (output !== undefined) screen.note(`Written to ${output}`);
  return EXIT.solved;
}

/** Files of pglib-uc have no lines. */
async function formatFor({ client, screen }: Context, scenario_id: string) {
  const params = { path: { scenario_id } };
  const { payload } = await data(client.GET('/api/scenarios/{scenario_id}', { params }));
  const hasLines = Object(payload).transmission_lines?.length > 0;
  const format = hasLines ? 'unitcommitment-jl' : 'pglib-uc';
  screen.note(`Written as ${format}`);
  return format;
}

async function exportNetwork(
  { client, screen }: Context,
  network_id: string,
  asked: string | undefined,
  output: string | undefined,
) {
  const format = NETWORK_FORMATS.find((each) => each === asked);
  if (!format)
    throw new Refusal(
      `A network can be ${NETWORK_FORMATS.join(', ')}${asked ? `, not ${asked}` : ': add --format'}`,
    );
  if (output === undefined && process.stdout.isTTY)
    throw new Refusal('A zip is nothing for a terminal: add --output');
  const params = { path: { network_id }, query: { format } };
  const stream = await data(client.GET('/api/networks/{network_id}/export', { params, parseAs: 'stream' }));
  await save(bodyOf(stream), output);
  if (output !== undefined)
    screen.note(`Written to ${output}; export-report.json in it says what the format cannot say`);
  return EXIT.solved;
}
