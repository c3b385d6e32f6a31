/** `grid import`: creates a scenario from a case file, or a network from a folder, a zip or a file. */
import { importCase } from '../../client/cases.ts';
import { data } from '../../client/client.ts';
import { NETWORK_FORMATS, type NetworkFormat, networkFormatOf } from '../../client/network-format.ts';
import type { Context } from '../connection/perform.ts';
import { readCaseFile, readFiles } from '../files/read-file.ts';
import { EXIT, Refusal } from '../terminal/exit.ts';
import { plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { addKeeping } from './keep.ts';
import { withoutAbsent } from './option-values.ts';

interface ImportOptions extends Partial<NetworkOptions> {
  readonly scenario?: string;
  readonly loadProfile?: string;
}

export function addScenarioCommands(program: GridCommand): void {
  program
    .command('import')
    .argument(
      '<file>',
      'payload, pglib-uc, UnitCommitment.jl or MATPOWER, also gzipped; for a network also a folder',
    )
    .description('Import a scenario or a network, and report what was kept, changed or dropped')
    .option('--scenario <id>', 'default: a new id')
    .option('-n, --name <name>', 'default: the id')
    .option('--load-profile <multipliers>', 'MATPOWER: one per hour, such as 0.8,1,0.9')
    .option('--network [id]', 'import a network; default id: the file name')
    .choice('-f, --format <format>', NETWORK_FORMATS, 'of a network; default: detected')
    .option('--dry-run', 'of a network: report only, store nothing')
    .examples(
      'grid import case14.json.gz --scenario case14',
      'grid import grid.m --load-profile 0.8,1,0.9',
      'grid import RTS-GMLC/RTS_Data --network rts',
      'grid import pypsa-folder --network',
    )
    .asks(importFile);
}

/** Adds `rename` and `delete` to `grid scenarios`. */
export const addScenarioActions = (group: GridCommand): void =>
  addKeeping(group, {
    noun: 'scenario',
    path: 'grid scenarios',
    id: async (_, text) => text,
    rename: renameScenario,
    remove: ({ client }, scenario_id) =>
      data(client.DELETE('/api/scenarios/{scenario_id}', { params: { path: { scenario_id } } })),
  });

/** Renames a scenario by replacing it whole; the version in `If-Match` guards against a concurrent change. */
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
  const fields = withoutAbsent({ scenario_id: scenario, name, load_profile: loadProfile });
  const reply = await importCase(context.client, bytes, { format, ...fields });
  const { screen } = context;
  screen.answer({ format, ...reply });
  screen.say(`Scenario ${plain(reply.scenario_id)} (${reply.job_type}), imported as ${format}`);
  showReport(screen, reply.report);
  screen.say(`To solve it: grid solve ${plain(reply.scenario_id)} --watch`);
  return EXIT.solved;
}

interface NetworkOptions {
  /** Network id; `true` uses the file name. */
  readonly network: string | true;
  /** Default: detected from the files. */
  readonly format?: NetworkFormat;
  readonly name?: string;
  readonly dryRun?: boolean;
}

async function importNetwork(
  { client, screen }: Context,
  path: string,
  { network, format: formatOption, name, dryRun = false }: NetworkOptions,
) {
  const { id, files } = await readFiles(path);
  const format = formatOption ?? networkFormatOf(files);
  if (!format) throw new Refusal(`${path}: unknown format, add --format: ${NETWORK_FORMATS.join(', ')}`);
  const form = new FormData();
  for (const { name: file, bytes } of files) form.append(file, new Blob([bytes]), file);
  const query = {
    format,
    network_id: network === true ? id : network,
    dry_run: dryRun,
    ...withoutAbsent({ name }),
  };
  const reply = await data(
    client.POST('/api/networks/import', { params: { query }, body: '', bodySerializer: () => form }),
  );
  screen.answer(reply);
  const { hours, ...counts } = reply.counts;
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const words = parts.map(([part, count]) => `${count} ${part.replaceAll('_', ' ')}`).join(', ');
  if (!formatOption) screen.note(`Read as ${format}`);
  const verb = dryRun ? 'would have' : 'has';
  screen.say(`Network ${plain(reply.network_id)} ${verb} ${words}, ${hours} hours of series`);
  showReport(screen, reply.report);
  return EXIT.solved;
}

type Report = Awaited<ReturnType<typeof importCase>>['report'];

/** Writes to standard error what an import or export changed and omitted. */
export function noteReport(
  screen: Context['screen'],
  { changed, dropped }: Pick<Report, 'changed' | 'dropped'>,
) {
  for (const { severity, message } of [...changed, ...dropped])
    screen.note(
      severity === 'warning'
        ? `${screen.paint('yellow', 'warning')}: ${plain(message)}`
        : `note: ${plain(message)}`,
    );
}

/** Lists what an import kept, changed and dropped. */
function showReport(screen: Context['screen'], { kept, changed, dropped }: Report): void {
  const parts = [
    ['kept', kept],
    ['changed', changed],
    ['dropped', dropped],
  ] as const;
  for (const [part, entries] of parts) {
    for (const { count, message, severity } of entries) {
      const mark = severity === 'warning' ? 'warning: ' : '';
      const words = `${part.padEnd(8)} ${mark}${plain(message)}${count > 1 ? ` (${count})` : ''}`;
      screen.say(severity === 'warning' ? screen.paint('yellow', words) : words);
    }
  }
}
