import './jobs.tables.ts';

export { enqueueJob, handleJob } from './job.ts';
export type { JobHandler, JobType } from './job.ts';
export { deleteJobsFinishedBefore } from './jobs.store.ts';
export { createJobRunner } from './runner.ts';
export type { JobRunner, Scheduled } from './runner.ts';
