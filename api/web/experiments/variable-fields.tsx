/** The fields of one variable. */

import type { Problem } from '../../client/problem.ts';
import { Choice, Field } from '../parts/form.tsx';
import { errorAt } from '../parts/typed.ts';
import { isSampled, type Method, type VariableDraft } from './draft.ts';
import type { Payload } from './names.ts';
import { VariablePicker } from './variable-picker.tsx';

interface VariableProps {
  readonly variable: VariableDraft;
  /** 0-based. */
  readonly position: number;
  readonly method: Method;
  readonly payload: Payload | undefined;
  readonly errors: Problem['fields'];
  readonly onChange: (variable: VariableDraft) => void;
  /** Absent for the only one. */
  readonly onRemove: (() => void) | undefined;
}

const TYPES = [
  ['continuous', 'Range'],
  ['integer', 'Whole numbers'],
  ['discrete', 'Listed numbers'],
  ['categorical', 'Listed words'],
] as const;

const MODES = [
  ['', 'Usual'],
  ['multiply', 'Multiply'],
  ['add', 'Add'],
  ['absolute', 'Replace'],
] as const;

const SCALES = [
  ['linear', 'Equal steps'],
  ['log', 'Equal factors'],
] as const;

export function VariableFields({ position, onRemove, ...props }: VariableProps) {
  const { variable, payload, errors, onChange } = props;
  const path = `scenario_matrix.variables[${position}]`;
  const set = (change: Partial<VariableDraft>): void => onChange({ ...variable, ...change });
  return (
    <fieldset>
      <legend>
        Variable {position + 1}
        {onRemove && (
          <button type="button" aria-label={`Remove variable ${position + 1}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </legend>
      <div class="fields">
        <VariablePicker
          variable={variable}
          payload={payload}
          error={errorAt(errors, `${path}.name`)}
          set={set}
        />
        <Choice label="Values" value={variable.type} options={TYPES} onValue={(type) => set({ type })} />
        <Range {...props} path={path} set={set} />
        <Choice label="Each value" value={variable.mode} options={MODES} onValue={(mode) => set({ mode })} />
      </div>
    </fieldset>
  );
}

interface RangeProps extends Pick<VariableProps, 'variable' | 'method' | 'errors'> {
  readonly path: string;
  readonly set: (change: Partial<VariableDraft>) => void;
}

function Range({ variable, method, errors, path, set }: RangeProps) {
  const number = (label: string, name: 'min' | 'max' | 'steps' | 'step') => (
    <Field
      label={label}
      type="number"
      step="any"
      value={variable[name]}
      error={errorAt(errors, `${path}.${name}`)}
      onValue={(text) => set({ [name]: text })}
    />
  );
  if (variable.type === 'discrete' || variable.type === 'categorical')
    return (
      <Field
        label={variable.type === 'discrete' ? 'Numbers' : 'Words'}
        value={variable.values}
        error={errorAt(errors, `${path}.values`)}
        hint="Parted by commas"
        onValue={(values) => set({ values })}
      />
    );
  return (
    <>
      {number('From', 'min')}
      {number('To', 'max')}
      {variable.type === 'integer' && number('Step', 'step')}
      {variable.type === 'continuous' && !isSampled(method) && number('How many values', 'steps')}
      {variable.type === 'continuous' && (
        <Choice
          label="Spaced by"
          value={variable.scale}
          options={SCALES}
          onValue={(scale) => set({ scale })}
        />
      )}
    </>
  );
}
