/** Tools that answer by solving the case again, changed by what the question supposes. */
import type { AnyTool } from '../tool.ts';
import { whatIf } from './what-if.ts';
import { whyCommitted } from './why-committed.ts';
import { whyNotCommitted } from './why-not-committed.ts';

export const WHY_TOOLS: readonly AnyTool[] = [whyCommitted, whyNotCommitted, whatIf];
