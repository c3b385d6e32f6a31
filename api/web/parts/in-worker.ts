/** Long work away from the page, so that it stays fluid: one answer for each question. */

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

interface Answered<Answer> {
  readonly id: number;
  readonly answer?: Answer;
  readonly error?: string;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** What asks the worker that `start` makes; it is made with the first question and stays. */
export function inWorker<Question, Answer>(
  start: () => Worker,
): (question: Question, transfer?: Transferable[]) => Promise<Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | undefined;
  let last = 0;
  const settle = ({ id, answer, error }: Answered<Answer>): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (answer === undefined) asked?.reject(new Error(error ?? 'There was no answer'));
    else asked?.resolve(answer);
  };
  const begin = (): Worker => {
    const begun = start();
    begun.addEventListener('message', ({ data }: MessageEvent<Answered<Answer>>) => settle(data));
    // What it cannot even say: all that wait are told, and the next question begins a new one.
    begun.addEventListener('error', ({ message }) => {
      worker = undefined;
      for (const id of [...waiting.keys()]) settle({ id, error: message });
    });
    return begun;
  };
  return (question, transfer = []) => {
    worker ??= begin();
    last += 1;
    const id = last;
    worker.postMessage({ id, question } satisfies Asked<Question>, transfer);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}

interface Made<Answer> {
  readonly answer: Answer;
  /** What of it is handed over instead of copied. */
  readonly transfer: Transferable[];
}

/** The other side: `work` gives the answer. */
export function answerWith<Question, Answer>(
  work: (question: Question) => Made<Answer> | Promise<Made<Answer>>,
): void {
  addEventListener('message', async ({ data: { id, question } }: MessageEvent<Asked<Question>>) => {
    try {
      const { answer, transfer } = await work(question);
      postMessage({ id, answer } satisfies Answered<Answer>, { transfer });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      postMessage({ id, error: text } satisfies Answered<Answer>);
    }
  });
}
