/** `grid audit verify`. */
import { data } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import type { GridCommand } from './grid-command.ts';

export function addAuditCommands(program: GridCommand): void {
  program
    .command('audit')
    .description('The audit log, for administrators')
    .command('verify')
    .description('Check that the audit log is unchanged')
    .examples('grid audit verify')
    .asks(verify);
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
