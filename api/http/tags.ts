/** The groups of operations in the document, in the order in which a new user meets them. */
export const TAGS = {
  Authentication: 'Sign in, with a second factor where one is set up, renew and end sessions',
  Users: 'The own account, its password, second factor and API keys; accounts of others for administrators',
  Modules: 'Parts of the service, and how far they are open to the caller',
  Solve: 'Unit commitment, security-constrained unit commitment and economic dispatch as jobs',
  Experiments: 'Matrices of scenarios over a base scenario',
  Scenarios: 'Stored solve payloads with their versions, import and export',
  Networks: 'Stored grids with their versions',
  'Power flow': 'Checks of power-flow data',
  'Model builder': 'Production-cost models on stored networks',
  'Model tuner': 'Prompts for the tuning of models',
  'AI analyst': 'Questions about cases and results, answered from what the service computed',
  Overview: 'What runs, what waits and what has ended',
  Audit: 'Who did what and when, for administrators',
  Health: 'Whether the service is alive and ready',
} as const;

export type Tag = keyof typeof TAGS;
