/** Chooses what varies: a quantity of the whole case, a field of an element, or a path that is typed. */
import { useState } from 'preact/hooks';
import { Choice, Field } from '../parts/form.tsx';
import { capitalized } from '../parts/interval.ts';
import type { VariableDraft } from './draft.ts';
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

interface PickerProps {
  readonly variable: VariableDraft;
  /** Undefined until it is read. */
  readonly payload: Payload | undefined;
  readonly error: string | undefined;
  readonly set: (change: Partial<VariableDraft>) => void;
}

const TYPED = 'other';

export function VariablePicker({ variable: { name, mode }, payload = {}, error, set }: PickerProps) {
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
          hint="Such as generators.G1.p_max; * stands for all"
          onValue={(typed) => set({ name: typed })}
        />
      )}
      <p>{name && nowText(payload, { name, mode })}</p>
    </>
  );
}
