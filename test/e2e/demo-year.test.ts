/** `npm run demo -- --year`, shortened, as a user of the running stack. */
import assert from 'node:assert/strict';
import { money } from '../../api/cli/terminal/text.ts';
import { createClient } from '../../api/client/client.ts';
import { anonymous } from '../../api/client/session.ts';
import { runYear } from '../../workers/local/demo/year.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const DAYS = 3;

describe('a year of the demo', function () {
  this.timeout(240_000);

  it('goes from a network to a report, shows its progress, and ends with the results', async () => {
    const { url, token } = await newUser(await runningStack());
    const headers = async () => ({ authorization: `Bearer ${token}` });
    const client = createClient({ baseUrl: url, session: { ...anonymous, headers } });
    const output: string[] = [];
    const progress: string[] = [];
    const say = (line: string, isProgress = false) => (isProgress ? progress : output).push(line);
    const { run, report } = await runYear(client, { days: DAYS, say });

    assert.deepEqual([run.windows_done, report.hours, report.without_schedule], [DAYS, DAYS * 24, []]);
    assert.match(progress.at(-1) ?? '', /100 % {2}3 of 3 solves {2}completed$/);
    const table = output.slice(output.findIndex((line) => line.startsWith('fuel')));
    const fuels = table.slice(1, table.indexOf('')).map((line) => line.split(' ')[0]);
    assert.deepEqual(fuels, ['coal', 'gas', 'nuclear', 'hydro', 'wind', 'sun', 'storage']);
    const cost = run.results?.total_cost_usd;
    assert.ok(
      cost && table.some((line) => line.startsWith(`Operating cost ${money(cost)}: energy `)),
      table.join('\n'),
    );
    assert.ok(output.some((line) => line.startsWith(`Shortage in ${report.totals.unserved_hours} h: `)));
    const burnt = report.by_fuel.find(({ group }) => group === 'coal');
    assert.ok((burnt?.fuel_mmbtu ?? 0) > 0 && (burnt?.co2_t ?? 0) > 0, JSON.stringify(burnt));
  });
});
