/**
 * Builds of the orchestrator as versions of a Temporal Worker Deployment. Temporal routes each workflow to a version.
 */
import type { Client } from '@temporalio/client';

export interface Build {
  readonly deploymentName: string;
  readonly buildId: string;
}

/** Deadline of one call to the server, ms. */
const CALL_MS = 5000;

/**
 * Makes the first build of a deployment current, because versioned workers get no work unless a build is current. If
 * the deployment has a current build already, nothing changes: further changes are up to the operator. Throws until the
 * server knows a worker of this build.
 */
export function makeCurrentIfFirst(client: Client, { deploymentName, buildId }: Build): Promise<void> {
  const { namespace, identity } = client.options;
  const { workflowService } = client.connection;
  return client.withDeadline(Date.now() + CALL_MS, async () => {
    const deployment = await workflowService.describeWorkerDeployment({ namespace, deploymentName });
    const { routingConfig, managerIdentity } = deployment.workerDeploymentInfo ?? {};
    const isDecided = routingConfig?.currentVersionChangedTime ?? routingConfig?.rampingVersionChangedTime;
    if (isDecided || managerIdentity) return;
    const { conflictToken } = deployment;
    const first = { namespace, deploymentName, buildId, conflictToken, identity };
    await workflowService.setWorkerDeploymentCurrentVersion(first);
  });
}
