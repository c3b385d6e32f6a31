/** The analyst beside a job. */
import { Card } from '../parts/elements.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { Chat } from './chat.tsx';

export const JobAnalyst = ({ job: { job_id, scenario_id } }: ResultViewProps) => (
  <Card title="Ask about this job">
    <Chat jobId={job_id} explained={scenario_id} />
  </Card>
);
