/** `grid verify`: what is true of a schedule that somebody else made. */
import type { GridCommand } from './grid-command.ts';
import { JOB_TYPES } from './solve.ts';
import { verifySchedule } from './verify-schedule.ts';

export function addVerifyCommand(program: GridCommand): void {
  program
    .command('verify')
    .argument('<case>', 'a file or a folder in any format that can be imported')
    .argument('<schedule>', 'a result, or a schedule of UnitCommitment.jl, Egret or PyPSA')
    .description('Check a schedule of a case against every rule, and compute its cost, without solving')
    .choice('-t, --type <type>', JOB_TYPES, 'default: scuc with lines, else uc')
    .option('--bound', 'also how much better a schedule could be at most')
    .addHelpText(
      'after',
      '\nExit codes: 0 verified, 1 not verified, 2 not understood or refused, 3 not reachable.',
    )
    .examples(
      'grid verify case14.json.gz solution.json --bound',
      'grid verify network-folder solved-folder',
      "grid verify case.json result.json -o json | jq '.problems'",
    )
    .asks(verifySchedule);
}
