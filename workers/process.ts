/** What every role of a worker process shares. */
import type { Client } from '@temporalio/client';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { WorkerSettings } from './config.ts';

export interface Process {
  readonly settings: WorkerSettings;
  readonly db: Db;
  readonly client: Client;
  readonly log: Logger;
}
