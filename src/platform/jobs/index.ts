import './jobs.tables.ts';

export type { JobStats } from './attempt.ts';
export { countOfSource } from './fair-claim.store.ts';
export { cancelJob, enqueueJob, enqueueJobs, handleJob, retryJobs } from './job.ts';
export type { Attempt, JobHandler, JobType } from './job.ts';
export { countOpenJobs, deleteJobsFinishedBefore, findJob, listJobs, listUnfinishedPayloads } from './jobs.store.ts';
export type { JobFilter, JobRow } from './jobs.store.ts';
export { jobStatuses } from './jobs.tables.ts';
export { createJobRunner, joinRunners } from './runner.ts';
export type { JobRunner, Scheduled } from './runner.ts';
