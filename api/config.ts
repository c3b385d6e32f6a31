/** Every setting of the API process, with default, unit and meaning. */
import { type InferType, number, object, string, ValidationError } from 'yup';
import { mongoSettings } from '../mongo/connect.ts';
import { isLoopback, temporalSettings, threadSettings, tracingSettings } from '../temporal/settings.ts';
import { accountSettings, isGoodAdminPassword } from './accounts/settings.ts';
import { analystSettings, baseUrl } from './analyst/settings.ts';
import { certificateSettings } from './certificates/keys.ts';
import { limitSettings } from './power-flow/limits.ts';
import { sharedSettings } from './runs/settings.ts';
import { shareSettings } from './shares/guests.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ENVIRONMENTS = ['development', 'production', 'test'] as const;
/** Lower limit of OWASP for the bcrypt work factor. */
const MIN_PRODUCTION_COST = 10;

const about = (description: string) => ({ description });

export const apiSettings = object({
  NODE_ENV: string().oneOf(ENVIRONMENTS).default('development').meta(about('Kind of environment')),
  API_HOST: string().default('127.0.0.1').meta(about('Address to listen on')),
  API_PORT: number()
    .integer()
    .min(0)
    .max(65_535)
    .default(8000)
    .meta(about('Port to listen on; 0 = any free')),
  SOLVER_TOKEN: string().optional().meta(about('Bearer token for the solver service')),
  TEMPORAL_UI_URL: baseUrl(
    'Address of the Temporal Web UI: administrators see links to it, and it may call the payload decoder',
  ),
  CORS_ORIGINS: string().default('').meta(about('Origins that may call from a browser, comma-separated')),
  TRUST_PROXY: number()
    .integer()
    .min(0)
    .default(0)
    .meta(about('Number of reverse proxies whose X-Forwarded-For is trusted')),
  MAX_BODY_MB: number().moreThan(0).default(32).meta(about('Largest request body, MB, after decompression')),
  METRICS_TOKEN: string()
    .optional()
    .meta(about('Bearer token of /metrics; when unset, only local requests are served; none in production')),
  LOG_LEVEL: string().oneOf(LOG_LEVELS).default('info').meta(about('Least severe level that is logged')),
  JOB_RETENTION_DAYS: number()
    .integer()
    .min(1)
    .default(30)
    .meta(about('Days for which a finished job and its result are kept')),
})
  .concat(accountSettings)
  .concat(shareSettings)
  .concat(certificateSettings)
  .concat(mongoSettings)
  .concat(temporalSettings)
  .concat(threadSettings)
  .concat(sharedSettings)
  .concat(tracingSettings)
  .concat(limitSettings)
  .concat(analystSettings)
  .test(
    'bypass',
    'AUTH_BYPASS_ENABLED must be false when NODE_ENV is production',
    (settings) => !(settings.AUTH_BYPASS_ENABLED && settings.NODE_ENV === 'production'),
  )
  .test(
    'bypass host',
    'AUTH_BYPASS_ENABLED must be false when API_HOST is not a loopback address',
    (settings) => !settings.AUTH_BYPASS_ENABLED || isLoopback(settings.API_HOST),
  )
  .test(
    'cost',
    `BCRYPT_COST must be at least ${MIN_PRODUCTION_COST} when NODE_ENV is production`,
    (settings) => settings.NODE_ENV !== 'production' || settings.BCRYPT_COST >= MIN_PRODUCTION_COST,
  )
  .test(
    'admin',
    'ADMIN_USERNAME and ADMIN_PASSWORD go together',
    ({ ADMIN_USERNAME, ADMIN_PASSWORD }) => (ADMIN_USERNAME === undefined) === (ADMIN_PASSWORD === undefined),
  )
  .test(
    'admin password',
    'ADMIN_PASSWORD must satisfy the password rules when NODE_ENV is production',
    (settings) => settings.NODE_ENV !== 'production' || isGoodAdminPassword(settings),
  );

export type ApiSettings = InferType<typeof apiSettings>;

/**
 * Reads all settings. Throws one error that names every wrong setting; it contains no values, since some are secret.
 */
export function readConfig(env: NodeJS.ProcessEnv): ApiSettings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  try {
    return apiSettings.validateSync(set, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new Error(
      `Wrong settings:\n${error.inner.map(({ path, type, message }) => describe(path, type, message)).join('\n')}`,
    );
  }
}

/** Message about a wrong setting, in place of yup's, which quotes the value. */
const describe = (path = '', type = '', message = ''): string =>
  type === 'typeError' ? `  ${path} has the wrong type` : `  ${message}`;
