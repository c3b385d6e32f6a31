/** `grid scenarios`, `grid import`, `grid export`. */
import { type Command, Option } from 'commander';
import { data } from '../../client/client.ts';
import { NETWORK_FORMATS } from '../../client/network-format.ts';
import { type Context, perform } from '../connection/perform.ts';
import { readCaseFile } from '../files/read-file.ts';
import { save } from '../files/save.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import { localTime } from '../terminal/numbers.ts';
import { plain } from '../terminal/plain.ts';
import { examples } from './examples.ts';
import { exportNetwork, NETWORK_EXPORT_FORMATS } from './export-network.ts';
import { importBytes } from './import-bytes.ts';
import { importNetwork, type NetworkOptions } from './import-network.ts';
import { wholeNumber } from './option-values.ts';
import { notePage } from './page-note.ts';
import { showReport } from './show-report.ts';

const EXPORT_FORMATS = ['pglib-uc', 'unitcommitment-jl'] as const;
const ALL_FORMATS = [...EXPORT_FORMATS, ...NETWORK_EXPORT_FORMATS] as const;

interface ImportOptions extends Partial<NetworkOptions> {
  readonly scenario?: string;
  readonly loadProfile?: string;
}

interface ExportOptions {
  readonly format: (typeof ALL_FORMATS)[number];
  readonly output?: string;
  readonly network?: boolean;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function addScenarioCommands(program: Command): void {
  program
    .command('scenarios')
    .description('Scenarios, the last changed first, then the shared ones')
    .option('-L, --limit <n>', 'most rows, up to 100', wholeNumber, 20)
    .option('--offset <n>', 'rows to pass over', wholeNumber, 0)
    .addHelpText(
      'after',
      examples('grid scenarios', "grid scenarios --json | jq -r '.scenarios[].scenario_id'"),
    )
    .action((page: Page, command: Command) => perform(command, (context) => listScenarios(context, page)));
  program
    .command('import')
    .argument(
      '<file>',
      'payload, pglib-uc, UnitCommitment.jl or MATPOWER; also gzipped; of a network also a folder',
    )
    .description('Make a scenario or a network of a file, and say what became of its content')
    .option('--scenario <id>', 'default: a new id')
    .option('-n, --name <name>', 'default: the id')
    .option('--load-profile <multipliers>', 'MATPOWER: one for each hour, such as 0.8,1,0.9')
    .option('--network [id]', 'make a network instead; default id: the name of the file')
    .addOption(
      new Option('-f, --format <format>', 'of a network; default: what it looks like').choices(
        NETWORK_FORMATS,
      ),
    )
    .option('--dry-run', 'of a network: only report, store nothing')
    .addHelpText(
      'after',
      examples(
        'grid import case14.json.gz --scenario case14',
        'grid import grid.m --load-profile 0.8,1,0.9',
        'grid import RTS-GMLC/RTS_Data --network rts',
        'grid import pypsa-folder --network',
      ),
    )
    .action((file: string, options: ImportOptions, command: Command) =>
      perform(command, (context) => importFile(context, file, options)),
    );
  program
    .command('export')
    .argument('<id>', 'of a scenario, or of a network')
    .description('A scenario as a file in a public format, or a network as a zip')
    .addOption(new Option('-f, --format <format>').choices(ALL_FORMATS).makeOptionMandatory())
    .option('--network', 'the network of that id')
    .option('-o, --output <file>', 'write it there')
    .addHelpText(
      'after',
      examples(
        'grid export demo-24h --format pglib-uc -o demo.json',
        'grid export rts --network --format pypsa-csv -o rts.zip',
      ),
    )
    .action((scenario: string, options: ExportOptions, command: Command) =>
      perform(command, (context) => exportScenario(context, scenario, options)),
    );
}

async function listScenarios({ client, screen }: Context, { limit, offset }: Page) {
  const page = await data(client.GET('/api/scenarios', { params: { query: { limit, offset } } }));
  screen.json(page);
  screen.table(
    ['SCENARIO', 'TYPE', 'OWNER', 'UPDATED', 'NAME'],
    page.scenarios.map((row) => [
      row.scenario_id,
      row.job_type,
      row.owner,
      localTime(row.updated_at),
      row.name,
    ]),
  );
  notePage(screen, { offset, shown: page.scenarios.length, total: page.total });
  return EXIT.solved;
}

async function importFile(context: Context, file: string, options: ImportOptions) {
  const { scenario, name, loadProfile, network } = options;
  if (network !== undefined) return importNetwork(context, file, { ...options, network });
  const {
    bytes,
    content: { format },
  } = await readCaseFile(file);
  const reply = await importBytes(context, bytes, {
    format,
    ...(scenario !== undefined && { scenario_id: scenario }),
    ...(name !== undefined && { name }),
    ...(loadProfile !== undefined && { load_profile: loadProfile }),
  });
  const { screen } = context;
  screen.json({ format, ...reply });
  screen.say(`Scenario ${plain(reply.scenario_id)} (${reply.job_type}) from a file of format ${format}`);
  showReport(screen, reply.report);
  screen.say(`To solve it: grid solve ${plain(reply.scenario_id)} --watch`);
  return EXIT.solved;
}

async function exportScenario(
  context: Context,
  scenario_id: string,
  { network, output, ...given }: ExportOptions,
) {
  const { client, screen } = context;
  if (network) return exportNetwork(context, scenario_id, given.format, output);
  const format = EXPORT_FORMATS.find((each) => each === given.format);
  if (!format) throw new Refusal(`${given.format} is a format of networks: add --network`);
  const params = { path: { scenario_id }, query: { format } };
  const { file, report } = await data(client.GET('/api/scenarios/{scenario_id}/export', { params }));
  await save([`${JSON.stringify(file, undefined, 2)}\n`], output);
  for (const { message } of [...report.changed, ...report.dropped]) screen.note(`note: ${plain(message)}`);
  if (output !== undefined) screen.note(`Written to ${output}`);
  return EXIT.solved;
}
