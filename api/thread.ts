/** A thread of the API: it answers what is passed on to it, on connections of its own. */
import { createThreadApp } from './app.ts';
import type { ApiSettings } from './config.ts';
import { connect } from './connect.ts';
import { serveThread, threadSettings } from './threads/thread.ts';

const { deps } = await connect(threadSettings<ApiSettings>(), new AbortController().signal);
await serveThread(createThreadApp(deps).callback());
