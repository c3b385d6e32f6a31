/** A text for a model; one that is too long is refused by its length in Unicode code points. */
import { string } from 'yup';

const MAX_LENGTH = 4000;

export const promptSchema = () =>
  string()
    .required('Field required')
    .test('filled', 'Field required', (text) => text.trim() !== '')
    .test(
      'length',
      `String should have at most ${MAX_LENGTH} characters`,
      (text) => text.length <= 2 * MAX_LENGTH && [...text].length <= MAX_LENGTH,
    )
    .meta({ description: `At most ${MAX_LENGTH} characters` });
