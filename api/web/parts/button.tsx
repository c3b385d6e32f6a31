/** Buttons, and links that look like them. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'preact';

interface Look {
  readonly text: string;
  /** `primary`, `danger` or another class of the style sheet. */
  readonly look?: string;
}

export const Button = ({ text, look, ...rest }: Look & ButtonHTMLAttributes) => (
  <button type="button" class={look} {...rest}>
    {text}
  </button>
);

export const ButtonLink = ({ text, look = '', ...rest }: Look & AnchorHTMLAttributes) => (
  <a class={`button ${look}`} {...rest}>
    {text}
  </a>
);

interface ActionButtonProps extends Look {
  readonly isBusy: boolean;
  readonly run: () => void;
  /** What it says while it works. */
  readonly busy?: string;
}

/** It keeps the focus while it works: it is not disabled. Takes an `Action` as it is. */
export const ActionButton = ({ isBusy, run, text, busy = text, look = '' }: ActionButtonProps) => (
  <Button look={look} text={isBusy ? busy : text} aria-disabled={isBusy} onClick={run} />
);
