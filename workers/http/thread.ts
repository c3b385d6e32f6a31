/** A thread of the solver service: it handles requests passed on to it, with connections of its own. */
import { pino } from 'pino';
import { serveThread, threadSettings } from '../../api/threads/thread.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { connectTemporal } from '../../temporal/client.ts';
import type { WorkerSettings } from '../config.ts';
import { createServiceApp } from './app.ts';
import { accessOf, createServiceDeps } from './serve.ts';

const settings = threadSettings<WorkerSettings>();
const log = pino({ level: settings.LOG_LEVEL, base: { role: 'solver', pid: process.pid } });
const { db } = connectMongo(settings);
const { client } = connectTemporal(settings, `solver@${process.pid}`);
const deps = createServiceDeps({ db, client, settings, log });
await serveThread(createServiceApp(accessOf(settings), deps, log).callback());
