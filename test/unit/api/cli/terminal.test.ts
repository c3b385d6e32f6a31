import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { followers } from '../../../../api/cli/commands/completion.ts';
import { share, wholeNumber } from '../../../../api/cli/commands/option-values.ts';
import { repairWords } from '../../../../api/cli/commands/outcome.ts';
import { asJson, asText } from '../../../../api/cli/commands/result.ts';
import { createProgram } from '../../../../api/cli/program.ts';
import { exitOf, Refusal, sayError } from '../../../../api/cli/terminal/exit.ts';
import {
  bar,
  executionLine,
  experimentLine,
  experimentWords,
  jobLine,
  jobWords,
} from '../../../../api/cli/terminal/progress-line.ts';
import { duration, money, percent, plain, textTable } from '../../../../api/cli/terminal/text.ts';
import { Problem } from '../../../../api/client/problem.ts';
import type { Execution, Experiment, Job } from '../../../../api/client/runs.ts';

const JOB: Job = {
  job_id: 'j',
  status: 'running',
  job_type: 'uc',
  submitted_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  error: null,
  progress: 40,
  progress_detail: null,
  queue_position: null,
  scenario_id: 's',
  name: null,
  part_of: null,
  tags: [],
  solver: 'highs',
  termination_status: null,
  objective_value: null,
};

const pieces = (...parts: string[]): Readable => Readable.from(parts);
const joined = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

describe('the output of the command line', () => {
  it('is a table with numbers on the right', () => {
    assert.deepEqual(
      textTable(
        ['NAME', 'MW'],
        [
          ['a', 5],
          ['long one', '1,200.5'],
          [null, undefined],
        ],
      ),
      ['NAME           MW', 'a               5', 'long one  1,200.5', '-               -'],
    );
  });

  it('never controls the terminal, for any name', () => {
    assert.equal(plain('G1\u001b[2J\u009b1m\u202e'), 'G1�[2J�1m�');
    assert.deepEqual(textTable(['A'], [['x\n\u001b[31my']]), ['A', 'x �[31my']);
    assert.deepEqual(sayError(new Refusal('a\u0007b'), false), ['a�b']);
  });

  it('is one line of progress', () => {
    assert.equal(bar(0), `[${'-'.repeat(10)}]   0 %`);
    assert.equal(bar(100), `[${'#'.repeat(10)}] 100 %`);
    assert.equal(
      jobLine({ ...JOB, status: 'queued', progress: 0, queue_position: 2 }),
      `uc [${'-'.repeat(10)}]   0 %  queued, 2 ahead of it`,
    );
    const detail = {
      phase: 'search',
      incumbent: 1234567,
      bound: 1230000,
      mip_gap: 0.0037,
      nodes: 5,
    } as const;
    assert.equal(
      jobLine({ ...JOB, progress_detail: { ...detail, elapsed_s: 12, convergence: [] } }),
      `uc [${'#'.repeat(4)}${'-'.repeat(6)}]  40 %  search 12 s  gap 0.370 %  incumbent $1,234,567  bound $1,230,000`,
    );
    const experiment = {
      scenarios_total: 27,
      scenarios_completed: 9,
      scenarios_failed: 1,
      scenarios_running: 4,
      scenarios_unsolved: 3,
      outcome_causes: ['2 INFEASIBLE', '1 INTERNAL'],
    };
    assert.match(
      experimentLine({ ...experiment, progress: 33, eta_seconds: 75 } as Experiment),
      /33 % {2}9 of 27 ended, 3 without a schedule: 2 INFEASIBLE, 1 INTERNAL {2}4 running {2}1 failed {2}1 min 15 s left$/,
    );
  });

  it('of an end without schedules reports their absence', () => {
    const ended = { status: 'completed', progress: 100, eta_seconds: null } as const;
    const experiment = {
      scenarios_total: 12,
      scenarios_completed: 12,
      scenarios_failed: 0,
      scenarios_running: 0,
    };
    const unsolved = { outcome: 'partly_solved', scenarios_unsolved: 10, outcome_causes: ['INFEASIBLE'] };
    assert.match(
      experimentLine({ ...ended, ...experiment, ...unsolved } as Experiment),
      /12 of 12 ended, 10 without a schedule: INFEASIBLE$/,
    );
    const run: Partial<Execution> = {
      ...ended,
      ...{ pcm_model_id: 'pcm-rolling', started_at: null, windows_total: 3, windows_done: 3 },
      ...{ outcome: 'unsolved', windows_unsolved: 3, outcome_causes: ['TIMEOUT'] },
    };
    assert.match(
      executionLine(run as Execution),
      /3 of 3 solves, 3 without a schedule: TIMEOUT {2}completed$/,
    );
  });

  it('keeps bars out of the answer', () => {
    const ends = { scenarios_total: 12, scenarios_completed: 12, scenarios_failed: 0, scenarios_running: 0 };
    const experiment = { ...ends, scenarios_unsolved: 10, outcome_causes: [] as string[], eta_seconds: null };
    assert.equal(experimentWords(experiment as Experiment), '12 of 12 ended, 10 without a schedule');
    assert.equal(jobWords({ ...JOB, status: 'queued', queue_position: 0 }), 'queued, next in line');
  });

  it('has gaps of any size without exponents', () => {
    assert.deepEqual([0, 3.65e-10, 0.000377, 1.15968, 25].map(percent), [
      '0 %',
      '< 0.0001 %',
      '0.0377 %',
      '116 %',
      '2,500 %',
    ]);
  });

  it('has numbers with units, and a dash for unknown values', () => {
    assert.deepEqual(
      [money(1234.6), money(null), percent(0.001), duration(0.42), duration(75), duration(7800)],
      ['$1,235', '-', '0.100 %', '0.4 s', '1 min 15 s', '2 h 10 min'],
    );
  });

  it('of a repair has the new values and their places', () => {
    const change = { action: 'set', element_type: 'bus', element_id: '1', hour: 1, field: 'values' } as const;
    assert.equal(repairWords({ ...change, from: 320, to: 200 }), 'bus 1, hour 1: values from 320 to 200');
    const system = { element_type: 'system', element_id: null, hour: null } as const;
    assert.equal(repairWords({ ...change, ...system, from: null, to: 5 }), 'system: values to 5');
  });

  it('of an error is its fields, or one line, and an exit code', () => {
    const fields = [
      { loc: ['body', 'payload', 'loads', 0], msg: 'Field required' },
      { loc: ['query', 'limit'], msg: 'too large' },
    ];
    const refusal = new Problem({ status: 422, message: 'x', fields, requestId: 'r-1' });
    assert.deepEqual(sayError(refusal, false), [
      'payload.loads[0]: Field required',
      'query.limit: too large',
    ]);
    assert.match(sayError(refusal, true).at(-1) ?? '', /status 422.*request r-1/);
    assert.equal(exitOf(refusal), 1);
    assert.equal(exitOf(new Problem({ status: 0, message: 'away' })), 3);
    assert.equal(exitOf(new Problem({ status: 503, message: 'a proxy' })), 3);
    assert.equal(exitOf(new Problem({ status: 503, message: 'no model', requestId: 'r-2' })), 1);
    assert.equal(exitOf(new Problem({ status: 503, message: 'no model', code: 'CHAT_REFUSED' })), 1);
    const missing = new Problem({ status: 404, message: 'Job not found' });
    assert.deepEqual(sayError(missing, false, ['4364']), ['Job not found: 4364']);
    assert.equal(exitOf(new TypeError('terminated')), 3);
    assert.equal(exitOf(new Refusal('no')), 1);
  });
});

describe('the help', () => {
  const commandsOf = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(commandsOf);

  it('of every command has examples of it', () => {
    const commands = commandsOf(createProgram());
    assert.ok(commands.length > 20);
    for (const command of commands) {
      let help = '';
      command.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      command.outputHelp();
      assert.match(
        help,
        new RegExp(`Examples:\n {2}\\$ .*grid(?:\\.mjs)? [a-z ]*${command.name()}`),
        command.name(),
      );
    }
  });
});

describe('options of the command line', () => {
  it('are numbers where they should be', () => {
    assert.equal(wholeNumber('20'), 20);
    assert.equal(share('0.5%'), 0.005);
    assert.equal(share('0.01'), 0.01);
    for (const wrong of ['', 'x', '1.5', '-1']) assert.throws(() => wholeNumber(wrong), /whole number/);
    for (const wrong of ['', 'x', '2', '-1%']) assert.throws(() => share(wrong), /between 0 and 1/);
  });
});

describe('a CSV table in pieces', () => {
  const cut = () => pieces('a,b\r\n"x, ""y"', '"",1\r\nz', ',\r\n');

  it('becomes JSON and text, also when it is long or empty', async () => {
    assert.deepEqual(JSON.parse(await joined(asJson(cut()))), [
      { a: 'x, "y"', b: 1 },
      { a: 'z', b: null },
    ]);
    assert.deepEqual(JSON.parse(await joined(asJson(pieces('a,b\r\n')))), []);
    const long = Array.from({ length: 500 }, (_, row) => `u${row},${row}\r\n`);
    const lines = (await joined(asText(pieces('unit,mw\r\n', ...long)))).trimEnd().split('\n');
    assert.equal(lines.length, 501);
    assert.deepEqual([lines[0], lines.at(-1)], ['unit   mw', 'u499  499']);
    assert.equal(await joined(asText(pieces('a,b\r\n'))), 'a  b\n');
  });
});

describe('completion', () => {
  const offered = (...words: string[]) => followers(createProgram(), words);

  it('knows commands, options and their values', () => {
    assert.ok(offered().includes('experiments') && !offered().includes('__complete'));
    assert.deepEqual(offered('experiment').slice(0, 4), ['run', 'list', 'status', 'cancel']);
    assert.ok(offered('solve', 'x.json').includes('--timeout'));
    assert.deepEqual(offered('jobs', '-o'), ['table', 'json', 'yaml', 'csv']);
    assert.ok(offered('result', '58120f05', '--table').includes('lmp'));
    assert.deepEqual(offered('completion').slice(0, 3), ['bash', 'zsh', 'fish']);
  });

  it('leaves free values to the shell', () => assert.deepEqual(offered('solve', '--name'), []));
});
