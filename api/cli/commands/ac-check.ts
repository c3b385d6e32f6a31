/** `grid ac-check`: AC power flows of every interval of a job's schedule. */
import { data, type operations } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { readJson } from '../files/read-file.ts';
import { EXIT } from '../terminal/exit.ts';
import { decimal, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { collect, share } from './option-values.ts';

type AcData =
  operations['postModulesAnalystSolveByJobIdAcCheck']['requestBody']['content']['application/json'];

interface AcOptions {
  readonly slack: readonly string[];
  readonly powerFactor?: number;
  readonly data?: string;
}

export function addAcCheckCommand(program: GridCommand): void {
  program
    .about('job', 'ac-check', 'Check a schedule by AC power flows: losses, voltages, loadings', checkAc)
    .option(
      '--slack <bus>',
      'bus that balances its island; may be repeated, one for each island',
      collect,
      [],
    )
    .option('--power-factor <factor>', 'of loads without reactive data, such as 0.95', share)
    .option('--data <file>', 'AC data as JSON: slack_buses, buses, branches, generators, limits')
    .examples(
      'grid ac-check ID --slack 1 --power-factor 0.95',
      'grid ac-check ID --data ac.json --json | jq .summary',
    );
}

async function checkAc({ client, screen }: Context, job_id: string, options: AcOptions) {
  const body = {
    ...(options.data !== undefined && (await readJson(options.data))),
    ...(options.slack.length > 0 && { slack_buses: options.slack.map(Number) }),
    ...(options.powerFactor !== undefined && { power_factor: options.powerFactor }),
  } as AcData;
  const params = { path: { job_id } };
  const check = await data(client.POST('/api/modules/analyst/solve/{job_id}/ac-check', { params, body }));
  screen.answer(check, check.intervals);
  for (const { field, value, message, elements } of check.assumptions)
    screen.note(
      `assumed for ${elements}: ${field}${value === null ? '' : ` = ${value}`} (${plain(message)})`,
    );
  screen.table(
    ['INTERVAL', 'CONVERGED', 'LOSSES MW', 'SLACK CHANGE MW', 'VOLTAGES', 'OVERLOADS', 'Q LIMITS'],
    check.intervals.map((each) => [
      each.interval,
      each.converged ? 'yes' : 'no',
      decimal(each.losses_mw),
      decimal(each.slack.reduce((mw, { change_mw }) => mw + change_mw, 0)),
      each.voltage_violations,
      each.overloads,
      each.reactive_limits,
    ]),
  );
  const { intervals, converged, voltage_violations, overloads, reactive_limits, losses_mwh } = check.summary;
  screen.say(`${converged} of ${intervals} intervals converged, with losses of ${decimal(losses_mwh)} MWh`);
  screen.say(
    `${voltage_violations} voltages outside limits, ${overloads} branches above their rating, ${reactive_limits} buses at a reactive limit`,
  );
  return converged === intervals && voltage_violations + overloads === 0 ? EXIT.solved : EXIT.refused;
}
