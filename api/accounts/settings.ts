/** Settings of accounts: secrets, passwords, the first administrator, registration. */
import { boolean, type InferType, number, object, string } from 'yup';
import type { Role } from '../http/principal.ts';
import { passwordProblems, toPolicy } from './password-rules.ts';

const MIN_SECRET_LENGTH = 32;

const about = (description: string) => ({ description });
const flag = () => boolean().default(false);
const secret = () => string().min(MIN_SECRET_LENGTH);

export const accountSettings = object({
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
    .meta(about('Former TWO_FACTOR_KEY; its secrets are re-encrypted at startup')),
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
  SESSION_DAYS: number()
    .integer()
    .min(1)
    .max(365)
    .default(30)
    .meta(about('Days after the sign-in at which a session ends, however often it is renewed')),
  REQUIRE_SECOND_FACTOR: string()
    .oneOf(['none', 'admin', 'all'] as const)
    .default('none')
    .meta(about('Accounts that must have a second factor: `none`, `admin` (administrators) or `all`')),
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
});

export interface AccountSettings extends InferType<typeof accountSettings> {
  readonly NODE_ENV: string;
}

type AdminSettings = Pick<
  AccountSettings,
  'ADMIN_USERNAME' | 'ADMIN_PASSWORD' | 'PASSWORD_MIN_LENGTH' | 'PASSWORD_CLASSES'
>;

/** True if the administrator's password satisfies the rules, or if none is set. */
export function isGoodAdminPassword(settings: AdminSettings): boolean {
  const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password } = settings;
  return password === undefined || passwordProblems({ username, password }, toPolicy(settings)).length === 0;
}

/** True if an account of this role must have a second factor. */
export const mustHaveFactor = (
  role: Role,
  { REQUIRE_SECOND_FACTOR: required }: Pick<AccountSettings, 'REQUIRE_SECOND_FACTOR'>,
): boolean => required === 'all' || required === role;
