/** Buttons, and links styled as buttons. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'preact';

interface Look {
  readonly text: string;
  /** Class of the button in the style sheet, such as `primary` or `danger`. */
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
  /** Text of the button while its action is busy. */
  readonly busy?: string;
}

/**
 * Button that runs an `Action`. While the action is busy, the button is `aria-disabled` instead of disabled, so that it
 * keeps the focus.
 */
export const ActionButton = ({ isBusy, run, text, busy = text, look = '' }: ActionButtonProps) => (
  <Button look={look} text={isBusy ? busy : text} aria-disabled={isBusy} onClick={run} />
);
