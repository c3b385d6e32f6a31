/** Why a unit stays off: the counterpart of `why_committed`. */
import { defineTool } from '../tool.ts';
import { type CommitmentQuestion, forcedCommitment } from './forced-commitment.ts';
import { whyCommitted } from './why-committed.ts';

export const whyNotCommitted = defineTool<CommitmentQuestion>({
  name: 'why_not_committed',
  description:
    'Why a unit is off in an hour: solves the case again with the unit on in that hour and tells what that costs, changes or makes impossible.',
  parameters: whyCommitted.parameters,
  run: (question, context) => forcedCommitment(question, false, context),
});
