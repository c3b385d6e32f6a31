/** A solver that is there, and its parameters as the catalog says them. */
import { Choice, Field } from '../parts/form.tsx';
import { errorAt } from '../parts/typed.ts';
import { PRESOLVE_OPTIONS, parameterText, type SettingsProps, type Solver } from './settings.ts';

interface SolverProps extends SettingsProps {
  readonly usable: readonly Solver[];
  readonly solver: Solver | undefined;
  readonly known: readonly Solver[];
}

/** `time_limit` -> `Time limit` */
const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};

export function SolverFields({ settings, errors, set, usable, solver, known }: SolverProps) {
  if (!solver) return <p class="bad">No solver that this model can use is there now.</p>;
  const away = known.filter(({ available }) => !available).map(({ name }) => name);
  const write = (name: string, text: string): void =>
    set({ parameters: { ...settings.parameters, [name]: text } });
  return (
    <>
      <div class="fields">
        <Choice
          label="Solver"
          value={solver.id}
          options={usable.map(({ id, name }) => [id, name])}
          onValue={(id) => set({ solver: id })}
        />
        {solver.parameters.map((parameter) => {
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
        })}
      </div>
      {away.length > 0 && <p>Not installed here: {away.join(', ')}.</p>}
    </>
  );
}
