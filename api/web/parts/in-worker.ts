/** Requests to a worker, so that long work does not block the page. */

interface WorkerRequest<Question> {
  readonly id: number;
  readonly question: Question;
}

interface WorkerReply<Answer> {
  readonly id: number;
  readonly answer?: Answer;
  readonly error?: string;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Returns a function that sends a question to the worker; `start` creates the worker at the first question. */
export function inWorker<Question, Answer>(
  start: () => Worker,
): (question: Question, transfer?: Transferable[]) => Promise<Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | undefined;
  let last = 0;
  const settle = ({ id, answer, error }: WorkerReply<Answer>): void => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (answer === undefined) pending?.reject(new Error(error ?? 'No answer'));
    else pending?.resolve(answer);
  };
  const begin = (): Worker => {
    const newWorker = start();
    newWorker.addEventListener('message', ({ data }: MessageEvent<WorkerReply<Answer>>) => settle(data));
    // After a fatal error, all pending questions fail, and the next question starts a new worker.
    newWorker.addEventListener('error', ({ message }) => {
      worker = undefined;
      for (const id of [...waiting.keys()]) settle({ id, error: message });
    });
    return newWorker;
  };
  return (question, transfer = []) => {
    worker ??= begin();
    last += 1;
    const id = last;
    worker.postMessage({ id, question } satisfies WorkerRequest<Question>, transfer);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}

interface WorkResult<Answer> {
  readonly answer: Answer;
  /** Objects that are transferred to the page instead of copied. */
  readonly transfer: Transferable[];
}

/** Runs in the worker: answers questions by `work`. */
export function answerWith<Question, Answer>(
  work: (question: Question) => WorkResult<Answer> | Promise<WorkResult<Answer>>,
): void {
  addEventListener('message', async ({ data: { id, question } }: MessageEvent<WorkerRequest<Question>>) => {
    try {
      const { answer, transfer } = await work(question);
      postMessage({ id, answer } satisfies WorkerReply<Answer>, { transfer });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      postMessage({ id, error: text } satisfies WorkerReply<Answer>);
    }
  });
}
