// The running of the site. Its rooms, of which the last alone uses another:
// health/        what `tepal doctor` looks at
// log/           the last lines of the log
// mass-mail/     mail of administrators to many
// measures/      numbers of the last day
// undertakings/  long work: backups, archives of projects, erased projects that come back
// summary/       the site at a glance
import './measures/measures.tables.ts';
import './long-operations/long-operations.tables.ts';

export type { CheckUp } from './health/check-up.ts';
export { createOperationsFeature } from './feature.ts';
export type { Installation } from './feature.ts';
