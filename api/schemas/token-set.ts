/** What a sign-in answers with. */
import { type InferType, number, object, string } from 'yup';

export const tokenSetSchema = object({
  access_token: string().required().meta({ description: 'JWT for the Authorization header' }),
  refresh_token: string()
    .required()
    .meta({ description: 'Single use; the next reply carries its successor' }),
  token_type: string()
    .oneOf(['bearer'] as const)
    .required(),
  expires_in: number()
    .integer()
    .required()
    .meta({ unit: 's', description: 'Lifetime of the access token', examples: [3600] }),
});
export type TokenSet = InferType<typeof tokenSetSchema>;
