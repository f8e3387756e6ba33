// What the event log says about artifacts.
import { appendEvents } from '../../../platform/events/index.ts';
import type { NewEvent } from '../../../platform/events/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';

/**
 * `created`, `updated` and `imported` name the artifact's newest changeset, an event of an import all of its history;
 * `comment-changed` names the changeset whose comment has a
 * new version; `moved` comes before the `updated` of the changeset that tells of it, and names the tracker that the artifact is in after
 * it; `ranked`: it went to another place in the one order of artifacts, which no changeset tells; `planned`: somebody put it into a backlog
 * that is filled by hand, or took it out, which no changeset tells either; `deleted` and `restored` say in
 * their details whether the artifact was limited to some groups.
 */
const artifactEventKinds = [
  'artifact-created',
  'artifact-updated',
  'artifact-comment-changed',
  'artifact-imported',
  'artifact-moved',
  'artifact-ranked',
  'artifact-planned',
  'artifact-deleted',
  'artifact-restored',
] as const;

export type ArtifactEventKind = (typeof artifactEventKinds)[number];

/** Those that leave the artifact itself as it was. */
const rankEventKinds: readonly ArtifactEventKind[] = ['artifact-ranked', 'artifact-planned'];

/** Of 'artifact-deleted' and 'artifact-restored'. */
export interface RemovalDetails {
  readonly limited: boolean;
}

/** Of 'artifact-moved'. */
export interface MoveDetails {
  readonly from_tracker_id: number;
}

/** Of a change that an agent made for somebody, or that nobody is to be mailed about. */
export interface ChangeDetails {
  /** Name by which its program introduced itself. */
  readonly agent?: string;
  readonly silent?: true;
}

/** One of the event's details, whatever wrote it. */
const readDetail = (
  { details }: Pick<NewEvent, 'details'>,
  name: keyof RemovalDetails | keyof MoveDetails | keyof ChangeDetails,
): unknown => (typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined);

export const artifactEvents = {
  kinds: artifactEventKinds,
  rankEventKinds,
  readDetail,
  /** Nobody is to be mailed about it. */
  isSilent: (event: Pick<NewEvent, 'details'>): boolean => readDetail(event, 'silent') === true,
};

/** An event about an artifact in the state of its row. */
export const artifactEvent = (
  tracker: Pick<Definition, 'id' | 'project'>,
  row: Pick<ArtifactRow, 'id' | 'changeset_id'>,
  what: { kind: ArtifactEventKind; by: number; atMs: number; details?: RemovalDetails | MoveDetails | ChangeDetails },
): NewEvent => ({
  projectId: tracker.project.id,
  trackerId: tracker.id,
  artifactId: row.id,
  changesetId: row.changeset_id,
  ...what,
});

/** Appends it in the transaction of the change. */
export const appendArtifactEvent = (tx: Writer, ...event: Parameters<typeof artifactEvent>): Promise<void> =>
  appendEvents(tx, [artifactEvent(...event)]);
