// Closes artifacts because commits ask for it: as the one who pushed, by the way that every change takes.
import type { Static } from 'typebox';
import { DomainError } from '../../../platform/errors.ts';
import type { Database } from '../../../platform/database/index.ts';
import { handleJob } from '../../../platform/jobs/index.ts';
import type { Attempt, JobHandler } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { artifactWorkflow, parseValues, statusOf } from '../../artifacts/index.ts';
import type { Artifacts, artifactSchemas, WholeArtifact } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField, writtenReferences } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { commitReference } from './commit-references.ts';
import { findCommit } from './commits.store.ts';
import type { CommitRow } from './commits.store.ts';
import { closingJob } from './commits.service.ts';
import type { ClosingOrder } from './commits.service.ts';

export interface ClosingDeps {
  database: Database;
  logger: Pick<Logger, 'warn'>;
  artifacts: Pick<Artifacts, 'readWhole' | 'update'>;
  /** Somebody who acts without a request; undefined for an account that is unknown or may not act. */
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

const unconditional = { wire: 'json', ifMatch: undefined, ifUnmodifiedSince: undefined } as const;

/**
 * An artifact is changed in the transaction that ends the job, so once. Where it can't be closed a comment says so, and the
 * log why: what the pusher may know of the reason, readers of the comment may not.
 */
export const createClosing = (deps: ClosingDeps): JobHandler =>
  handleJob(closingJob, async (order, attempt) => {
    const commit = await findCommit(deps.database.read, order.commitId);
    if (commit === undefined) return;
    const refusal = await closeBy(deps, commit, order, attempt);
    if (refusal === undefined) return;
    const facts = { commit: commitReference(commit), artifact: order.artifactId, reason: refusal };
    deps.logger.warn(facts, 'a commit could not close an artifact');
  });

/** Gives why the artifact could not be closed. */
async function closeBy(
  deps: ClosingDeps,
  commit: CommitRow,
  { artifactId, keyword, outcome, userId }: ClosingOrder,
  attempt: Attempt,
): Promise<string | undefined> {
  if (userId === 0) return 'nobody in Tepal is known to have made the commit';
  const viewer = await deps.loadAbsent(userId);
  if (viewer === undefined) return `the account ${userId} may not act`;
  const seen = await refusable(() => deps.artifacts.readWhole(viewer, artifactId));
  if (seen instanceof DomainError) return seen.message === '' ? seen.kind : seen.message;
  const { tracker } = seen;
  if (!isWordFor(tracker, keyword, commit.project_id)) return `"${keyword}" is no word for artifacts of its tracker`;
  const { hasStatus, isOpen } = readOpenness(viewer, seen);
  if (!isOpen) return undefined;
  const name = commitReference(commit);
  const update = (
    values: NonNullable<Static<typeof artifactSchemas.ArtifactUpdate>['values']>,
    said: string,
  ): Promise<unknown> =>
    deps.artifacts.update(
      viewer,
      artifactId,
      { values, comment: { body: said, format: 'text' } },
      unconditional,
      (tx) => attempt.finish(tx),
    );
  let reason = hasStatus ? 'its tracker has no closed status' : 'its tracker has no status that you can read';
  for (const { fieldId, valueId } of hasStatus ? listClosedValues(tracker) : []) {
    const done = await refusable(() =>
      update([{ field_id: fieldId, bind_value_ids: [valueId] }], `${outcome} by ${name}`),
    );
    if (!(done instanceof DomainError)) return undefined;
    reason = done.message;
  }
  const noted = await refusable(() => update([], `${name} asks to close this, which can’t be done as things are`));
  return noted instanceof DomainError ? `${reason}; and no comment can be made: ${noted.message}` : reason;
}

const isWordFor = ({ itemName, project }: Definition, keyword: string, projectId: number): boolean =>
  writtenReferences.isKeywordOf(keyword, { itemName, projectId: project.id }, projectId);

/** As far as the viewer sees the status. */
function readOpenness(viewer: Viewer, { tracker, stamp }: WholeArtifact): { hasStatus: boolean; isOpen: boolean } {
  const isReadable = (id: number): boolean => {
    const field = tracker.fieldById.get(id);
    return field !== undefined && mayField(viewer, tracker, field, 'read');
  };
  const { isOpen } = statusOf(
    tracker,
    parseValues(stamp),
    ({ id }) => isReadable(id),
    () => undefined,
  );
  return { hasStatus: isReadable(tracker.semantics.status?.field_id ?? 0), isOpen };
}

/**
 * What can be told before of why a commit that the viewer pushes does not close an artifact, of which `seen` is what they see: `closed`,
 * it is so already; `hidden`, they see no such artifact; `status`, it has no closed status that they see; `workflow`, no step from where
 * it stands leads to one. Undefined where nothing is in the way but what fields and rules may ask for.
 */
export function previewClosing(
  viewer: Viewer,
  seen: WholeArtifact | undefined,
  keyword: string,
  projectId: number,
): 'closed' | 'hidden' | 'status' | 'workflow' | undefined {
  if (seen === undefined || !isWordFor(seen.tracker, keyword, projectId)) return 'hidden';
  const { hasStatus, isOpen } = readOpenness(viewer, seen);
  if (!isOpen) return 'closed';
  const closed = hasStatus ? listClosedValues(seen.tracker) : [];
  if (closed.length === 0) return 'status';
  const steps = artifactWorkflow.listOpenTransitions(viewer, seen.tracker, parseValues(seen.stamp));
  const isGoverned = seen.tracker.workflow?.fieldId === closed[0]?.fieldId && steps !== undefined;
  const isReached = closed.some(({ valueId }) => steps?.some(({ transition }) => transition.toValueId === valueId));
  return isGoverned && !isReached ? 'workflow' : undefined;
}

/** What `work` gives, or its refusal. */
async function refusable<R>(work: () => Promise<R>): Promise<R | DomainError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && !['unavailable', 'rate-limited'].includes(error.kind)) return error;
    throw error;
  }
}

/** Closed values of the status in the order in which they are tried: those that mean done first. */
function listClosedValues({ semantics, fieldById }: Definition): { fieldId: number; valueId: number }[] {
  const fieldId = semantics.status?.field_id ?? 0;
  const open = new Set(semantics.status?.value_ids);
  const done = new Set(semantics.done?.value_ids);
  const closed = (fieldById.get(fieldId)?.values ?? []).filter(({ id, isHidden }) => !isHidden && !open.has(id));
  const { true: first = [], false: others = [] } = Object.groupBy(closed, ({ id }) => `${done.has(id)}`);
  return [...first, ...others].map(({ id }) => ({ fieldId, valueId: id }));
}
