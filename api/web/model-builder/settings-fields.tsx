/** Fields of a run: study, options and solver. */

import { useState } from 'preact/hooks';
import { datesOf, type NetworkSummary } from '../network/network-summary.ts';
import { Fields } from '../parts/field-form.tsx';
import { Check, Choice, Field } from '../parts/form.tsx';
import { capitalized } from '../parts/interval.ts';
import { errorAt } from '../parts/typed.ts';
import {
  extentOf,
  type Model,
  NUMBER_TERMS,
  type NumberTerm,
  PRESOLVE_OPTIONS,
  parameterText,
  type SettingsProps,
  type Solver,
} from './settings.ts';

interface ScopeProps extends SettingsProps {
  readonly models: readonly Model[];
  readonly model: Model;
  readonly summary: NetworkSummary | undefined;
}

export function Scope({ settings, errors, set, model, models, summary }: ScopeProps) {
  return (
    <>
      <Choice
        label="Model"
        value={settings.model}
        options={models.map(({ id, name }) => [id, name])}
        onValue={(id) => set({ model: id })}
      />
      <p>{model.description}.</p>
      <div class="fields">
        <Field
          label="Length"
          type="number"
          min={1}
          value={settings.length}
          error={errorAt(errors, 'options.horizon')}
          hint={extentOf(model, settings)}
          onValue={(length) => set({ length })}
        />
        <Choice
          label="Counted in"
          value={settings.unit}
          options={[
            ['days', 'days'],
            ['hours', 'hours'],
          ]}
          onValue={(unit) => set({ unit })}
        />
        <Field
          label="Begins"
          type="date"
          value={settings.start}
          min={summary?.from}
          max={summary?.to}
          disabled={summary !== undefined && summary.from === undefined}
          error={errorAt(errors, 'options.start')}
          hint={beginsHint(summary)}
          onValue={(start) => set({ start })}
        />
        {model.options.includes('lines') && (
          <Choice
            label="Line limits"
            value={settings.lines}
            options={[
              ['model', 'Model default'],
              ['on', 'On'],
              ['soft', 'Soft: at a price'],
              ['off', 'Off: one bus'],
            ]}
            onValue={(lines) => set({ lines })}
          />
        )}
        <Choice
          label="Spinning reserve"
          value={settings.reserves ? 'held' : 'none'}
          options={[
            ['none', 'None'],
            ['held', 'Products of the network, else 5 % of load or the largest unit'],
          ]}
          onValue={(reserves) => set({ reserves: reserves === 'held' })}
        />
      </div>
    </>
  );
}

function beginsHint(summary: NetworkSummary | undefined): string {
  if (!summary) return 'Empty: first hour of the series';
  return summary.from === undefined
    ? 'No dates in the network: first hour of its series'
    : `${datesOf(summary)}; empty: first hour`;
}

const NUMBER = { type: 'number', min: 0, step: 'any' } as const;

const FIELDS: Readonly<Record<NumberTerm, { readonly label: string; readonly hint: string }>> = {
  step_h: { label: 'Step, h', hint: 'Hours kept per solve (24)' },
  look_ahead_h: { label: 'Look-ahead, h', hint: 'Extra hours solved and dropped (24)' },
  line_penalty_usd_per_mwh: {
    label: 'Price above soft limits, $/MWh',
    hint: 'Default: of the line, else 1,000',
  },
  unserved_energy_usd_per_mwh: {
    label: 'Price of load not served, $/MWh',
    hint: 'Default: 10,000 for rolling runs, else all must be served',
  },
  spill_usd_per_mwh: {
    label: 'Price of spilled energy, $/MWh',
    hint: 'For must-take output; empty: no spill',
  },
  emission_price_usd_per_t: { label: 'Price of CO2, $/t', hint: 'Empty: none' },
  outage_seed: {
    label: 'Seed of forced outages',
    hint: 'Same seed, same outages; empty: no outages',
  },
};

const CHECKS = [
  ['n_1', 'n_1', 'Secure against the loss of any line (N-1)'],
  ['losses', 'losses', 'Model transmission losses'],
  ['real_time', 'realTime', 'Re-dispatch each hour on actual values (real time)'],
  ['go_on', 'goOn', 'Continue after a day that has no schedule'],
] as const;

export function Terms({ settings, errors, set, model }: SettingsProps & { readonly model: Model }) {
  const takes = (name: string): boolean => model.options.includes(name);
  const isWrong = errors.some(({ loc: [, , name = ''] }) => name === 'fuel_prices' || name in FIELDS);
  // An error opens the section; the section stays open when the error is corrected.
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Steps, prices and outages</summary>
      <div class="fields">
        <Fields
          fields={NUMBER_TERMS.filter(takes).map((name) => ({ ...NUMBER, ...FIELDS[name], name }))}
          values={settings.terms}
          errorOf={(name) => errorAt(errors, `options.${name}`)}
          set={(name, text) => set({ terms: { ...settings.terms, [name]: text } })}
        />
        {takes('fuel_prices') && (
          <Field
            label="Fuel prices, $/MMBtu"
            placeholder="NG=4.5, Coal=2.1"
            hint="Replace those of the network"
            value={settings.fuelPrices}
            error={errors.find(({ loc }) => loc.includes('fuel_prices'))?.msg}
            onValue={(fuelPrices) => set({ fuelPrices })}
          />
        )}
      </div>
      {CHECKS.filter(([option]) => takes(option)).map(([option, name, label]) => (
        <Check key={option} label={label} isOn={settings[name]} onChange={(isOn) => set({ [name]: isOn })} />
      ))}
    </details>
  );
}

interface SolverProps extends SettingsProps {
  readonly usable: readonly Solver[];
  readonly solver: Solver | undefined;
}

/** Label of a field: `time_limit` -> `Time limit`. */
const labelOf = (name: string): string => capitalized(name.replaceAll('_', ' '));

export function SolverFields({ settings, errors, set, usable, solver }: SolverProps) {
  if (!solver) return <p class="bad">No solver for this model is available.</p>;
  const write = (name: string, text: string): void =>
    set({ parameters: { ...settings.parameters, [name]: text } });
  const fieldOf = (parameter: Solver['parameters'][number]) => {
    const { name, description } = parameter;
    const value = parameterText(settings, parameter);
    return name === 'presolve' ? (
      <Choice
        key={name}
        label={labelOf(name)}
        value={value}
        options={PRESOLVE_OPTIONS}
        onValue={(text) => write(name, text)}
      />
    ) : (
      <Field
        key={name}
        label={labelOf(name)}
        type="number"
        step="any"
        value={value}
        hint={description}
        error={errorAt(errors, `solver.${name}`)}
        onValue={(text) => write(name, text)}
      />
    );
  };
  const [few, more] = [false, true].map((isSeldom) =>
    solver.parameters.filter(({ name }) => SELDOM.has(name) === isSeldom),
  );
  return (
    <>
      <div class="fields">
        <Choice
          label="Solver"
          value={solver.id}
          options={usable.map(({ id, name }) => [id, name])}
          onValue={(id) => set({ solver: id })}
        />
        {few?.map(fieldOf)}
      </div>
      {more && more.length > 0 && (
        <details open={more.some(({ name }) => errorAt(errors, `solver.${name}`)) || undefined}>
          <summary>More</summary>
          <div class="fields">{more.map(fieldOf)}</div>
        </details>
      )}
    </>
  );
}

/** Solver parameters that few studies change. */
const SELDOM: ReadonlySet<string> = new Set(['presolve', 'random_seed']);
