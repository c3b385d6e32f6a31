/** Settings that API and orchestrator share: limits of webhooks, and of submissions by callers or schedules. */
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
  MAX_OPEN_JOBS: number().integer().min(1).default(200).meta(about('Largest number of open jobs per user')),
  MAX_OPEN_EXECUTIONS: number()
    .integer()
    .min(1)
    .default(50)
    .meta(about('Largest number of open runs of models per user')),
  MAX_OPEN_EXPERIMENTS: number()
    .integer()
    .min(1)
    .default(5)
    .meta(about('Largest number of open experiments per user')),
  MAX_STORED_MB: number()
    .moreThan(0)
    .default(10_000)
    .meta(about('Largest amount of data stored per user, MB, compressed')),
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
    .meta(about('Largest number of scenarios of one experiment')),
  MAX_EXPERIMENT_WINDOWS: number()
    .integer()
    .min(1)
    .default(40_000)
    .meta(about('Largest number of solves of one experiment of runs: scenarios times windows')),
  WEBHOOK_ALLOWED_NETWORKS: string()
    .default('')
    .test(
      'networks',
      'WEBHOOK_ALLOWED_NETWORKS must be networks such as 10.0.0.0/8, comma-separated',
      areNetworks,
    )
    .meta(about('Private networks that webhooks may use, TLS optional there, for example 10.0.0.0/8,...')),
});

function areNetworks(text: string): boolean {
  try {
    return Boolean(addressRule(text));
  } catch {
    return false;
  }
}
