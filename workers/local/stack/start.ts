/** `npm start`: runs the whole stack until Ctrl-C. */
import { DATA } from '../plain/paths.mjs';
import { step } from '../plain/step.mjs';
import { findRunningStack, type StackFile } from './stack-file.ts';
import { startStack } from './start-stack.ts';
import { untilSignal } from './with-stack.ts';

const addresses = ({ api_url, docs_url, web_ui_url, mongodb_uri }: StackFile): string =>
  `Open ${api_url} in a browser\nAPI docs ${docs_url}\nTemporal Web UI ${web_ui_url}\nMongoDB ${mongodb_uri}`;

export async function start(): Promise<void> {
  const running = await findRunningStack(DATA);
  if (running) {
    console.log(`The stack is running already.\n${addresses(running)}`);
    return;
  }
  const signal = untilSignal();
  const started = await step('started the stack', () => startStack({ dataFolder: DATA }));
  console.log(addresses(started.stack));
  if (started.isNew)
    console.log(`Administrator ${started.admin.username}, password ${started.admin.password}`);
  console.log('Ctrl-C stops everything.');
  await signal;
  await step('stopped the stack', () => started.stop());
}
