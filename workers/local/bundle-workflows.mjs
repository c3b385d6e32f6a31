/** Bundles the workflows once, so that a worker starts without doing it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { ROOT } from './paths.mjs';

const { code } = await bundleWorkflowCode({
  workflowsPath: join(ROOT, 'dist', 'workflows', 'index.js'),
  logger: new DefaultLogger('WARN'),
});
await writeFile(join(ROOT, 'dist', 'workflow-bundle.js'), code);
