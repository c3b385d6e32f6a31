/** Who answers: what it is told, what it may look up and who may ask it. */
import type { ModuleAccess } from '../../auth/require-module.ts';

export interface Agent {
  readonly id: string;
  /** Told to the model first; holds no secrets, since a model may repeat it. */
  readonly system: string;
  /** Names of tools; `all` = every one there is. */
  readonly tools: 'all' | readonly string[];
  readonly module: ModuleAccess;
  /** Figures in fenced code are part of a program, not claims about a result. */
  readonly writesCode: boolean;
}
