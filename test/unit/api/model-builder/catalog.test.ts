/** The catalogs of the model builder: models and their solvers. */
import assert from 'node:assert/strict';
import { PCM_MODELS } from '../../../../temporal/case/pcm-models.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemoryModelBuilder, memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

describe('the catalog of the model builder', () => {
  let app: TestApp;
  let memory: MemoryModelBuilder;
  beforeEach(async () => {
    memory = memoryModelBuilder();
    app = await startApp({ deps: memory.deps });
  });
  afterEach(() => app.close());

  const get = async (path: string) =>
    app.call('GET', `/api/model-builder/${path}`, { token: await tokenOf(app.deps) });

  it('lists every model with its solvers, its network and its longest horizon', async () => {
    const { status, body } = await get('models');
    assert.equal(status, 200);
    const rows = body.models.map(
      (model: Record<string, unknown>) =>
        `${model['id']} ${model['job_type']} ${model['formulation']} ${model['default_network']} ${model['supported_solvers']} ${model['max_horizon']}`,
    );
    assert.deepEqual(rows, [
      'uc-standard uc MILP demo-24h highs,cbc 168',
      'scuc-dc scuc MILP demo-6bus highs,cbc 168',
      'ed-hourly ed LP demo-24h highs,cbc 168',
      'pcm-rolling scuc MILP sequence demo-6bus highs 8784',
    ]);
  });

  it('names only networks that everybody has', () => {
    const shared = PCM_MODELS.filter(({ defaultNetwork }) => app.deps.networks.isSeed(defaultNetwork));
    assert.equal(shared.length, PCM_MODELS.length);
  });

  it('lists every solver with its parameters, and whether it can be used', async () => {
    const { status, body } = await get('solvers');
    assert.equal(status, 200);
    assert.deepEqual(
      body.solvers.map(({ id, available }: { id: string; available: boolean }) => [id, available]),
      [
        ['highs', true],
        ['cbc', false],
        ['gurobi', false],
        ['cplex', false],
      ],
    );
    const parameters = body.solvers.map((solver: { parameters: Record<string, unknown>[] }) =>
      solver.parameters.map((parameter) => [parameter['name'], parameter['type'], parameter['default']]),
    );
    const common = [
      ['time_limit', 'integer', 300],
      ['mip_gap', 'float', 0.001],
    ];
    const ofHighs = [...common, ['presolve', 'string', 'choose'], ['random_seed', 'integer', 0]];
    assert.deepEqual(parameters, [ofHighs, common, common, common]);
  });

  it('lists the solvers without the solver service, none of them available', async () => {
    memory.solvers = undefined;
    const { status, body } = await get('solvers');
    assert.equal(status, 200);
    assert.ok(body.solvers.every(({ available }: { available: boolean }) => !available));
    assert.ok(app.lines.some(({ msg }) => msg === 'solvers listed without the solver service'));
  });
});
