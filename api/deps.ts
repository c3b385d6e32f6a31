/** Everything handlers may use, as `main.ts` builds it and tests replace it. Only the roof knows it whole. */
import type { AccountDeps } from './accounts/deps.ts';
import type { AnalystDeps } from './analyst/deps.ts';
import type { ApiSettings } from './config.ts';
import type { ExperimentDeps } from './experiments/deps.ts';
import type { KitDeps } from './http/deps.ts';
import type { HealthDeps } from './http/health.ts';
import type { ModelBuilderDeps } from './model-builder/deps.ts';
import type { PowerFlowDeps } from './power-flow/routes/check-route.ts';
import type { ScenarioDeps } from './scenarios/deps.ts';
import type { SolveDeps } from './solve/deps.ts';

export type Deps = KitDeps &
  HealthDeps &
  AccountDeps &
  SolveDeps &
  ExperimentDeps &
  ScenarioDeps &
  ModelBuilderDeps &
  PowerFlowDeps &
  AnalystDeps & {
    readonly settings: ApiSettings;
    /** Checks every reply against its schema; on in tests, too slow for large results in production. */
    readonly checkReplies: boolean;
  };
