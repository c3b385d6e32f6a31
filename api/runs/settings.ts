/** What the API and an orchestrator go by alike: the bounds of submissions, be they of callers or of schedules, and of webhooks. */
import { number, object, string } from 'yup';
import { addressRule } from '../../temporal/public-address.ts';

const about = (description: string) => ({ description });

export const sharedSettings = object({
  SOLVER_URL: string().default('http://127.0.0.1:8100').meta(about('Address of the solver service')),
  RATE_LIMIT_SOLVES_PER_MINUTE: number()
    .integer()
    .min(1)
    .default(10)
    .meta(about('Solve submissions per user')),
  MAX_OPEN_JOBS: number().integer().min(1).default(200).meta(about('Most jobs that a user may have open')),
  MAX_OPEN_EXECUTIONS: number()
    .integer()
    .min(1)
    .default(50)
    .meta(about('Most runs of models that a user may have open')),
  MAX_OPEN_EXPERIMENTS: number()
    .integer()
    .min(1)
    .default(5)
    .meta(about('Most experiments that a user may have open')),
  MAX_STORED_MB: number()
    .moreThan(0)
    .default(10_000)
    .meta(about('Most that a user may have stored, MB, compressed as it is kept')),
  MAX_HORIZON: number()
    .integer()
    .min(1)
    .default(168)
    .meta({ description: 'Longest horizon of a solve', unit: 'h' }),
  MAX_SCENARIOS: number()
    .integer()
    .min(1)
    .max(10_000)
    .default(1000)
    .meta(about('Most scenarios of one experiment')),
  MAX_EXPERIMENT_WINDOWS: number()
    .integer()
    .min(1)
    .default(40_000)
    .meta(about('Most solves of one experiment of runs: scenarios times windows')),
  WEBHOOK_ALLOWED_NETWORKS: string()
    .default('')
    .test(
      'networks',
      'WEBHOOK_ALLOWED_NETWORKS must be networks such as 10.0.0.0/8, comma-separated',
      areNetworks,
    )
    .meta(
      about(
        'Networks beside the public ones that webhooks may be in, without TLS if they like: 10.0.0.0/8,...',
      ),
    ),
});

function areNetworks(text: string): boolean {
  try {
    return Boolean(addressRule(text));
  } catch {
    return false;
  }
}
