/** Every figure of list, header and summary of runs and experiments is that of the API, with failed parts and without. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Reply } from '../../../api/client/client.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { assertShows, figuresIn, rowsIn, rowsOf } from '../../support/browser/shown-figures.ts';
import { newPerson, type Person } from '../../support/browser/steps.ts';
import { daysOf, startExecution, untilExecution } from '../../support/callers/run-execution.ts';
import { scenariosOf, submitExperiment, untilExperiment } from '../../support/callers/run-experiment.ts';
import { payload } from '../../support/cases/payloads.ts';
import { studyNetwork } from '../../support/cases/study-network.ts';

const LIMIT_MS = 600_000;
const LIMIT_S = 240;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('every figure of a run and of an experiment is that of the API', function () {
  this.timeout(LIMIT_MS);
  const pages = withBrowser();
  let person: Person;

  before(async () => {
    person = await newPerson();
  });

  it('of runs, solved and with failed days', async () => {
    const { api } = person;
    const { renewables = [] } = studyNetwork();
    const flood = renewables.map((item) =>
      item.must_take ? { ...item, p_max: item.p_max.map((mw, t) => (t >= 48 && t < 72 ? 400 : mw)) } : item,
    );
    const put = await api.request('PUT', '/api/networks/flood', {
      body: studyNetwork({ renewables: flood }),
    });
    assert.equal(put.status, 201);
    const study = { pcm_model_id: 'pcm-rolling', solver: { id: 'highs', time_limit: 60 } };
    const days = { start: '2024-07-02', days: 3, look_ahead_h: 0 };
    const ids = await Promise.all(
      [
        { ...study, network_id: 'demo-6bus', options: { horizon: 48 } },
        { ...study, network_id: 'flood', options: days },
        { ...study, network_id: 'flood', options: { ...days, go_on: false } },
        { ...study, network_id: 'flood', options: { ...days, start: '2024-07-03', days: 1 } },
      ].map((body) => startExecution(api, body)),
    );
    for (const id of ids) {
      const run = await untilExecution(api, id, undefined, LIMIT_S);
      const solved = (await daysOf(api, id)).filter(({ totals }) => totals !== null);
      const gap = solved.length > 0 ? Math.max(...solved.map(({ mip_gap }) => mip_gap ?? 0)) : null;
      const page = await pages.openAs(person, '#/runs');
      const list = page.getByRole('table', { name: 'Runs, newest first' });
      const link = list.locator(`a[href$="/runs/${id}"]`);
      await link.waitFor();
      const at = await link.evaluate((a) => a.closest('tr')?.rowIndex ?? 0);
      const row = (await rowsIn(list))[at - 1] ?? assert.fail(id);
      assert.equal(row.get('Outcome'), run.outcome?.replace('_', ' '), id);
      assert.ok(
        row.get('Solved')?.startsWith(`${solved.length} of ${run.windows_total} `),
        row.get('Solved'),
      );
      assertShows(row.get('Largest gap'), gap, 'gap of a run');
      assertShows(row.get('Operating cost'), run.total_cost_usd, 'cost of a run');
      await pages.openAs(person, `#/runs/${id}`);
      await page
        .getByText(
          `${solved.length} of ${run.windows_total} ${run.windows_total === 1 ? 'solve' : 'days'} solved`,
        )
        .waitFor();
      if (solved.length === 0) await page.getByText('No day has a schedule.').waitFor();
      else await assertTotals(page, solved);
    }
  });

  it('of experiments, solved and with failed corners', async () => {
    const { api } = person;
    await api.request('PUT', '/api/scenarios/small', { body: { payload: payload() } });
    for (const values of [
      [0.8, 0.9, 1, 1.1],
      [1, 1.5, 2, 2.5, 3],
      [3, 4],
    ]) {
      const variables = [{ name: 'load', type: 'discrete', values }];
      const scenario_matrix = { method: 'grid', variables };
      const name = `load ${values.join()}`;
      const id = await submitExperiment(api, { base_scenario_id: 'small', scenario_matrix, name });
      const end = await untilExperiment(api, id, undefined, LIMIT_S);
      const scenarios = await scenariosOf(api, id);
      const list = await rowsOf(await pages.openAs(person, '#/experiments'), 'Experiments, newest first');
      const row = list.find((each) => each.get('Experiment') === name) ?? assert.fail(name);
      assert.equal(row.get('Outcome'), end.outcome?.replace('_', ' '), name);
      assert.equal(row.get('Scenarios'), `${end.scenarios_completed} of ${end.scenarios_total}`, name);
      assert.ok(row.get('Without a schedule')?.startsWith(`${end.scenarios_unsolved} `), name);
      const page = await pages.openAs(person, `#/experiments/${id}`);
      const without = end.scenarios_unsolved > 0 ? `, ${end.scenarios_unsolved} without a schedule` : '';
      await page.getByText(`${end.scenarios_completed} of ${end.scenarios_total} ended${without}`).waitFor();
      await page.getByText('Lowest objective').waitFor();
      const figures = await figuresIn(page.locator('main dl.figures').first());
      const objectives = scenarios.flatMap(({ objective_value }) => objective_value ?? []);
      const [least, most] = objectives.length > 0 ? [Math.min(...objectives), Math.max(...objectives)] : [];
      assertShows(figures.get('Lowest objective'), least, `${name}, lowest`);
      assertShows(figures.get('Highest objective'), most, `${name}, highest`);
      const table = page.getByRole('table', { name: 'Scenarios: values and results' });
      for (const shown of await rowsIn(table)) {
        const index = Number(shown.get('Scenario')?.slice(1));
        const scenario = scenarios.find(({ scenario_index }) => scenario_index === index);
        assertShows(shown.get('Objective'), scenario?.objective_value, `${name} #${index}`);
      }
    }
  });
});

type Days = Reply<'getModelBuilderExecutionsByExecutionIdDays'>['days'];

async function assertTotals(page: Page, days: Days): Promise<void> {
  const all = days.flatMap(({ totals }) => totals ?? []);
  const of = (
    name:
      | 'total_cost_usd'
      | 'penalty_usd'
      | 'energy_usd'
      | 'no_load_usd'
      | 'startup_usd'
      | 'load_mwh'
      | 'unserved_mwh',
  ) => sum(all.map((each) => each[name]));
  const paid = all.map((each) => (each.average_lmp_usd_per_mwh ?? 0) * each.load_mwh);
  const figures = await figuresIn(page.locator('main dl.figures').first());
  const expected = {
    Objective: of('total_cost_usd') + of('penalty_usd'),
    'Operating cost': of('total_cost_usd'),
    Energy: of('energy_usd'),
    'No-load': of('no_load_usd'),
    Starts: of('startup_usd'),
    Penalties: of('penalty_usd'),
    Load: of('load_mwh'),
    'Not served': of('unserved_mwh'),
    'Mean price': sum(paid) / of('load_mwh'),
  };
  for (const [name, value] of Object.entries(expected))
    if (figures.has(name)) assertShows(figures.get(name), value, name);
  for (const name of ['Objective', 'Load', 'Not served', 'Mean price']) assert.ok(figures.has(name), name);
}
