/** Chat about one job. */
import { Card } from '../parts/elements.tsx';
import { href } from '../parts/router.ts';
import type { ResultViewProps } from '../results/view.ts';
import { Chat } from './chat.tsx';

export const JobAnalyst = ({ job: { job_id, scenario_id } }: ResultViewProps) => (
  <Card
    title="Ask about this job"
    actions={<a href={href('/analyst', { scenario: scenario_id })}>All conversations</a>}
  >
    <Chat jobId={job_id} explained={scenario_id} />
  </Card>
);
