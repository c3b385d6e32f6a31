/** Every setting of the API process with default, unit and meaning. */
import { boolean, type InferType, number, object, string, ValidationError } from 'yup';
import { mongoSettings } from '../mongo/connect.ts';
import { isLoopback, temporalSettings } from '../temporal/settings.ts';
import { type PasswordSettings, passwordProblems, toPolicy } from './accounts/password-rules.ts';
import { aiSettings } from './analyst/settings.ts';
import { limitSettings } from './power-flow/limits.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ENVIRONMENTS = ['development', 'production', 'test'] as const;
const MIN_SECRET_LENGTH = 32;
/** OWASP's lower limit for bcrypt. */
const MIN_PRODUCTION_COST = 10;

const about = (description: string, unit?: 's' | 'h') => ({ description, ...(unit && { unit }) });
const flag = () => boolean().default(false);
const secret = () => string().min(MIN_SECRET_LENGTH);

export const apiSettings = object({
  NODE_ENV: string().oneOf(ENVIRONMENTS).default('development').meta(about('Kind of environment')),
  API_HOST: string().default('127.0.0.1').meta(about('Address to listen on')),
  API_PORT: number()
    .integer()
    .min(0)
    .max(65_535)
    .default(8000)
    .meta(about('Port to listen on; 0 = any free')),
  SOLVER_URL: string().default('http://127.0.0.1:8100').meta(about('Address of the solver service')),
  SOLVER_TOKEN: string().optional().meta(about('Bearer token for the solver service')),
  CORS_ORIGINS: string().default('').meta(about('Origins that may call from a browser, comma-separated')),
  TRUST_PROXY: number()
    .integer()
    .min(0)
    .default(0)
    .meta(about('Reverse proxies whose X-Forwarded-For counts')),
  MAX_BODY_MB: number().moreThan(0).default(32).meta(about('Largest request body, MB, after decompression')),
  METRICS_TOKEN: string().optional().meta(about('Bearer token of /metrics; loopback only when unset')),
  LOG_LEVEL: string().oneOf(LOG_LEVELS).default('info').meta(about('Least severe level that is logged')),
  JWT_SECRET: secret().required().meta(about('Signs access tokens; at least 32 characters')),
  JWT_PREVIOUS_SECRET: secret().optional().meta(about('Former JWT_SECRET, still accepted')),
  PASSWORD_PEPPER: secret()
    .required()
    .meta(about('Key of the password HMAC; at least 32 characters, never changes')),
  TWO_FACTOR_KEY: secret()
    .optional()
    .meta(about('Encrypts two-factor secrets; at least 32 characters, PASSWORD_PEPPER when unset')),
  TWO_FACTOR_PREVIOUS_KEY: secret()
    .optional()
    .meta(about('Former TWO_FACTOR_KEY; what it sealed is sealed anew at start')),
  PASSWORD_MIN_LENGTH: number()
    .integer()
    .min(8)
    .max(64)
    .default(8)
    .meta(about('Shortest password, characters')),
  PASSWORD_CLASSES: string()
    .oneOf(['on', 'off'])
    .default('on')
    .meta(about('Short passwords must mix characters')),
  BCRYPT_COST: number()
    .integer()
    .min(4)
    .max(15)
    .default(12)
    .meta(about('bcrypt work factor, log2 of rounds')),
  ADMIN_USERNAME: string().optional().meta(about('First administrator, created at start when absent')),
  ADMIN_PASSWORD: string().optional().meta(about('Password of ADMIN_USERNAME at creation')),
  AUTH_BYPASS_ENABLED: flag().meta(
    about('Accept any bearer token as administrator `dev`; only on a loopback API_HOST, never in production'),
  ),
  ALLOW_PUBLIC_REGISTRATION: flag().meta(about('Anyone may register; otherwise administrators only')),
  RATE_LIMIT_SOLVES_PER_MINUTE: number()
    .integer()
    .min(1)
    .default(10)
    .meta(about('Solve submissions per user')),
  MAX_OPEN_JOBS: number()
    .integer()
    .min(1)
    .default(200)
    .meta(about('Most jobs, and most runs of models, that a user may have open')),
  MAX_OPEN_EXPERIMENTS: number()
    .integer()
    .min(1)
    .default(5)
    .meta(about('Most experiments that a user may have open')),
  MAX_HORIZON: number().integer().min(1).default(168).meta(about('Longest horizon of a solve', 'h')),
  MAX_SCENARIOS: number()
    .integer()
    .min(1)
    .max(10_000)
    .default(1000)
    .meta(about('Most scenarios of one experiment')),
  JOB_RETENTION_DAYS: number()
    .integer()
    .min(1)
    .default(30)
    .meta(about('Days a finished job and its result stay')),
})
  .concat(mongoSettings)
  .concat(temporalSettings)
  .concat(limitSettings)
  .concat(aiSettings)
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

interface AdminSettings extends PasswordSettings {
  readonly ADMIN_USERNAME?: string | undefined;
  readonly ADMIN_PASSWORD?: string | undefined;
}

function isGoodAdminPassword(settings: AdminSettings) {
  const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password } = settings;
  return password === undefined || passwordProblems({ username, password }, toPolicy(settings)).length === 0;
}

/** Throws one error that names every wrong setting, and no value: some are secret. */
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

/** yup's wording quotes the value. */
const describe = (path = '', type = '', message = ''): string =>
  type === 'typeError' ? `  ${path} has the wrong type` : `  ${message}`;
