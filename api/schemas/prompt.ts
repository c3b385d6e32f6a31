/** A text for a model; one that is too long is refused by its length in Unicode code points. */
import { string } from 'yup';

const MAX_LENGTH = 4000;

export const promptSchema = () =>
  string()
    .required()
    .test({
      name: 'blank',
      message: 'must not be blank',
      test: (text) => text === undefined || text.trim() !== '',
    })
    .test({
      name: 'length',
      message: `must have at most ${MAX_LENGTH} characters`,
      test: (text) => text === undefined || [...text].length <= MAX_LENGTH,
    })
    .meta({ description: `At most ${MAX_LENGTH} characters` });
