/** Arguments of every tool that compares with a solve: which one. */
import { string } from 'yup';

export const solveChoice = {
  scenario_id: string().max(200).optional().meta({
    description: 'Scenario whose newest completed solve is compared with; default that of the conversation',
  }),
  job_id: string()
    .max(128)
    .optional()
    .meta({ description: 'Solve that is compared with; overrides scenario_id' }),
};
