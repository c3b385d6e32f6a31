/** Recovery codes, in the only replies that ever hold any. */
import { array, string } from 'yup';

export const recoveryCodes = () =>
  array(string().required())
    .required()
    .meta({ description: 'Each works once in place of a code; never shown again' });
