/** The job of a scenario or of a window, named after its place in its experiment or execution. */
import { uuidV5 } from './uuid-v5.ts';

export const partJobId = (parentId: string, index: number, attempt = 1): string =>
  uuidV5(parentId, `${attempt}/${index}`);
