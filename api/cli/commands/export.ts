/** `grid export`: exports a scenario or a network in a public format. */
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
    .argument('<id>', 'of a scenario or a network')
    .description('Export a scenario as a file in a public format, or a network as a zip')
    .choice(
      '-f, --format <format>',
      ALL_FORMATS,
      'default: the format that keeps the lines of a scenario, if any',
    )
    .option('--network', 'export a network')
    .option('-o, --output <file>', 'file to write', fileName)
    .examples(
      'grid export demo-24h --format pglib-uc -o demo.json',
      'grid export rts --network --format pypsa-csv -o rts.zip',
    )
    .asks(exportScenario);
}

async function exportScenario(
  context: Context,
  scenario_id: string,
  { network, output, ...options }: ExportOptions,
) {
  const { client, screen } = context;
  if (network) return exportNetwork(context, scenario_id, options.format, output);
  const name = options.format ?? (await formatFor(context, scenario_id));
  const format = SCENARIO_FORMATS.find((each) => each === name);
  if (!format) throw new Refusal(`${name} is a format of networks: add --network`);
  const params = { path: { scenario_id }, query: { format } };
  const { file, report } = await data(client.GET('/api/scenarios/{scenario_id}/export', { params }));
  await save([`${JSON.stringify(file, undefined, 2)}\n`], output);
  noteReport(screen, report);
  if (output !== undefined) screen.note(`Written to ${output}`);
  return EXIT.solved;
}

/** Default format of an export. pglib-uc has no lines, so a case with lines is exported to UnitCommitment.jl. */
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
  formatOption: string | undefined,
  output: string | undefined,
) {
  const format = NETWORK_FORMATS.find((each) => each === formatOption);
  if (!format)
    throw new Refusal(
      `A network can be ${NETWORK_FORMATS.join(', ')}${formatOption ? `, not ${formatOption}` : ': add --format'}`,
    );
  if (output === undefined && process.stdout.isTTY)
    throw new Refusal('A zip cannot be shown in a terminal: add --output');
  const params = { path: { network_id }, query: { format } };
  const stream = await data(client.GET('/api/networks/{network_id}/export', { params, parseAs: 'stream' }));
  await save(bodyOf(stream), output);
  if (output !== undefined)
    screen.note(`Written to ${output}; export-report.json inside lists what the format cannot hold`);
  return EXIT.solved;
}
