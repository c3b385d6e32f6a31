/** `grid why`: the analyst explains the price at a bus in an hour. */
import { data } from '../../client/client.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import type { Screen } from '../terminal/screen.ts';
import { decimal, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { wholeNumber } from './option-values.ts';

interface WhyOptions {
  readonly bus: string;
  readonly hour: number;
}

export function addWhyCommand(program: GridCommand): void {
  program
    .command('why')
    .argument('<id>', 'of the job, or its first characters')
    .description('Explain the price at a bus in an hour')
    .requiredOption('--bus <bus>', 'as 7 or bus_7')
    .requiredOption('--hour <hour>', 'from 0; in cases with shorter intervals, the interval', wholeNumber)
    .examples('grid why ID --bus 7 --hour 18', 'grid why ID --bus 7 --hour 18 --json | jq .data.parts')
    .asksAbout('job', showWhy);
}

/** A row of `parts` in the data of the tool; the API document does not define it. */
interface Part {
  readonly what: string;
  readonly usd_per_mwh: number | null;
}

export async function showWhy(
  { client, screen }: Pick<Context, 'client'> & { readonly screen: Pick<Screen, 'answer' | 'say' | 'table'> },
  job_id: string,
  { bus, hour }: WhyOptions,
): Promise<Exit> {
  const params = { path: { name: 'get_lmp' } };
  const body = { arguments: { job_id, bus, hour } };
  const answer = await data(client.POST('/api/modules/analyst/tools/{name}', { params, body }));
  const { parts = [] } = answer.data as { readonly parts?: readonly Part[] };
  screen.answer(answer, parts);
  screen.say(plain(answer.statement));
  screen.table(
    ['WHAT SETS IT', '$/MWh'],
    parts.map(({ what, usd_per_mwh }) => [what, decimal(usd_per_mwh)]),
  );
  return EXIT.solved;
}
