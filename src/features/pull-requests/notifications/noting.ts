// What happens to pull requests, for all who want to hear of it: the timeline, the log of events, and mails.
import { Type } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import { enqueueJob } from '../../../platform/jobs/index.ts';
import type { JobType } from '../../../platform/jobs/index.ts';
import type { RepositoryRow } from '../../source-control/index.ts';
import * as store from '../pull-requests.store.ts';
import type { PullRequestRow } from '../pull-requests.store.ts';
import type { EventKind } from '../pull-requests.tables.ts';

const Payload = Type.Object({ pull_request_id: Type.Integer() });
export const notifyOfPullRequest: JobType<typeof Payload> = { name: 'tell-of-pull-request', payload: Payload };

export interface Happening {
  kind: EventKind | 'opened' | 'commented' | 'thread-resolved' | 'thread-reopened';
  by: number;
  atMs: number;
  /** Ids of people that became reviewers, and of those that no longer are. */
  added?: number[];
  removed?: number[];
}

/** What these say the timeline has anyhow, with the request itself and its comments. */
const isShownOtherwise = (kind: Happening['kind']): kind is Exclude<Happening['kind'], EventKind> =>
  kind === 'opened' || kind === 'commented' || isOfThread(kind);

/** Threads are resolved by the dozen: nobody gets a mail of it. */
const isOfThread = (kind: Happening['kind']): kind is 'thread-resolved' | 'thread-reopened' =>
  kind === 'thread-resolved' || kind === 'thread-reopened';

export async function note(
  tx: Writer,
  { row, repository }: { row: PullRequestRow; repository: Pick<RepositoryRow, 'id' | 'name' | 'project_id'> },
  { kind, ...happening }: Happening,
): Promise<void> {
  const { by, atMs } = happening;
  if (!isShownOtherwise(kind)) await store.insertEvent(tx, { pullRequestId: row.id, kind, ...happening });
  const event = {
    kind: `pull-request-${kind}`,
    projectId: repository.project_id,
    trackerId: null,
    artifactId: null,
    changesetId: null,
    by,
    atMs,
    details: { pullRequestId: row.id, repositoryId: repository.id, repository: repository.name },
  };
  await appendEvents(tx, [event]);
  if (isOfThread(kind)) return;
  if (await store.beginNotifying(tx, row.id, atMs))
    await enqueueJob(tx, notifyOfPullRequest, { pull_request_id: row.id }, { nowMs: atMs });
}
