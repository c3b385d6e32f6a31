/** Fields of one variable: name, values and mode. */

import { useState } from 'preact/hooks';
import type { Problem } from '../../client/problem.ts';
import { Button } from '../parts/button.tsx';
import { Fields } from '../parts/field-form.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { capitalized } from '../parts/interval.ts';
import { errorAt } from '../parts/typed.ts';
import { isSampled, type Method, type VariableDraft } from './draft.ts';
import {
  ALL,
  chosen,
  elementsOf,
  fieldsOf,
  listsOf,
  nowText,
  type Payload,
  pathIn,
  quantitiesOf,
} from './names.ts';

interface VariableProps {
  readonly variable: VariableDraft;
  /** Position of the variable in the list, 0-based. */
  readonly position: number;
  readonly method: Method;
  readonly payload: Payload | undefined;
  readonly errors: Problem['fields'];
  readonly onChange: (variable: VariableDraft) => void;
  /** Removes the variable; undefined if there is only one variable. */
  readonly onRemove: (() => void) | undefined;
}

const TYPES = [
  ['continuous', 'Range'],
  ['integer', 'Whole numbers'],
  ['discrete', 'Listed numbers'],
  ['categorical', 'Listed words'],
] as const;

const MODES = [
  ['', 'Default'],
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
          <Button text="Remove" aria-label={`Remove variable ${position + 1}`} onClick={onRemove} />
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
  const errorOf = (name: string): string | undefined => errorAt(errors, `${path}.${name}`);
  const isContinuous = variable.type === 'continuous';
  const number = { type: 'number', step: 'any' } as const;
  if (variable.type === 'discrete' || variable.type === 'categorical')
    return (
      <Field
        label={variable.type === 'discrete' ? 'Numbers' : 'Words'}
        value={variable.values}
        error={errorOf('values')}
        hint="Separated by commas"
        onValue={(values) => set({ values })}
      />
    );
  return (
    <>
      <Fields
        fields={[
          { ...number, name: 'min', label: 'From' },
          { ...number, name: 'max', label: 'To' },
          ...(isContinuous ? [] : [{ ...number, name: 'step', label: 'Step' } as const]),
          ...(isContinuous && !isSampled(method)
            ? [{ ...number, name: 'steps', label: 'Number of values' } as const]
            : []),
        ]}
        values={variable}
        errorOf={errorOf}
        set={(name, text) => set({ [name]: text })}
      />
      {isContinuous && (
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

interface PickerProps {
  readonly variable: VariableDraft;
  /** Payload of the base scenario; undefined until it is loaded. */
  readonly payload: Payload | undefined;
  readonly error: string | undefined;
  readonly set: (change: Partial<VariableDraft>) => void;
}

const TYPED = 'other';

function VariablePicker({ variable: { name, mode }, payload = {}, error, set }: PickerProps) {
  const [isTyped, setTyped] = useState(false);
  const quantities = quantitiesOf(payload);
  const lists = listsOf(payload);
  const path = isTyped ? undefined : pathIn(name);
  const isQuantity = !isTyped && quantities.some((quantity) => quantity.name === name);
  const pick = (...parts: readonly (string | undefined)[]): void => set(chosen(payload, parts.join('.')));
  return (
    <>
      <Choice
        label="Varies"
        value={isQuantity ? name : (path?.list ?? TYPED)}
        options={[
          ...quantities.map(({ name, text, unit }) => [name, unit ? `${text}, ${unit}` : text] as const),
          ...lists.map((list) => [list, capitalized(list.replace('_', ' '))] as const),
          [TYPED, 'Other path'],
        ]}
        onValue={(value) => {
          setTyped(value === TYPED);
          if (lists.includes(value)) pick(value, ALL, fieldsOf(value)[0]?.[0]);
          else if (value !== TYPED) pick(value);
        }}
      />
      {path && (
        <>
          <Choice
            label="Element"
            value={path.element}
            options={[ALL, ...elementsOf(payload, path.list)].map((each) => [
              each,
              each === ALL ? 'all' : each,
            ])}
            onValue={(element) => pick(path.list, element, path.field)}
          />
          <Choice
            label="Field"
            value={path.field}
            options={fieldsOf(path.list)}
            onValue={(field) => pick(path.list, path.element, field)}
          />
        </>
      )}
      {!path && !isQuantity && (
        <Field
          label="Path"
          value={name}
          error={error}
          hint="Such as generators.G1.p_max; * means all"
          onValue={(typed) => set({ name: typed })}
        />
      )}
      <p>{name && nowText(payload, { name, mode })}</p>
    </>
  );
}
