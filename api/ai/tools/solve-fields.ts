/**
 * Parameters that several tools have in common.
 *
 * @module
 */
import { number, string } from 'yup';
import { MAX_ID_LENGTH } from './max-id-length.ts';

const id = (description: string) => string().min(1).max(MAX_ID_LENGTH).optional().meta({ description });

export const solveFields = () => ({
  scenario_id: id('Scenario whose last completed solve is meant; default that of the conversation'),
  job_id: id('Job that is meant, instead of a scenario'),
});

export const hourField = () =>
  number().integer().min(0).max(8759).optional().meta({ description: 'Only this hour, 0-based' });

export const generatorField = () => id('Only this generator, by its name');

export const busField = () => id('Only this bus, as "bus_3" or "3"');

export const networkField = () => id('Network that is meant, instead of a scenario');
