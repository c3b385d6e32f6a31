/**
 * Converts messages and stacks of failures to payloads, which the codec encrypts. The SDK loads this file by its path,
 * and loads it into the workflow sandbox too, so the file must not use Node APIs.
 */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
