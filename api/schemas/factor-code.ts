/** A code of the second factor as people type it. */
import { string } from 'yup';

export const factorCode = (description: string) =>
  string().required('Field required').max(64).meta({ description });
