/** `grid verify`: checks a certificate on this machine, or a schedule with its case at the server. */
import { perform, performAlone } from '../connection/perform.ts';
import type { GridCommand } from './grid-command.ts';
import { JOB_TYPES } from './solve.ts';
import type { CertificateOptions } from './verify-certificate.ts';
import { type ScheduleOptions, verifySchedule } from './verify-schedule.ts';

export function addVerifyCommand(program: GridCommand): void {
  const command = program
    .command('verify')
    .argument('<file>', 'a signed certificate or a report (HTML); with a schedule: its case')
    .argument('[schedule]', 'a result, or a schedule of UnitCommitment.jl, Egret or PyPSA')
    .description('Check a certificate on this machine, or a schedule against every rule of its case')
    .option('--case <file>', 'of a certificate: the case, as from GET .../payload')
    .option(
      '--schedule <file>',
      'of a certificate: the result, as from grid result ID --format json, or the results of a study',
    )
    .option('--key <file>', 'of a certificate: public keys, from /.well-known/jwks.json of the service')
    .choice('-t, --type <type>', JOB_TYPES, 'of a schedule; default: scuc with lines, else uc')
    .option('--bound', 'of a schedule: also compute a lower bound of the cost')
    .addHelpText(
      'after',
      '\nExit codes: 0 verified, 1 not readable, 2 refused, 3 not fully judged or server not reachable.',
    )
    .examples(
      'grid verify report.html --key jwks.json',
      'grid verify certificate.json --case case.json --schedule result.json --key jwks.json',
      'grid verify case14.json.gz solution.json --bound',
      "grid verify case.json result.json -o json | jq '.problems'",
    );
  command.action(
    (file: string, schedule: string | undefined, options: CertificateOptions & ScheduleOptions) =>
      schedule === undefined
        ? performAlone(command, async (screen) => {
            // Loads the verifier here, so that other commands do not.
            const { verifyCertificate } = await import('./verify-certificate.ts');
            return verifyCertificate(screen, file, options);
          })
        : perform(command, (context) => verifySchedule(context, file, schedule, options)),
  );
}
