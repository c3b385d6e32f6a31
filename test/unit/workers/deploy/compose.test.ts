/** `compose.yaml` agrees with the code: settings, ports, paths, queues, deadlines and versions. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { apiSettings, readConfig } from '../../../../api/config.ts';
import { parseSettings } from '../../../../temporal/settings.ts';
import { SOLVERS, solverQueue } from '../../../../temporal/solvers.ts';
import { solverSettings, workerSettings } from '../../../../workers/config.ts';
import {
  deployText,
  type Env,
  filledIn,
  imageEnv,
  OF_THE_IMAGE,
  readYaml,
  SECRET,
  sourceText,
} from '../../../support/deploy/read-deploy.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly secrets?: readonly { readonly source: string }[];
}
type Name = 'api' | 'orchestrator' | 'solver';

const [{ services, volumes, networks }] = readYaml('compose.yaml') as [
  {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
    readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  },
];
const service = (name: string): Service => services[name] ?? assert.fail(`there is no ${name}`);
const environmentOf = (name: Name): Env =>
  Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, filledIn(value)]),
  );
const ROLES = { api: apiSettings, orchestrator: workerSettings, solver: solverSettings } as const;
const NAMES = Object.keys(ROLES) as Name[];

describe('compose.yaml', () => {
  for (const name of NAMES) {
    it(`gives ${name} only settings that it reads, and all that it needs`, () => {
      const knownSettings = [...Object.keys(ROLES[name].fields), OF_THE_IMAGE];
      assert.deepEqual(
        Object.keys(environmentOf(name)).filter((setting) => !knownSettings.includes(setting)),
        [],
      );
      const env = { ...imageEnv(), ...environmentOf(name) };
      const settings = name === 'api' ? readConfig(env) : parseSettings(ROLES[name], env);
      assert.equal(settings.NODE_ENV, 'production');
      assert.match(settings.MONGODB_URI, /replicaSet=rs0/);
      assert.equal(settings.TEMPORAL_ADDRESS, 'temporal:7233');
      assert.equal(service(name).read_only, true);
    });
  }

  it('bounds the memory of every service, so that none ends another', () => {
    const unbounded = Object.entries(services).filter(
      ([, { mem_limit = '' }]) => !/\d[mg]\}?$/.test(mem_limit),
    );
    assert.deepEqual(unbounded, []);
    assert.ok(Object.keys(services).length > 10);
  });

  it('requires every secret, and example.env lists it', () => {
    const required = new Set(
      [...deployText('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name),
    );
    const documented = new Set([...deployText('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    assert.deepEqual(
      [...required].filter((name) => !documented.has(name)),
      [],
    );
    assert.ok(required.has('JWT_SECRET') && required.has('POSTGRES_PASSWORD'));
  });

  it('looks for health, the solver and the API where they listen', () => {
    const api = readConfig({ ...imageEnv(), ...environmentOf('api') });
    const solver = parseSettings(solverSettings, { ...imageEnv(), ...environmentOf('solver') });
    assert.equal(new URL(imageEnv()[OF_THE_IMAGE] ?? '').port, String(api.API_PORT));
    assert.equal(new URL(environmentOf('api')[OF_THE_IMAGE] ?? '').port, String(api.API_PORT));
    assert.equal(environmentOf('api')['SOLVER_URL'], `http://solver:${solver.SOLVER_PORT}`);
    assert.ok(deployText('haproxy.cfg').includes(` api:${api.API_PORT} `));
    for (const name of ['orchestrator', 'solver'] as const) {
      const { port, pathname } = new URL(environmentOf(name)[OF_THE_IMAGE] ?? '');
      assert.ok(environmentOf(name)['METRICS_ADDRESS']?.endsWith(`:${port}`), name);
      assert.equal(pathname, '/health/live');
    }
  });

  it('starts the output of the build, and allows it enough time to stop', () => {
    const force = Number(/shutdownForceTime: '(\d+)s'/.exec(sourceText('workers/solver.ts'))?.[1]);
    const hard = Number(
      /HARD_STOP_MS = ([\d_]+)/.exec(sourceText('api/start-and-stop.ts'))?.[1]?.replace('_', ''),
    );
    const graceOf = (name: Name): number => Number(service(name).stop_grace_period?.replace('s', ''));
    assert.ok(graceOf('api') * 1000 > hard && hard > 0);
    for (const name of ['orchestrator', 'solver'] as const) {
      const [script = '', role] = service(name).command ?? [];
      assert.equal(role, name);
      const source = script.replace('dist/', '').replace('.js', '.ts');
      assert.ok(existsSync(new URL(`../../../../../${source}`, import.meta.url)), source);
      assert.ok(graceOf(name) > force + 5);
    }
  });

  it('depends on, mounts and joins existing objects only', () => {
    for (const [name, { depends_on = {}, networks: joined, volumes: mounted = [] }] of Object.entries(
      services,
    )) {
      for (const other of Object.keys(depends_on)) assert.ok(services[other], `${name} depends on ${other}`);
      for (const network of joined) assert.ok(network in networks, `${name} joins ${network}`);
      for (const [from = ''] of mounted.map((volume) => volume.split(':'))) {
        const file = new URL(`../../../../../workers/deploy/${from}`, import.meta.url);
        assert.ok(from.startsWith('./') ? existsSync(file) : from in volumes, `${name} mounts ${from}`);
      }
    }
  });

  it('keeps published services apart from servers without passwords, except for the Web UI', () => {
    const reached = (name: string) =>
      Object.keys(services).filter((other) =>
        service(other).networks.some(
          (network) => network !== 'outside' && service(name).networks.includes(network),
        ),
      );
    assert.deepEqual(reached('proxy'), []);
    assert.deepEqual(reached('temporal-ui'), ['temporal', 'temporal-ui']);
    assert.deepEqual(reached('grafana'), ['prometheus', 'grafana']);
    for (const [name, network] of Object.entries(networks))
      assert.equal(network.internal ?? false, name !== 'outside', name);
    assert.notEqual(
      service('grafana').environment?.['GF_SECURITY_ADMIN_PASSWORD'],
      service('api').environment?.['ADMIN_PASSWORD'],
    );
  });

  it('lets the Web UI decrypt where the orchestrator listens, with codec.yaml', () => {
    const [more] = readYaml<{ services: Readonly<Record<string, Service>> }>('codec.yaml');
    const [port = ''] = more?.services['orchestrator']?.ports ?? [];
    assert.ok(
      environmentOf('orchestrator')['METRICS_ADDRESS']?.endsWith(`:${filledIn(port).split(':').at(-1)}`),
    );
    const endpoint = filledIn(more?.services['temporal-ui']?.environment?.['TEMPORAL_CODEC_ENDPOINT']);
    assert.equal(endpoint, `http://${filledIn(port).replace(/:\d+$/, '')}/codec`);
    assert.ok(environmentOf('orchestrator')['TEMPORAL_UI_URL']);
  });

  it('runs the Temporal server that is pinned for development, its users taking turns at every queue of solves', () => {
    const pinned = /go\.temporal\.io\/server (v\S+)/.exec(sourceText('temporal/server/go.mod'))?.[1];
    assert.equal(`v${service('temporal').image.split(':')[1]}`, pinned);
    assert.equal(service('temporal-schema').image.split(':')[1], service('temporal').image.split(':')[1]);
    type Values = readonly {
      readonly value: unknown;
      readonly constraints?: { readonly taskQueueName: string };
    }[];
    const [dynamic] = readYaml<Readonly<Record<string, Values>>>('temporal/dynamic.yaml');
    assert.deepEqual(dynamic?.['matching.enableFairness'], [{ value: true }]);
    for (const partitions of [
      'matching.numTaskqueueWritePartitions',
      'matching.numTaskqueueReadPartitions',
    ]) {
      assert.deepEqual(
        dynamic?.[partitions]?.map(({ value, constraints }) => [value, constraints?.taskQueueName]),
        SOLVERS.map((solver) => [1, solverQueue(solver)]),
      );
    }
  });

  it('watches its own processes, with the token that they ask for', () => {
    type Job = {
      readonly authorization: { readonly credentials_file: string };
      readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
    };
    const [scraping] = readYaml<{
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly Job[];
    }>('watch/prometheus.yaml');
    const { secrets = [], volumes: mounted = [] } = service('prometheus');
    for (const { authorization, dns_sd_configs } of scraping?.scrape_configs ?? assert.fail()) {
      assert.deepEqual(
        [authorization.credentials_file],
        secrets.map(({ source }) => `/run/secrets/${source}`),
      );
      for (const name of dns_sd_configs.flatMap(({ names }) => names)) assert.ok(services[name], name);
    }
    for (const file of scraping?.rule_files ?? [])
      assert.ok(mounted.some((volume) => volume.includes(`/${file}:ro`)));
  });

  it('would not start with a secret that is too short', () => {
    assert.throws(
      () => readConfig({ ...imageEnv(), ...environmentOf('api'), JWT_SECRET: SECRET.slice(0, 9) }),
      /JWT_SECRET/,
    );
  });
});
