/** Settings of signed certificates. */
import { object, string } from 'yup';
import { SEED_BYTES } from './keys.ts';

export const certificateSettings = object({
  CERTIFICATE_KEY: string()
    .test(
      'seed',
      `CERTIFICATE_KEY must be ${SEED_BYTES} random bytes in base64`,
      (text) => text === undefined || Buffer.from(text, 'base64').length === SEED_BYTES,
    )
    .optional()
    .meta({
      description:
        'Ed25519 key that signs certificates: 32 random bytes in base64; when unset, one is made and kept in MongoDB',
    }),
});
