/** On what terms a run is made: what is rarely asked of one. Only what the model takes is shown. */
import { useState } from 'preact/hooks';
import { Check, Field } from '../parts/form.tsx';
import { errorAt } from '../parts/typed.ts';
import { type Model, NUMBER_TERMS, type NumberTerm, type SettingsProps } from './settings.ts';

const FIELDS: Readonly<Record<NumberTerm, readonly [label: string, hint: string]>> = {
  step_h: ['Step, h', 'Kept of each solve; empty: 24'],
  look_ahead_h: ['Look-ahead, h', 'Solved behind what is kept; empty: 24'],
  line_penalty_usd_per_mwh: ['Price above soft limits, $/MWh', 'Empty: 1,000, or that of the line'],
  unserved_energy_usd_per_mwh: [
    'Price of load not served, $/MWh',
    'Empty: 10,000 day by day; else all must be served',
  ],
  spill_usd_per_mwh: ['Price of spilled energy, $/MWh', 'Of what must be taken; empty: none is spilled'],
  emission_price_usd_per_t: ['Price of CO2, $/t', 'Empty: none'],
  outage_seed: ['Seed of forced outages', 'The same seed, the same outages; empty: there are none'],
};

const CHECKS = [
  ['n_1', 'Secure against the loss of any line (N-1)'],
  ['losses', 'Model transmission losses'],
] as const;

export function Terms({ settings, errors, set, model }: SettingsProps & { readonly model: Model }) {
  const takes = (name: string): boolean => model.options.includes(name);
  const write = (name: NumberTerm, text: string): void => set({ terms: { ...settings.terms, [name]: text } });
  const isWrong = errors.some(({ loc: [, , name = ''] }) => name === 'fuel_prices' || name in FIELDS);
  // A mistake opens it, and it stays open when the mistake is mended.
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Steps, prices and outages</summary>
      <div class="fields">
        {NUMBER_TERMS.filter(takes).map((name) => (
          <Field
            key={name}
            label={FIELDS[name][0]}
            hint={FIELDS[name][1]}
            type="number"
            min={0}
            step="any"
            value={settings.terms[name] ?? ''}
            error={errorAt(errors, `options.${name}`)}
            onValue={(text) => write(name, text)}
          />
        ))}
        {takes('fuel_prices') && (
          <Field
            label="Fuel prices, $/MMBtu"
            placeholder="NG=4.5, Coal=2.1"
            hint="In place of those of the network"
            value={settings.fuelPrices}
            error={errors.find(({ loc }) => loc.includes('fuel_prices'))?.msg}
            onValue={(fuelPrices) => set({ fuelPrices })}
          />
        )}
      </div>
      {CHECKS.filter(([name]) => takes(name)).map(([name, label]) => (
        <Check key={name} label={label} isOn={settings[name]} onChange={(isOn) => set({ [name]: isOn })} />
      ))}
      {takes('real_time') && (
        <Check
          label="Dispatch each hour again on what came (real time)"
          isOn={settings.realTime}
          onChange={(realTime) => set({ realTime })}
        />
      )}
      {takes('go_on') && (
        <Check
          label="Continue after a day that has no schedule"
          isOn={settings.goOn}
          onChange={(goOn) => set({ goOn })}
        />
      )}
    </details>
  );
}
