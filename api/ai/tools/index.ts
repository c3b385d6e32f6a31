/** Every tool of the analyst: those that read the data of the caller, and those that solve a case again. */
import { LOOKUP_TOOLS } from './lookup-tools.ts';
import type { AnyTool } from './tool.ts';
import { WHY_TOOLS } from './why/index.ts';

export const TOOLS: readonly AnyTool[] = [...LOOKUP_TOOLS, ...WHY_TOOLS];
