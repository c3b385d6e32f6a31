/** Shows the outcome of a job and returns its exit code; for an infeasible job, also causes and smallest repair. */
import { data } from '../../client/client.ts';
import { repairText } from '../../client/repair-words.ts';
import { END_WORDS, type Job, type JobResult } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { duration, money, percent, plain } from '../terminal/text.ts';
import { showFigures } from './figures.ts';

/** Fields of a result that are not series. */
const FIELDS = [
  'interval_minutes',
  'verdict',
  'objective_value',
  'total_cost_usd',
  'mip_gap',
  'lower_bound_usd',
  'solve_time_s',
  'solver',
  'cost_breakdown',
  'settlement',
  'end_reason',
  'warnings',
  'infeasibility',
  'infeasibility_reasons',
  'certificate',
] as const;

type Summary = Pick<JobResult, (typeof FIELDS)[number] | 'job_id' | 'termination_status'>;

async function summaryOf({ client }: Pick<Context, 'client'>, job_id: string): Promise<Summary> {
  const params = { path: { job_id }, query: { fields: FIELDS.join(',') } };
  const reply = await data(client.GET('/api/modules/analyst/solve/{job_id}/results', { params }));
  // The API document cannot express that the fields that were requested are present.
  return reply as Summary;
}

export async function showOutcome(context: Context, job: Job): Promise<Exit> {
  const { screen } = context;
  if (job.status !== 'completed') {
    screen.answer(job);
    const reason = job.error?.message ?? 'no result';
    screen.say(`${screen.paint('red', job.status)}: ${plain(reason)}`);
    return EXIT.refused;
  }
  const summary = await summaryOf(context, job.job_id);
  const exit = showSummary(context, summary);
  if (exit === EXIT.solved && screen.isForPeople) await showFigures(context, job.job_id);
  return exit;
}

/** Maximum number of warnings shown; the JSON has all of them. */
const MOST_WARNINGS = 10;

function showSummary({ screen }: Context, summary: Summary): Exit {
  screen.answer(summary);
  if (summary.termination_status === 'INFEASIBLE') {
    showCauses(screen, summary);
    return EXIT.infeasible;
  }
  const scheduleColor = summary.verdict?.kept === false ? 'yellow' : 'green';
  const color = summary.termination_status === 'TIMEOUT' ? 'red' : scheduleColor;
  const { solve_time_s, solver, job_id, certificate, end_reason } = summary;
  screen.say(
    `${screen.paint(color, summary.termination_status)}${end_reason ? ` (${END_WORDS[end_reason]})` : ''} in ${duration(solve_time_s)} by ${solver}, job ${job_id}`,
  );
  const { warnings } = summary;
  for (const warning of warnings.slice(0, MOST_WARNINGS)) screen.note(`warning: ${plain(warning)}`);
  if (warnings.length > MOST_WARNINGS) screen.note(`and ${warnings.length - MOST_WARNINGS} more warnings`);
  if (summary.termination_status === 'TIMEOUT') {
    screen.say('No schedule found in time: raise --timeout');
    return EXIT.refused;
  }
  for (const sentence of summary.verdict?.sentences ?? []) screen.say(plain(sentence));
  screen.say(costWords({ ...summary, ...summary.cost_breakdown }));
  screen.say(`lower bound ${money(summary.lower_bound_usd)}, gap ${percent(summary.mip_gap)}`);
  const { lmp, convex_hull } = summary.settlement ?? {};
  for (const [prices, settled] of Object.entries({ LMPs: lmp, 'convex hull prices': convex_hull }))
    if (settled)
      screen.say(
        `uplift ${money(settled.total_uplift_usd)} at ${prices}, make-whole payments ${money(settled.make_whole_payment_usd)}: grid result ${job_id} --table settlement`,
      );
  if (certificate) showCertificate(screen, certificate);
  return EXIT.solved;
}

interface Costs {
  readonly total_cost_usd: number | null;
  readonly penalty_usd?: number;
  readonly stored_value_usd?: number | undefined;
  readonly bid_value_usd?: number | undefined;
  readonly objective_value: number | null;
}

/** Cost in words: `operating cost $90 + penalties $10 = objective $100`. */
export function costWords({ total_cost_usd, penalty_usd, objective_value, ...worth }: Costs): string {
  const { stored_value_usd, bid_value_usd } = worth;
  const bids = bid_value_usd ? ` - demand of bids ${money(bid_value_usd)}` : '';
  const stored = stored_value_usd ? ` - stored energy ${money(stored_value_usd)}` : '';
  return `operating cost ${money(total_cost_usd)} + penalties ${money(penalty_usd)}${stored}${bids} = objective ${money(objective_value)}`;
}

function showCertificate(screen: Context['screen'], certificate: NonNullable<Summary['certificate']>): void {
  const judged = certificate.checks.filter(({ vacuous }) => !vacuous);
  const broken = judged.filter(({ ok }) => !ok);
  const words = certificate.verified
    ? screen.paint('green', 'verified')
    : screen.paint('red', 'NOT verified');
  screen.say(`certificate ${words}: ${judged.length - broken.length} of ${judged.length} checks passed`);
  for (const { name, max_violation } of broken) screen.say(`  ${name}: off by ${max_violation}`);
}

function showCauses(
  screen: Context['screen'],
  { job_id, interval_minutes, infeasibility, infeasibility_reasons = [] }: Summary,
): void {
  screen.say(`${screen.paint('yellow', 'INFEASIBLE')}: no schedule meets all limits, job ${job_id}`);
  const causes = infeasibility?.causes.map(({ message }) => message) ?? infeasibility_reasons;
  for (const cause of causes) screen.say(`  ${plain(cause)}`);
  const repair = infeasibility?.repair ?? [];
  if (repair.length === 0) return;
  screen.say('Smallest repair:');
  for (const change of repair)
    screen.say(`  ${plain(`${repairText(change)}: ${repairWords(change, interval_minutes)}`)}`);
  screen.say(`To solve the repaired case: grid repair ${job_id} --watch`);
}

type Repair = NonNullable<Summary['infeasibility']>['repair'][number];

/**
 * A change of a repair in words: `generator G3, hour 18: p_max from 100 to 143`; in cases with shorter intervals
 * `interval 18`.
 */
export function repairWords(
  { element_type, element_id, hour, field, from, to }: Repair,
  minutes?: number,
): string {
  const element = element_id === null ? element_type : `${element_type} ${element_id}`;
  const when = hour === null ? '' : `, ${minutes === undefined ? 'hour' : 'interval'} ${hour}`;
  return `${element}${when}: ${field} ${from === null ? '' : `from ${from} `}to ${to}`;
}
