/** All commands of `grid`. */
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { addAcCheckCommand } from './commands/ac-check.ts';
import { addAskCommand } from './commands/ask.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addCheckCommands } from './commands/checks.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addConnectCommand } from './commands/connections.ts';
import { addDiffCommand } from './commands/diff.ts';
import { addExecutionCommands } from './commands/executions.ts';
import { addExperimentCommands } from './commands/experiments.ts';
import { addExportCommand } from './commands/export.ts';
import { GridCommand } from './commands/grid-command.ts';
import { addScenarioCommands } from './commands/import.ts';
import { addJobCommands } from './commands/jobs.ts';
import { addListCommands } from './commands/lists.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addResultCommand } from './commands/result.ts';
import { addScheduleCommands } from './commands/schedules.ts';
import { addSessionCommands } from './commands/session.ts';
import { addSolveCommand } from './commands/solve.ts';
import { addStudyCommands } from './commands/study.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWhyCommand } from './commands/why.ts';
import { FORMATS } from './terminal/screen.ts';

const CODES = `
Exit codes: 0 solved or done, 1 refused, 2 infeasible, 3 server not reachable, 130 detached.
Environment: GRID_URL, GRID_API_KEY, NO_COLOR, XDG_CONFIG_HOME (grid/credentials.json below it).`;

const PACKAGE = new URL('../../../package.json', import.meta.url);
const { version: VERSION }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

export function createProgram(): Command {
  const program = new GridCommand('grid')
    .description(
      'Unit commitment, security-constrained unit commitment and economic dispatch from a terminal',
    )
    .version(VERSION, '--version', 'the version of this program')
    .option('--url <url>', 'server address; default: GRID_URL, or the last login')
    .option('--json', 'answer as JSON, same as -o json')
    .option('-v, --verbose', 'details of errors, such as the request id')
    .option('--no-color', 'no colours, as when piped')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see grid --help)');
  const groups = [
    addSessionCommands,
    addSolveCommand,
    addListCommands,
    addJobCommands,
    addResultCommand,
    addDiffCommand,
    addScenarioCommands,
    addExportCommand,
    addCheckCommands,
    addAcCheckCommand,
    addVerifyCommand,
    addExperimentCommands,
    addExecutionCommands,
    addConnectCommand,
    addStudyCommands,
    addScheduleCommands,
    addWebhookCommands,
    addAskCommand,
    addWhyCommand,
    addMcpCommand,
    addAuditCommands,
    addCompletionCommands,
  ];
  for (const add of groups) add(program);
  addFormats(program);
  return program
    .examples('grid login', 'grid solve case.json --watch', 'grid result ID --table lmp')
    .addHelpText('after', CODES);
}

/** Adds `-o FORMAT` to every command whose `-o` does not name a file. */
function addFormats({ commands }: Command): void {
  for (const command of commands) {
    if (!command.options.some(({ long }) => long === '--output'))
      command.addOption(new Option('-o, --output <format>', 'format of the answer').choices(FORMATS));
    addFormats(command);
  }
}
