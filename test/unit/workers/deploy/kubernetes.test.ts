/**
 * The manifests agree with the code (settings, ports, paths, queues and deadlines), and with the requirements of a
 * cluster.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { apiSettings, readConfig } from '../../../../api/config.ts';
import { ROUTES } from '../../../../api/routes.ts';
import { parseSettings } from '../../../../temporal/settings.ts';
import { solverQueue } from '../../../../temporal/solvers.ts';
import { solverSettings, workerSettings } from '../../../../workers/config.ts';
import { createWatchApp } from '../../../../workers/http/watch-app.ts';
import {
  type Env,
  givenFor,
  imageEnv,
  readYaml,
  SECRET,
  sourceText,
} from '../../../support/deploy/read-deploy.ts';

interface Container {
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } };
  readonly securityContext: object;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData?: Env;
  readonly spec: {
    readonly minReplicaCount: number;
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
    readonly triggers: readonly { readonly type: string; readonly metadata: Env }[];
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly runAsNonRoot: boolean };
        readonly topologySpreadConstraints: readonly object[];
        readonly containers: readonly Container[];
      };
    };
  };
}
interface Kustomization {
  readonly configMapGenerator?: readonly { readonly name: string; readonly literals: readonly string[] }[];
}

const BASE = 'kubernetes/base';
const manifests = [
  ...['api', 'solver', 'network-policies'].map((name) => `${BASE}/${name}.yaml`),
  'kubernetes/orchestrator/orchestrator.yaml',
  'kubernetes/production/ingress.yaml',
  'kubernetes/production/namespace.yaml',
].flatMap((path) => readYaml<Manifest>(path));
const find = (kind: string, name: string): Manifest =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name) ??
  assert.fail(`no ${kind} ${name}`);

const ROLES = { api: apiSettings, orchestrator: workerSettings, solver: solverSettings } as const;
type Role = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as Role[];
const podOf = (role: Role) => find('Deployment', role).spec.template.spec;
const containerOf = (role: Role): Container => podOf(role).containers[0] ?? assert.fail();
const portOf = (role: Role, name: string): number | undefined =>
  containerOf(role).ports.find((port) => port.name === name)?.containerPort;

/** Name of a config map or secret -> its settings. */
const sets = new Map<string, Env>(
  readYaml<Manifest>('kubernetes/secrets.example.yaml').map(({ metadata, stringData = {} }) => [
    metadata.name,
    Object.fromEntries(Object.keys(stringData).map((key) => [key, givenFor(key)])),
  ]),
);
for (const { configMapGenerator = [] } of readYaml<Kustomization>(`${BASE}/kustomization.yaml`))
  for (const { name, literals } of configMapGenerator)
    sets.set(name, Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/).slice(0, 2))));

function envOf(role: Role): Env {
  const { env = [], envFrom } = containerOf(role);
  const from = envFrom.flatMap((source) =>
    Object.values(source).map(({ name }) => sets.get(name) ?? assert.fail(`nothing sets ${name}`)),
  );
  const direct = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return Object.assign({}, imageEnv(), ...from, direct);
}

describe('the manifests for Kubernetes', () => {
  it('name settings that there are', () => {
    const knownSettings = new Set(NAMES.flatMap((role) => Object.keys(ROLES[role].fields)));
    const setNames = [...sets.values()].flatMap((set) => Object.keys(set));
    assert.deepEqual(
      setNames.filter((name) => !knownSettings.has(name)),
      [],
    );
    const patched = sourceText('workers/deploy/kubernetes/production/build-1-0-0/kustomization.yaml');
    assert.ok(
      'TEMPORAL_WORKER_BUILD_ID' in workerSettings.fields && patched.includes('TEMPORAL_WORKER_BUILD_ID'),
    );
  });

  for (const role of NAMES) {
    it(`give ${role} its settings, and no secret of others`, () => {
      const env = envOf(role);
      const settings = role === 'api' ? readConfig(env) : parseSettings(ROLES[role], env);
      assert.equal(settings.MONGODB_URI, SECRET);
      assert.equal('JWT_SECRET' in env, role === 'api');
    });

    it(`let ${role} run with few rights, within bounds, spread, and stop in peace`, () => {
      const { securityContext, resources } = containerOf(role);
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const { runAsNonRoot } = podOf(role).securityContext;
      assert.ok(runAsNonRoot && resources.limits.memory && resources.requests);
      assert.ok(podOf(role).topologySpreadConstraints.length > 0 && find('PodDisruptionBudget', role));
      const force = Number(/shutdownForceTime: '(\d+)s'/.exec(sourceText(`workers/solver.ts`))?.[1]);
      const hard = Number(/HARD_STOP_MS = (\d+)_000/.exec(sourceText('api/start-and-stop.ts'))?.[1]);
      const least = role === 'api' ? hard + 5 : force + 5;
      assert.ok(podOf(role).terminationGracePeriodSeconds > least - 1 && least > 5);
    });
  }

  it('find the processes where they listen', () => {
    const api = readConfig(envOf('api'));
    const solver = parseSettings(solverSettings, envOf('solver'));
    assert.equal(portOf('api', 'http'), api.API_PORT);
    assert.equal(portOf('solver', 'http'), solver.SOLVER_PORT);
    const [served] = find('Service', 'solver').spec.ports;
    assert.equal(served?.targetPort, 'http');
    assert.equal(api.SOLVER_URL, `http://solver:${served?.port}`);
    for (const role of ['orchestrator', 'solver'] as const)
      assert.ok(envOf(role)['METRICS_ADDRESS']?.endsWith(`:${portOf(role, 'metrics')}`), role);
  });

  it('ask for health where the processes tell it', async () => {
    const probes = (role: Role) =>
      Object.entries(containerOf(role)).flatMap(([key, value]) =>
        key.endsWith('Probe') ? [(value as Container['startupProbe']).httpGet] : [],
      );
    const routes = new Set<string>(ROUTES.map(({ path }) => path));
    for (const { path, port } of probes('api')) assert.ok(port === 'http' && routes.has(path), path);
    const parts = { registry: new Registry(), token: undefined, probes: {}, states: () => ['RUNNING'] };
    const server = createWatchApp(parts, pino({ level: 'silent' })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: listens } = server.address() as AddressInfo;
    for (const role of ['orchestrator', 'solver'] as const) {
      assert.equal(probes(role).length, 3);
      for (const { path, port } of probes(role)) {
        assert.equal(port, 'metrics');
        assert.equal((await fetch(`http://127.0.0.1:${listens}${path}`)).status, 200, path);
      }
    }
    server.close();
  });

  it('let as many solvers run as solves wait or run, by names that there are', () => {
    const { triggers, minReplicaCount } = find('ScaledObject', 'solver').spec;
    const [backlog, running] = triggers;
    assert.equal(backlog?.metadata['taskQueue'], solverQueue('highs'));
    assert.equal(backlog?.metadata['queueTypes'], 'activity');
    assert.equal(backlog?.metadata['endpoint'], envOf('solver')['TEMPORAL_ADDRESS']);
    assert.equal(backlog?.metadata['targetQueueSize'], envOf('solver')['SOLVER_SLOTS']);
    const metric = /sum\((\w+)\)/.exec(running?.metadata['query'] ?? '')?.[1] ?? '';
    assert.ok(metric !== '' && sourceText('workers/watch.ts').includes(`'${metric}'`), metric);
    assert.ok(minReplicaCount >= 1);
  });
});
