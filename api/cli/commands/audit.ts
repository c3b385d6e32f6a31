/** `grid audit verify`. */
import type { Command } from 'commander';
import { data } from '../../client/client.ts';
import { type Context, perform } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { examples } from './examples.ts';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('The audit log, for administrators')
    .command('verify')
    .description('Whether the audit log is as it was written')
    .addHelpText('after', examples('grid audit verify'))
    .action((_: object, command: Command) => perform(command, verify));
}

async function verify({ client, screen }: Context): Promise<Exit> {
  const report = await data(client.GET('/api/audit/verify'));
  screen.answer(report);
  if (report.first_bad === null) {
    screen.say(`${screen.paint('green', 'valid')}: ${report.entries} entries in one chain`);
    return EXIT.solved;
  }
  const { seq, id, problem } = report.first_bad;
  const place = seq === null ? 'outside the chain' : `number ${seq}`;
  screen.say(`${screen.paint('red', 'NOT valid')}: entry ${id ?? ''} ${place}: ${problem}`);
  return EXIT.refused;
}
