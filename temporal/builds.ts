/** Builds of the orchestrator, as Temporal routes workflows to them: the versions of a Worker Deployment. */
import type { Client } from '@temporalio/client';

export interface Build {
  readonly deploymentName: string;
  readonly buildId: string;
}

/** Deadline of one call, ms. */
const CALL_MS = 5000;

/**
 * Makes the first build of a deployment current: without a current one no versioned worker is given work. Which one
 * follows is for the operator to say, and so is everything once somebody has said it. Throws until the server has
 * heard of a worker of this build.
 */
export function makeCurrentIfFirst(client: Client, { deploymentName, buildId }: Build): Promise<void> {
  const { namespace, identity } = client.options;
  const { workflowService } = client.connection;
  return client.withDeadline(Date.now() + CALL_MS, async () => {
    const known = await workflowService.describeWorkerDeployment({ namespace, deploymentName });
    const { routingConfig, managerIdentity } = known.workerDeploymentInfo ?? {};
    const isDecided = routingConfig?.currentVersionChangedTime ?? routingConfig?.rampingVersionChangedTime;
    if (isDecided || managerIdentity) return;
    const { conflictToken } = known;
    const first = { namespace, deploymentName, buildId, conflictToken, identity };
    await workflowService.setWorkerDeploymentCurrentVersion(first);
  });
}
