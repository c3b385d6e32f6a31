/** Finds the Temporal server of clusters and the tool that makes its tables: PATH, cache, or a build from its modules. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goBuild } from '../../workers/local/acquire/temporal.ts';
import { firstThatWorks, intoCache, onPath } from '../../workers/local/acquire/ways.ts';
import { cacheFolder, ROOT } from '../../workers/local/plain/paths.mjs';

const MODULE = 'go.temporal.io/server';
const PROGRAMS = {
  'temporal-server': `${MODULE}/cmd/server`,
  'temporal-sql-tool': `${MODULE}/cmd/tools/sql`,
} as const;
type Program = keyof typeof PROGRAMS;

export interface TemporalServer {
  /** Paths of the two programs, which are of one version. */
  readonly server: string;
  readonly sqlTool: string;
  readonly way: string;
}

export async function acquireTemporalServer(env: NodeJS.ProcessEnv = process.env): Promise<TemporalServer> {
  const version = await pinnedVersion();
  const server = await acquire('temporal-server', version, env);
  const sqlTool = await acquire('temporal-sql-tool', version, env);
  return { server: server.found, sqlTool: sqlTool.found, way: server.way };
}

function acquire(program: Program, version: string, env: NodeJS.ProcessEnv) {
  const target = join(cacheFolder(env), `temporal-server-${version}`, program);
  return firstThatWorks<string>(program, [
    { name: `\`${program}\` on PATH`, find: async () => onPath(program, env) },
    { name: 'the cache', find: async () => (existsSync(target) ? target : undefined) },
    {
      name: '`go build` (a few minutes, once)',
      find: () => {
        console.log(`Building ${program} from its modules; this takes a few minutes, once.`);
        return intoCache(target, (folder) => goBuild(PROGRAMS[program], join(folder, program), { env }));
      },
    },
  ]);
}

/** That of the module which the CLI has its own server from. */
async function pinnedVersion(): Promise<string> {
  const modules = await readFile(join(ROOT, 'temporal', 'server', 'go.mod'), 'utf8');
  const [, version] = new RegExp(`^\\s*${MODULE} v(\\S+)`, 'm').exec(modules) ?? [];
  if (!version) throw new Error(`temporal/server/go.mod does not pin ${MODULE}`);
  return version;
}
