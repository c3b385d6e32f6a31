/** Fields of a matrix: its variables, or a list of scenarios. */
import { useId } from 'preact/hooks';
import type { Problem } from '../../client/problem.ts';
import { Fields } from '../parts/field-form.tsx';
import { get } from '../parts/session.ts';
import { errorAt } from '../parts/typed.ts';
import { useLoad } from '../parts/use-load.ts';
import { type Draft, isSampled, newVariable } from './draft.ts';
import { type Payload, quantitiesOf } from './names.ts';
import { VariableFields } from './variable-fields.tsx';

export interface PartProps {
  readonly draft: Draft;
  readonly errors: Problem['fields'];
  readonly set: (change: Partial<Draft>) => void;
}

export function MatrixFields({ draft, errors, set }: PartProps) {
  const { method, variables, base } = draft;
  const payload = usePayload(base);
  if (method === 'list') return <ListField draft={draft} errors={errors} set={set} payload={payload} />;
  const nextKey = Math.max(-1, ...variables.map(({ key }) => key)) + 1;
  return (
    <>
      {isSampled(method) && (
        <div class="fields">
          <Fields
            fields={[
              { name: 'samples', label: 'Scenarios', type: 'number' },
              {
                name: 'seed',
                label: 'Seed',
                type: 'number',
                hint: 'Same seed, same scenarios',
              },
            ]}
            values={draft}
            errorOf={(name) => errorAt(errors, `scenario_matrix.${name}`)}
            set={(name, text) => set({ [name]: text })}
          />
        </div>
      )}
      <p>Factor 1 is the base: load from 0.9 to 1.1 is 90 to 110 % of every load.</p>
      {variables.map((variable, position) => (
        <VariableFields
          key={variable.key}
          variable={variable}
          position={position}
          method={method}
          payload={payload}
          errors={errors}
          onChange={(changed) => set({ variables: variables.with(position, changed) })}
          onRemove={
            variables.length > 1 ? () => set({ variables: variables.toSpliced(position, 1) }) : undefined
          }
        />
      ))}
      <button type="button" onClick={() => set({ variables: [...variables, newVariable(nextKey)] })}>
        Add a variable
      </button>
    </>
  );
}

/** Payload from which variables are suggested; undefined while it is loading or if it cannot be loaded. */
const usePayload = (scenario_id: string): Payload | undefined =>
  useLoad(
    async (signal) => {
      const params = { path: { scenario_id } };
      return (await get('/api/scenarios/{scenario_id}', { params, signal })).payload;
    },
    [scenario_id],
  ).data;

function ListField({ draft, errors, set, payload }: PartProps & { readonly payload: Payload | undefined }) {
  const names = payload ? quantitiesOf(payload).map(({ name }) => name) : ['load'];
  const id = useId();
  const error = errorAt(errors, 'scenario_matrix.scenarios');
  return (
    <div class="field">
      <label for={id}>Scenarios</label>
      <textarea
        id={id}
        value={draft.list}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-more`}
        onInput={({ currentTarget }) => set({ list: currentTarget.value })}
      />
      <small id={`${id}-more`} class={error ? 'bad' : undefined}>
        {error ??
          `Names of the variables in the first line (${names.join(', ')}, or a path such as generators.G1.p_max), then one scenario per line, as copied from a spreadsheet. Empty cells take the base value.`}
      </small>
    </div>
  );
}
