/** Why a unit is on: the opposite is solved and compared. */
import { number, object, string } from 'yup';
import { solveFields } from '../solve-fields.ts';
import { defineTool } from '../tool.ts';
import { type CommitmentQuestion, forcedCommitment } from './forced-commitment.ts';

const parameters = object({
  generator: string().required().max(200).meta({ description: 'Name of the unit' }),
  hour: number().integer().min(0).required().meta({ description: '0-based' }),
  ...solveFields(),
}).exact();

export const whyCommitted = defineTool<CommitmentQuestion>({
  name: 'why_committed',
  description:
    'Why a unit is on in an hour: solves the case again with the unit off in that hour and tells what that costs, changes or makes impossible.',
  parameters,
  run: (question, context) => forcedCommitment(question, true, context),
});
