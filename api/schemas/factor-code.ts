/** What proves the second factor, as people type it. */
import { object, string } from 'yup';

export const factorCode = (description: string) =>
  string().required('Field required').max(64).meta({ description });

/** Both factors, of somebody who is signed in. */
export const bothFactors = object({
  current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
  code: factorCode('Six digits from the authenticator, or a recovery code'),
});
