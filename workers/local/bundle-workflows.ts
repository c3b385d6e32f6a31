/** Bundles the compiled workflows in advance, so that workers start faster: `bundle-workflows.js TARGET`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { ROOT } from './plain/paths.mjs';

const [target = ''] = process.argv.slice(2);
const { code } = await bundleWorkflowCode({
  workflowsPath: join(ROOT, 'dist', 'workflows', 'index.js'),
  logger: new DefaultLogger('WARN'),
});
await writeFile(target, code);
