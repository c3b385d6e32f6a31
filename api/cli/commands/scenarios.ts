/** `grid import`, and what can be done with a scenario. */
import { type Command, Option } from 'commander';
import { data } from '../../client/client.ts';
import { NETWORK_FORMATS } from '../../client/network-format.ts';
import { type Context, perform } from '../connection/perform.ts';
import { readCaseFile } from '../files/read-file.ts';
import { EXIT } from '../terminal/exit.ts';
import { plain } from '../terminal/plain.ts';
import { examples } from './examples.ts';
import { importBytes } from './import-bytes.ts';
import { importNetwork, type NetworkOptions } from './import-network.ts';
import { addKeeping } from './keep.ts';
import { withoutAbsent } from './option-values.ts';
import { showReport } from './show-report.ts';

interface ImportOptions extends Partial<NetworkOptions> {
  readonly scenario?: string;
  readonly loadProfile?: string;
}

export function addScenarioCommands(program: Command): void {
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
}

/** Under `grid scenarios`, which lists them. */
export const addScenarioActions = (group: Command): void =>
  addKeeping(group, {
    noun: 'scenario',
    path: 'grid scenarios',
    id: async (_, text) => text,
    rename: renameScenario,
    remove: ({ client }, scenario_id) =>
      data(client.DELETE('/api/scenarios/{scenario_id}', { params: { path: { scenario_id } } })),
  });

/** A scenario is replaced as a whole, unless it has changed meanwhile. */
async function renameScenario({ client }: Context, scenario_id: string, name: string) {
  const path = { scenario_id };
  const stored = await data(client.GET('/api/scenarios/{scenario_id}', { params: { path } }));
  const { description, job_type, network_id, tags, payload, version } = stored;
  const body = { name, description, job_type, network_id, tags, payload };
  const params = { path, header: { 'If-Match': `"${version}"` } };
  return data(client.PUT('/api/scenarios/{scenario_id}', { params, body }));
}

async function importFile(context: Context, file: string, options: ImportOptions) {
  const { scenario, name, loadProfile, network } = options;
  if (network !== undefined) return importNetwork(context, file, { ...options, network });
  const {
    bytes,
    content: { format },
  } = await readCaseFile(file);
  const asked = withoutAbsent({ scenario_id: scenario, name, load_profile: loadProfile });
  const reply = await importBytes(context, bytes, { format, ...asked });
  const { screen } = context;
  screen.answer({ format, ...reply });
  screen.say(`Scenario ${plain(reply.scenario_id)} (${reply.job_type}) from a file of format ${format}`);
  showReport(screen, reply.report);
  screen.say(`To solve it: grid solve ${plain(reply.scenario_id)} --watch`);
  return EXIT.solved;
}
