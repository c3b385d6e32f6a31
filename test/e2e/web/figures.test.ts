/** Every figure of summary, list and header of a job is that of the API, for jobs of all kinds and ends. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { JobStatusReply } from '../../../temporal/case/messages/job.ts';
import type { JobResult, Series } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { withBrowser } from '../../support/browser/browser.ts';
import { assertShows, figuresIn, rowsOf } from '../../support/browser/shown-figures.ts';
import { newPerson, type Person } from '../../support/browser/steps.ts';
import { SOLVE } from '../../support/callers/api-client.ts';
import { atInterval } from '../../support/cases/at-interval.ts';
import { hardCase } from '../../support/cases/hard-case.ts';
import { infeasibleCase } from '../../support/cases/infeasible-case.ts';
import { generator, payload } from '../../support/cases/payloads.ts';
import { pricedCase } from '../../support/cases/priced-case.ts';
import { randomCase } from '../../support/cases/random-case.ts';
import { storiedCase } from '../../support/cases/storied-case.ts';
import { threeBus } from '../../support/cases/three-bus.ts';

const LIMIT_MS = 600_000;
const LIMIT_S = 240;

type Kind = readonly [type: JobType, payload: SolvePayload, rest?: object];

const dated = (start_time: string): SolvePayload => ({ ...storiedCase(), start_time });
const short = (price: number): SolvePayload =>
  payload({ generators: [generator()], options: { unserved_energy_usd_per_mwh: price } });

const JOBS: Readonly<Record<string, Kind>> = {
  'a day of everything': ['scuc', storiedCase()],
  'a day with a date': ['scuc', dated('2024-07-02T00:00:00+02:00')],
  'a day with too much load': ['scuc', storiedCase(1.3)],
  'one hour': ['scuc', threeBus()],
  'three hours': ['uc', payload()],
  'a dispatch': ['ed', payload()],
  'load not served': ['uc', short(1000)],
  'load not served, cheaply': ['uc', short(15)],
  'intervals of 15 minutes': ['uc', atInterval(payload(), 15)],
  'intervals across a clock change': [
    'uc',
    { ...atInterval(hardCase(3, 12), 15), start_time: '2024-03-31T00:30:00+01:00' },
  ],
  'too little capacity': ['uc', payload({ generators: [generator()] })],
  'infeasible by a recipe': [infeasibleCase(3).jobType, infeasibleCase(3).payload],
  'infeasible by another recipe': [infeasibleCase(7).jobType, infeasibleCase(7).payload],
  'out of time': ['uc', hardCase(60, 48), { timeout: 2 }],
  'out of time without a schedule': ['uc', { ...hardCase(200, 72), emission_limit_t: 1e9 }, { timeout: 1 }],
  'no schedule with losses': [pricedCase(278).jobType, pricedCase(278).payload, { timeout: 20 }],
  stopped: ['uc', hardCase(60, 24)],
  cancelled: ['uc', hardCase(60, 24)],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((seed): [string, Kind] => {
      const { jobType, payload: random } = randomCase(seed);
      return [`random ${seed}`, [jobType, random]];
    }),
  ),
};

type Solved = { readonly id: string; readonly payload: SolvePayload };

describe('every figure of a job is that of the API', function () {
  this.timeout(LIMIT_MS);
  const pages = withBrowser();
  const jobs = new Map<string, Solved>();
  let person: Person;

  before(async () => {
    person = await newPerson();
    const { api } = person;
    for (const [name, [type, given, rest]] of Object.entries(JOBS))
      jobs.set(name, {
        payload: given,
        id: await api.submit(type, given, { name, scenario_id: 'figures', ...rest }),
      });
    const idOf = (name: string): string => jobs.get(name)?.id ?? '';
    const hasIncumbent = ({ progress_detail }: JobStatusReply) => progress_detail?.incumbent != null;
    await api.wait(idOf('stopped'), hasIncumbent, LIMIT_S);
    await api.request('POST', `${SOLVE}/${idOf('stopped')}/stop`);
    await api.wait(idOf('cancelled'), ({ status }) => status === 'running', LIMIT_S);
    await api.request('DELETE', `${SOLVE}/${idOf('cancelled')}`);
    for (const { id } of jobs.values()) await api.wait(id, undefined, LIMIT_S);
  });

  it('on the page of each job', async () => {
    for (const [name, { id, payload: given }] of jobs) {
      const job = await person.api.status(id);
      const page = await pages.openAs(person, `#/jobs/${id}?view=summary`);
      const main = page.getByRole('main');
      await main.getByRole('heading', { name: `Job ${name}`, exact: true }).waitFor();
      await assertOutcome(main.locator('.about'), job, name);
      if (job.status !== 'completed') {
        await main.getByRole('heading', { name: 'Cancelled', exact: true }).waitFor();
        continue;
      }
      const result = await person.api.result(id);
      await main.getByText(SENTENCES[result.termination_status]).first().waitFor();
      if (result.total_cost_usd !== null) await assertSchedule(page, result, given, name);
      else assert.equal(await main.getByText('Operating cost').count(), 0, name);
    }
  });

  it('on the page of a job whose prices failed their check, which has none', async () => {
    const [name, { id, payload: given }] = ['three hours', jobs.get('three hours') ?? assert.fail()] as const;
    const page = await pages.openAs(person);
    const unpriced = { lmp: {}, lmp_components: {}, binding_constraints: [] };
    await page.route(`**/solve/${id}/results?*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...unpriced } });
    });
    await page.goto(new URL(`#/jobs/${id}`, page.url()).href);
    await assertSchedule(page, { ...(await person.api.result(id)), ...unpriced }, given, name);
    await page.unroute(`**/solve/${id}/results?*`);
  });

  it('in the list of jobs', async () => {
    const shown = await rowsOf(await pages.openAs(person, '#/jobs'), 'Jobs');
    const more = await rowsOf(await pages.openAs(person, '#/jobs?offset=20'), 'Jobs');
    for (const [name, { id }] of jobs) {
      const job = await person.api.status(id);
      const row = [...shown, ...more].find((each) => each.get('Job')?.startsWith(`${name}✎`));
      assert.ok(row, name);
      assert.equal(row.get('Type'), job.job_type.toUpperCase(), name);
      assert.match(row.get('Outcome') ?? '', new RegExp(`^${outcomeOf(job)}`), name);
      assertShows(row.get('Objective'), job.objective_value, `${name}, objective`);
      assertShows(row.get('Gap'), job.mip_gap, `${name}, gap`);
      if (hasPenalties(job))
        assertShows(row.get('Objective')?.split('penalties ')[1], job.penalty_usd, `${name}, penalties`);
      assertDuration(row.get('Duration'), job, name);
    }
  });
});

const SENTENCES: Readonly<Record<JobResult['termination_status'], RegExp>> = {
  OPTIMAL: /Optimal: no schedule/,
  FEASIBLE: /Feasible: verified/,
  INFEASIBLE: /Infeasible: no schedule meets/,
  TIMEOUT: /Time limit reached before a schedule/,
};

const hasPenalties = ({ penalty_usd }: Pick<JobStatusReply, 'penalty_usd'>) => (penalty_usd ?? 0) >= 0.01;

const outcomeOf = (job: JobStatusReply): string =>
  `${job.termination_status ?? job.status}${hasPenalties(job) ? ' with penalties' : ''}`;

async function assertOutcome(head: Locator, job: JobStatusReply, name: string): Promise<void> {
  const text = (await head.textContent()) ?? '';
  assert.ok(text.trim().startsWith(outcomeOf(job)), `${name}: ${text}`);
  assertDuration(text.split(' after ')[1], job, name);
}

function assertDuration(text: string | undefined, { started_at, finished_at }: JobStatusReply, name: string) {
  if (!started_at || !finished_at) return;
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  const [, minutes, rest] = /(?:(\d+) min )?([\d.]+) s/.exec(text ?? '') ?? [];
  const shown = 60 * Number(minutes ?? 0) + Number(rest);
  assert.ok(Math.abs(shown - seconds) <= (minutes ? 1 : 0.051), `${name}: ${text}, not ${seconds} s`);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const total = (series: Series = {}): number => sum(Object.values(series).flat());

async function assertSchedule(page: Page, result: JobResult, given: SolvePayload, name: string) {
  const hours = (given.interval_minutes ?? 60) / 60;
  const pairs = given.loads.flatMap(({ bus, values }) =>
    values.slice(0, given.horizon).map((mw, t) => [mw, result.lmp[`bus_${bus}`]?.[t] ?? 0] as const),
  );
  const costs = result.cost_breakdown;
  const expected: Readonly<Record<string, number | null | undefined>> = {
    'Operating cost': result.total_cost_usd,
    '+ Penalties': costs?.penalty_usd,
    '− Value of stored energy': costs?.stored_value_usd,
    '= Objective': result.objective_value,
    'Gap, proven': result.mip_gap,
    CO2: result.total_emissions_t,
    'Mean price, by load': sum(pairs.map(([mw, usd]) => mw * usd)) / sum(pairs.map(([mw]) => mw)),
    'Highest price': Math.max(...Object.values(result.lmp).flat()),
    Load: hours * sum(pairs.map(([mw]) => mw)),
    'Not served': hours * total(result.unserved_mw),
    Curtailed: hours * total(result.curtailment_mw),
    Starts: total(result.startup),
    Objective: result.objective_value,
    'Proven bound': result.lower_bound_usd,
    'Solve time': result.solve_time_s,
    Nodes: result.node_count,
  };
  const lists = page.locator('main dl.figures');
  await page.getByText('Solve details').click();
  await page.getByText('Proven bound', { exact: true }).waitFor();
  await page.getByText('Starts', { exact: true }).first().waitFor();
  const figures = await figuresIn(lists);
  const isPriced = Object.keys(result.lmp).length > 0;
  assert.ok(figures.size > (isPriced ? 8 : 7), `${name}: ${[...figures.keys()]}`);
  for (const [figure, text] of figures) {
    if (!(figure in expected)) continue;
    assertShows(text, expected[figure], `${name}, ${figure}`);
    if (figure.includes('price')) assert.equal(text.startsWith('≈'), result.prices === 'approximate', name);
  }
  for (const needed of ['Operating cost', 'Gap, proven', 'Load', 'Starts', 'Objective', 'Solve time'])
    assert.ok(figures.has(needed), `${name}: no ${needed}`);
  for (const figure of ['Mean price, by load', 'Highest price'])
    assert.equal(figures.has(figure), isPriced, `${name}: ${figure}`);
  for (const figure of ['Not served', 'Curtailed'])
    assert.equal(figures.has(figure), (expected[figure] ?? 0) > 1e-2, `${name}: ${figure}`);
}
