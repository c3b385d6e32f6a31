/** `npm start`: the whole stack until Ctrl-C. */
import { DATA } from './paths.mjs';
import { findRunningStack } from './stack-file.mjs';
import { startStack } from './start-stack.mjs';
import { step } from './step.mjs';
import { untilSignal } from './until-signal.mjs';

const addresses = ({ api_url, docs_url, web_ui_url, mongodb_uri }) =>
  `API ${api_url}\nAPI docs ${docs_url}\nTemporal Web UI ${web_ui_url}\nMongoDB ${mongodb_uri}`;

export async function start() {
  const running = await findRunningStack(DATA);
  if (running) {
    console.log(`The stack is running already.\n${addresses(running)}`);
    return;
  }
  const signal = untilSignal();
  let started;
  await step('started the stack', async () => {
    started = await startStack({ dataFolder: DATA });
  });
  console.log(addresses(started.stack));
  if (started.isNew)
    console.log(`Administrator ${started.admin.username}, password ${started.admin.password}`);
  console.log('Ctrl-C stops everything.');
  await signal;
  await step('stopped the stack', () => started.stop());
}
