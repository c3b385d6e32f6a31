/** A worker thread of the API: answers requests that the process passes to it, over its own connections. */
import { createThreadApp } from './app.ts';
import type { ApiSettings } from './config.ts';
import { connect } from './connect.ts';
import { serveThread, threadSettings } from './threads/thread.ts';

const { deps } = await connect(threadSettings<ApiSettings>(), new AbortController().signal);
await serveThread(createThreadApp(deps).callback());
