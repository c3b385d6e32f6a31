/** Chooses what varies: a quantity of the whole case, a field of an element, or a path that is typed. */
import { useState } from 'preact/hooks';
import { Choice, Field } from '../parts/form.tsx';
import type { VariableDraft } from './draft.ts';
import {
  ALL,
  COLLECTIONS,
  chosen,
  collectionsOf,
  elementsOf,
  nowText,
  type Payload,
  pathIn,
  patternsOf,
} from './names.ts';

interface PickerProps {
  readonly variable: VariableDraft;
  /** Undefined until it is read. */
  readonly payload: Payload | undefined;
  readonly error: string | undefined;
  readonly set: (change: Partial<VariableDraft>) => void;
}

const TYPED = 'other';

export function VariablePicker({ variable: { name, mode }, payload, error, set }: PickerProps) {
  const [isTyped, setTyped] = useState(false);
  if (!payload) return <Field label="Varies" value={name} error={error} onValue={(name) => set({ name })} />;
  const patterns = patternsOf(payload);
  const path = isTyped ? undefined : pathIn(name);
  const isPattern = !isTyped && patterns.some((pattern) => pattern.name === name);
  const pick = (name: string): void => set(chosen(payload, name));
  return (
    <>
      <Choice
        label="Varies"
        value={isPattern ? name : (path?.collection ?? TYPED)}
        options={[
          ...patterns.map(({ name, text, unit }) => [name, unit ? `${text}, ${unit}` : text] as const),
          ...collectionsOf(payload).map((each) => [each, `${COLLECTIONS[each].text}: one or all`] as const),
          [TYPED, 'Other path'],
        ]}
        onValue={(value) => {
          setTyped(value === TYPED);
          const collection = collectionsOf(payload).find((each) => each === value);
          const [field] = collection ? Object.keys(COLLECTIONS[collection].fields) : [];
          if (value !== TYPED) pick(collection ? `${collection}.${ALL}.${field}` : value);
        }}
      />
      {path && (
        <>
          <Choice
            label="Element"
            value={path.element}
            options={[
              [ALL, 'all'],
              ...elementsOf(payload, path.collection).map((each) => [each, each] as const),
            ]}
            onValue={(element) => pick(`${path.collection}.${element}.${path.field}`)}
          />
          <Choice
            label="Field"
            value={path.field}
            options={Object.entries(COLLECTIONS[path.collection].fields)}
            onValue={(field) => pick(`${path.collection}.${path.element}.${field}`)}
          />
        </>
      )}
      {!path && !isPattern && (
        <Field
          label="Path"
          value={name}
          error={error}
          hint="Such as generators.G1.p_max; * stands for all"
          onValue={(typed) => set({ name: typed })}
        />
      )}
      <p class="now">{name && nowText(payload, { name, mode })}</p>
    </>
  );
}
