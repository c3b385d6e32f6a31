/** How the case is to be solved; what is left empty is left to the server. */
import { Card } from '../parts/elements.tsx';
import { Check, Choice, Field } from '../parts/form.tsx';
import { changeForm, type SolveForm } from './draft.ts';
import type { Mark } from './marks.ts';

interface OptionsProps {
  readonly form: SolveForm;
  readonly marks: readonly Mark[];
}

export function Options({ form, marks }: OptionsProps) {
  const wrong = (about: string): string | undefined => marks.find((mark) => mark.about === about)?.message;
  return (
    <Card>
      <div class="fields">
        <Field
          label="Scenario"
          value={form.scenario_id}
          onValue={(scenario_id) => changeForm({ scenario_id })}
          error={wrong('scenario_id')}
          hint="The case is kept under this name"
        />
        <Field
          label="Gap"
          type="number"
          min={0}
          max={1}
          step="any"
          value={form.mip_gap}
          onValue={(mip_gap) => changeForm({ mip_gap })}
          error={wrong('options.mip_gap')}
          placeholder="0.001"
          hint="That counts as optimal; 0.001 = 0.1 %"
        />
        <Choice
          label="Solver"
          value={form.solver}
          options={[
            ['', 'as the server chooses'],
            ['highs', 'HiGHS'],
            ['cbc', 'CBC'],
            ['gurobi', 'Gurobi'],
            ['cplex', 'CPLEX'],
          ]}
          onValue={(solver) => changeForm({ solver })}
        />
        <Field
          label="Price of load not served, $/MWh"
          type="number"
          min={0}
          step="any"
          value={form.unserved_energy_usd_per_mwh}
          onValue={(unserved_energy_usd_per_mwh) => changeForm({ unserved_energy_usd_per_mwh })}
          error={wrong('options.unserved_energy_usd_per_mwh')}
          hint="Empty: all load must be served"
        />
        <Field
          label="Random seed"
          type="number"
          min={0}
          value={form.random_seed}
          onValue={(random_seed) => changeForm({ random_seed })}
          error={wrong('options.random_seed')}
        />
      </div>
      <Check
        label="Model transmission losses"
        isOn={form.losses}
        onChange={(losses) => changeForm({ losses })}
      />
      {form.type === 'ed' && (
        <Check
          label="Enforce line ratings"
          isOn={form.network}
          onChange={(network) => changeForm({ network })}
        />
      )}
    </Card>
  );
}
