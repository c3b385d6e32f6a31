/** Forms of text fields that are defined by a list. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Field, type FieldProps, Form, type FormProps, useAction } from './form.tsx';

interface NamedField<N extends string> extends Omit<FieldProps, 'value' | 'onValue' | 'error'> {
  readonly name: N;
}

interface FieldsProps<N extends string> {
  readonly fields: readonly NamedField<N>[];
  readonly values: Readonly<Partial<Record<N, string>>>;
  readonly errorOf: (name: N) => string | undefined;
  readonly set: (name: N, text: string) => void;
}

export const Fields = <N extends string>({ fields, values, errorOf, set }: FieldsProps<N>) => (
  <>
    {fields.map(({ name, ...field }) => (
      <Field
        key={name}
        {...field}
        value={values[name] ?? ''}
        error={errorOf(name)}
        onValue={(text) => set(name, text)}
      />
    ))}
  </>
);

interface FieldFormProps<N extends string> extends Omit<FormProps, 'action' | 'children'> {
  /** Fields, named as in the request body, so that errors can be shown beside the field concerned. */
  readonly fields: readonly NamedField<N>[];
  /** Initial values. */
  readonly first: Readonly<Record<N, string>>;
  readonly work: (values: Readonly<Record<N, string>>) => Promise<void>;
  /** True to reset the fields to `first` after success. */
  readonly clears?: boolean;
  /** True to place fields and `below` side by side. */
  readonly isRow?: boolean;
  /** Content shown above the fields. */
  readonly children?: ComponentChildren;
  readonly below?: ComponentChildren;
}

export function FieldForm<N extends string>(props: FieldFormProps<N>) {
  const { fields, first, work, clears, isRow, children, below, ...form } = props;
  const [values, setValues] = useState(first);
  const action = useAction(async () => {
    await work(values);
    if (clears) setValues(first);
  });
  const set = (name: N, text: string): void => setValues((last) => ({ ...last, [name]: text }));
  const shown = (
    <>
      <Fields fields={fields} values={values} errorOf={action.errorOf} set={set} />
      {below}
    </>
  );
  return (
    <Form {...form} action={action}>
      {children}
      {isRow ? <div class="fields">{shown}</div> : shown}
    </Form>
  );
}

/** Field for the current password, by which the user confirms the action. */
export const PASSWORD = {
  name: 'current_password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
} as const;

export const NEW_PASSWORD = {
  name: 'new_password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'A sentence is easy to remember and hard to guess.',
  required: true,
} as const;

export const NEW_NAME = {
  name: 'username',
  label: 'Username',
  hint: '3 to 64 letters, digits, dots, underscores, @ or hyphens.',
  required: true,
} as const;

/** Field for a code of the second factor. */
export const CODE = { name: 'code', label: 'Code', autocomplete: 'one-time-code', required: true } as const;
