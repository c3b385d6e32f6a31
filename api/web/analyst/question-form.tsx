/** Where a question is typed. Enter sends it, Shift+Enter breaks the line. */
import { useId } from 'preact/hooks';

interface QuestionFormProps {
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly isBusy: boolean;
}

/** Longest question that the server takes, characters. */
const LONGEST = 4000;

export function QuestionForm({ value, onValue, onSend, onStop, isBusy }: QuestionFormProps) {
  const id = useId();
  return (
    <form
      class="field ask"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <label for={id}>Question</label>
      <textarea
        id={id}
        rows={2}
        maxLength={LONGEST}
        value={value}
        aria-describedby={`${id}-keys`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter also ends a word of Chinese, Japanese or Korean: that is no order to send.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
      <small id={`${id}-keys`}>Enter sends, Shift+Enter breaks the line.</small>
      <div class="buttons">
        {isBusy ? (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button type="submit" class="primary" disabled={value.trim() === ''}>
            Send
          </button>
        )}
      </div>
    </form>
  );
}
