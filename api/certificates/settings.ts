/** Settings of signed certificates. */
import { object, string } from 'yup';
import { SEED_BYTES } from './keys.ts';

const isSeed = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === SEED_BYTES && bytes.toString('base64') === text;
};

export const certificateSettings = object({
  CERTIFICATE_KEY: string()
    .test(
      'seed',
      `CERTIFICATE_KEY must be ${SEED_BYTES} random bytes in base64`,
      (text) => text === undefined || isSeed(text),
    )
    .optional()
    .meta({
      description:
        'Ed25519 key that signs certificates: 32 random bytes in base64; when unset, one is made and kept in MongoDB',
    }),
});
