/** Fields of requests and replies about the second factor. */
import { array, object, string } from 'yup';

/** What proves the second factor, as people type it. */
export const factorCode = (description: string) =>
  string().required('Field required').max(64).meta({ description });

/** Both factors, of somebody who is signed in. */
export const bothFactors = object({
  current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
  code: factorCode('Six digits from the authenticator, or a recovery code'),
});

/** Recovery codes, in the only replies that ever hold any. */
export const recoveryCodes = () =>
  array(string().required())
    .required()
    .meta({ description: 'Each works once in place of a code; never shown again' });
