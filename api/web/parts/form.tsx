/** Form fields with label, error and hint; actions and forms. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Problem } from '../../client/problem.ts';
import { ActionButton, Button } from './button.tsx';
import { ProblemNotice } from './elements.tsx';
import { errorAt } from './typed.ts';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'date' | 'datetime-local';
  readonly autocomplete?: string;
  readonly placeholder?: string;
  /** Smallest value. The next field: largest value. Dates have the form `2020-07-01`. */
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly step?: number | 'any';
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** True if the field takes the focus when it first appears; only for fields that appear at the user's request. */
  readonly takesFocus?: boolean;
  /** Values suggested while the user types; other values are allowed. */
  readonly suggestions?: readonly { readonly value: string; readonly text: string }[];
}

export function Field({
  label,
  value,
  onValue,
  hint,
  error,
  takesFocus = false,
  suggestions,
  type = 'text',
  ...rest
}: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The effect has no dependencies that change, so it runs only after the first render.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, []);
  // The cast is needed because the DOM types have no input whose type is a union.
  const attributes = { ...rest, type } as { type: 'text' };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        ref={input}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-more` : undefined}
        list={suggestions && `${id}-list`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map(({ value: offered, text }) => (
            <option key={offered} value={offered} label={text} />
          ))}
        </datalist>
      )}
      {(hint || error) && (
        <small id={`${id}-more`} class={error ? 'bad' : undefined}>
          {error ?? hint}
        </small>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onValue: (value: T) => void;
}

export function Choice<T extends string>({ label, value, options, onValue }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) onValue(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {label}
  </label>
);

export interface Action {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  run(): void;
  /** Returns the error of the server for a field of the body. */
  errorOf(field: string): string | undefined;
}

/** An action of the user, with the problem of its last run, and whether it is running. */
export function useAction(work: () => Promise<void>): Action {
  const [state, setState] = useState<Pick<Action, 'isBusy' | 'problem'>>({
    isBusy: false,
    problem: undefined,
  });
  const run = (): void => {
    if (state.isBusy) return;
    setState({ isBusy: true, problem: undefined });
    work().then(
      () => setState({ isBusy: false, problem: undefined }),
      (error: unknown) => {
        const problem = error instanceof Problem ? error : new Problem({ status: 0, message: String(error) });
        setState({ isBusy: false, problem });
      },
    );
  };
  const errorOf = (name: string): string | undefined => errorAt(state.problem?.fields ?? [], name);
  return { ...state, run, errorOf };
}

/** Button that sends one request, with the problem of the request beside it. */
export function ActButton({ text, work }: { readonly text: string; readonly work: () => Promise<void> }) {
  const action = useAction(work);
  return (
    <>
      <ActionButton {...action} text={text} />
      {action.problem && <ProblemNotice problem={action.problem} />}
    </>
  );
}

interface RefusalProps {
  readonly problem: Problem | undefined;
  readonly what: string;
}

/** Problem of a form. Errors of single fields are left out, since they are shown at the fields. */
export const Refusal = ({ problem, what }: RefusalProps) =>
  problem &&
  (problem.fields.length === 0 ? (
    <ProblemNotice problem={problem} />
  ) : (
    <p role="alert" class="bad">
      The {what} was not submitted; see the marked fields.
    </p>
  ));

/** Submit handler of a form whose data a script sends. */
export const sends =
  (run: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    run();
  };

export interface FormProps {
  readonly action: Action;
  /** Text of the submit button. */
  readonly submit: string;
  readonly onBack?: () => void;
  readonly children: ComponentChildren;
}

/** Form with its fields, problem and submit button. */
export const Form = ({ action, submit, onBack, children }: FormProps) => (
  <form onSubmit={sends(action.run)}>
    {children}
    {action.problem && <ProblemNotice problem={action.problem} />}
    <div class="buttons">
      <button type="submit" class="primary" aria-disabled={action.isBusy}>
        {action.isBusy ? `${submit}…` : submit}
      </button>
      {onBack && <Button text="Back" onClick={onBack} />}
    </div>
  </form>
);

interface LineFormProps extends Pick<FormProps, 'submit' | 'onBack'> {
  readonly label: string;
  readonly value?: string;
  readonly work: (text: string) => Promise<void>;
}

/** Form with a single field, which takes the focus if the form has a back button. */
export function LineForm({ label, value = '', work, ...rest }: LineFormProps) {
  const [text, setText] = useState(value);
  const action = useAction(async () => {
    await work(text.trim());
    setText('');
  });
  return (
    <Form action={action} {...rest}>
      <Field label={label} value={text} onValue={setText} takesFocus={rest.onBack !== undefined} />
    </Form>
  );
}
