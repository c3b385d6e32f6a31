/** Imports a schedule from files of this service or of another tool; the format is detected from the content. */
import type { GivenSchedule } from '../../temporal/case/messages/verification.ts';
import { pythonJson } from './base/file-text.ts';
import type { CaseElements, ReadSchedule } from './base/given-schedule.ts';
import { ImportError } from './base/report.ts';
import { readResults as readEgret } from './egret/read-results.ts';
import { hasOutputs, readResults as readPypsa } from './pypsa-csv/read-results.ts';
import type { FileSet } from './tables/file-set.ts';
import { isSolution, readSolution, refuseScenarios } from './unitcommitment-jl/read-solution.ts';

const FORMATS =
  'a result of this service, a solution of UnitCommitment.jl, a solved model of Egret or a folder of PyPSA with generators-p.csv';

/**
 * Reads a schedule. `files`: the files of the schedule; `all`: the same files, followed by the files of the case. A
 * schedule in the service's own format is returned unchanged and validated later by its schema. Throws `ImportError`
 * with the place of an unreadable value.
 */
export async function readSchedule(
  files: FileSet,
  all: FileSet,
  elements: CaseElements,
): Promise<ReadSchedule> {
  if (hasOutputs(files)) return readPypsa(all, elements);
  const [name, ...others] = files.names;
  if (name === undefined || others.length > 0) throw new ImportError([], `Should be ${FORMATS}`);
  const file = pythonJson(await files.read(name));
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new ImportError([], `Should be ${FORMATS}`);
  if (isSolution(file)) return readSolution(file, elements);
  if ('elements' in file) return readEgret(file, elements);
  refuseScenarios(file);
  const schedule = 'schedule' in file ? file.schedule : file;
  if (typeof schedule !== 'object' || schedule === null || !('dispatch_mw' in schedule))
    throw new ImportError([], `Should be ${FORMATS}: there is no dispatch_mw in it`);
  // The fields are validated in the next step, by the schema of schedules.
  return { schedule: schedule as GivenSchedule, notes: [], notJudged: [] };
}
