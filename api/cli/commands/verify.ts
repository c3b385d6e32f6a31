/** `grid verify`: what is verified follows from what is named. */
import { performAlone } from '../connection/perform.ts';
import type { GridCommand } from './grid-command.ts';
import { type VerifyOptions, verifyCertificate } from './verify-certificate.ts';

export function addVerifyCommand(program: GridCommand): void {
  const command = program
    .command('verify')
    .argument('<certificate>', 'a signed certificate, or a report (HTML) that has one inside')
    .description(
      'Check a signed certificate on this machine, without a server: exit code 0, 1 or 2 (broken rules)',
    )
    .option('--case <file>', 'the case, as GET .../payload gives it')
    .option('--schedule <file>', 'the result, as grid result ID --format json writes it')
    .option('--key <file>', 'public keys: /.well-known/jwks.json of the service')
    .examples(
      'grid verify certificate.json --case case.json --schedule result.json --key jwks.json',
      'grid verify report.html',
    );
  command.action((file: string, options: VerifyOptions) =>
    performAlone(command, (screen) => verifyCertificate(screen, file, options)),
  );
}
