/** What a right password leads to: tokens, or the question for the second factor. */
import { boolean, type InferType, number, object, string } from 'yup';
import { either } from '../http/schemas.ts';

/** What a session is given. */
export const tokenSetSchema = object({
  access_token: string().required().meta({ description: 'JWT for the Authorization header' }),
  refresh_token: string().min(1).meta({
    description: 'Single use; the next reply carries its successor. Absent where it came as a cookie',
  }),
  token_type: string()
    .oneOf(['bearer'] as const)
    .required(),
  expires_in: number()
    .integer()
    .required()
    .meta({ unit: 's', description: 'Lifetime of the access token', examples: [3600] }),
});

/** Where its refresh token goes is the client's choice, see `session-cookie.ts`. */
export interface TokenSet extends InferType<typeof tokenSetSchema> {
  refresh_token: string;
}

const secondFactorSchema = object({
  requires_2fa: boolean().oneOf([true]).required(),
  temp_token: string().required().meta({ description: 'For POST /auth/verify-2fa, once' }),
  token_type: string()
    .oneOf(['2fa'] as const)
    .required(),
  expires_in: number()
    .integer()
    .required()
    .meta({ unit: 's', description: 'Lifetime of the temporary token', examples: [300] }),
});
export type SecondFactor = InferType<typeof secondFactorSchema>;

export const loginReplySchema = either(tokenSetSchema, secondFactorSchema);
export type LoginReply = TokenSet | SecondFactor;
