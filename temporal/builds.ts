/** Builds of the orchestrator as versions of a Temporal Worker Deployment, by which Temporal routes workflows. */
import type { Client } from '@temporalio/client';

export interface Build {
  readonly deploymentName: string;
  readonly buildId: string;
}

/** Deadline of one call, ms. */
const CALL_MS = 5000;

/**
 * Makes the first build of a deployment current: without a current build, versioned workers get no work. Later changes, and any
 * deployment that an operator has already configured, are left to the operator. Throws until the server knows a worker of this
 * build.
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
