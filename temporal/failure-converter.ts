/**
 * Messages and stacks of failures as payloads, which the codec encrypts. The SDK loads this file by its path, into the
 * workflow sandbox too, so it must stay free of Node.
 */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
