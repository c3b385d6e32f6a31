/** All tools of the analyst. */
import type { AnyTool } from './tool.ts';
import { WHY_TOOLS } from './why/index.ts';

export const TOOLS: readonly AnyTool[] = [...WHY_TOOLS];
