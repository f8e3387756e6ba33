// Makes the artifacts of an archive with their whole history, through the one write path.
import { DomainError, invalid } from '../../platform/errors.ts';
import { applyChanges, createArtifact, insertFile } from '../artifacts/index.ts';
import type { ArtifactRow, Change, CommentVersion } from '../artifacts/index.ts';
import { groupIds } from '../projects/index.ts';
import { insertOpenValue } from '../trackers/index.ts';
import type {
  ArchiveArtifact,
  ArchiveChangeset,
  ArchiveComment,
  FieldChange,
  UserReference,
} from './artifact-model.ts';
import type { Attachments } from './import-attachments.ts';
import type { DefinedTracker, ImportContext, ImportedUser } from './import-context.ts';
import { listOwnLabels, storeValue } from './stored-values.ts';
import type { LinkTarget, ValueTarget } from './stored-values.ts';

export interface ArtifactImport {
  readonly context: ImportContext;
  readonly importer: ImportedUser;
  /** In document order. */
  readonly trackers: readonly DefinedTracker[];
  readonly attachments: Attachments;
  /** The archive's project uses link types. */
  readonly areLinksTyped: boolean;
  readonly onProgress: (done: number) => void;
}

export interface ArtifactCounts {
  artifacts: number;
  changesets: number;
  comments: number;
  files: number;
}

type LinkTargets = ReadonlyMap<string, LinkTarget>;

interface BareArtifact {
  readonly tracker: DefinedTracker;
  readonly model: ArchiveArtifact;
  readonly row: ArtifactRow;
}

const progressStep = 100;

/**
 * Creates all artifacts first, so that links reach every one, then their changesets artifact by artifact. Where two
 * artifacts have the same id in the archive, links mean the later one. Gives new ids by those of the archive, and counts.
 */
export async function importArtifacts(
  work: ArtifactImport,
): Promise<{ artifactIds: ReadonlyMap<string, number>; counts: ArtifactCounts }> {
  const bare: BareArtifact[] = [];
  const linkTargets = new Map<string, LinkTarget>();
  for (const tracker of work.trackers)
    for (const model of tracker.model.artifacts) {
      const row = await createBareArtifact(work, tracker, model);
      linkTargets.set(model.xmlId, { id: row.id, parentTrackerRef: tracker.model.parentRef });
      bare.push({ tracker, model, row });
    }
  const counts = { artifacts: bare.length, changesets: 0, comments: 0, files: 0 };
  for (const [index, artifact] of bare.entries()) {
    await importHistory(work, artifact, linkTargets, counts);
    if ((index + 1) % progressStep === 0 || index + 1 === bare.length) work.onProgress(index + 1);
  }
  return { artifactIds: new Map([...linkTargets].map(([xmlId, { id }]) => [xmlId, id])), counts };
}

function requireUser({ findUser }: ImportContext, reference: UserReference): ImportedUser {
  const user = findUser(reference);
  if (user === undefined)
    throw invalid(`project.xml, line ${reference.line}: the user \`${reference.value}\` is not in users.xml`);
  return user;
}

function createBareArtifact(
  work: ArtifactImport,
  tracker: DefinedTracker,
  model: ArchiveArtifact,
): Promise<ArtifactRow> {
  const { context, importer } = work;
  const [first] = model.changesets;
  const by = first === undefined ? importer : requireUser(context, first.submittedBy);
  return createArtifact(context.tx, tracker.definition, by.id, first?.submittedOnMs ?? context.nowMs);
}

async function importHistory(
  work: ArtifactImport,
  artifact: BareArtifact,
  linkTargets: LinkTargets,
  counts: ArtifactCounts,
): Promise<void> {
  const { context, importer } = work;
  const { tracker, model, row } = artifact;
  const fileIds = model.files.length === 0 ? new Map<string, number>() : await importFiles(work, artifact, counts);
  const changes: Change[] = [];
  for (const changeset of model.changesets) {
    const values = await readValues(work, tracker, changeset, { fileIds, linkTargets });
    const by = requireUser(context, changeset.submittedBy);
    const comments = readComments(context, changeset.comments);
    counts.comments += comments.length;
    changes.push({
      by: by.id,
      atMs: changeset.submittedOnMs,
      ...(by.email === undefined ? {} : { email: by.email }),
      comments,
      values,
    });
  }
  if (changes.length === 0) {
    context.warn(model.line, 'artifact', 'it has no changeset; it gets an empty one');
    changes.push({ by: importer.id, atMs: context.nowMs, comments: [], values: new Map() });
  }
  const saved = await applyChanges(context.tx, tracker.definition, row, changes);
  counts.changesets += saved.version;
}

/** A comment that never said anything is none. */
function readComments(context: ImportContext, versions: readonly ArchiveComment[]): CommentVersion[] {
  if (versions.every((version) => version.body === '')) return [];
  return versions.map((version) => ({
    by: requireUser(context, version.submittedBy).id,
    atMs: version.submittedOnMs,
    body: version.body,
    format: version.format,
    ...(version.privateUserGroups.length === 0 ? {} : { groupIds: readPrivateGroups(context, version) }),
  }));
}

/** A comment stays private even when none of its groups is known: then it is for nobody. */
function readPrivateGroups(context: ImportContext, version: ArchiveComment): number[] {
  const ids = version.privateUserGroups.flatMap((name) => {
    const id = context.findGroup(name);
    if (id === undefined) context.warn(version.line, 'comment', `there is no user group \`${name}\` to show it to`);
    return id ?? [];
  });
  return ids.length === 0 ? [groupIds.nobody] : ids;
}

/** Changes of unknown fields were warned of when the archive was checked. */
async function readValues(
  work: ArtifactImport,
  tracker: DefinedTracker,
  changeset: ArchiveChangeset,
  ids: Pick<ValueTarget, 'fileIds' | 'linkTargets'>,
): Promise<Map<number, unknown>> {
  const { context, areLinksTyped } = work;
  const { definition } = tracker;
  const trackerRef = tracker.model.ref;
  const values = new Map<number, unknown>();
  for (const change of changeset.fieldChanges) {
    const imported = tracker.fieldsByName.get(change.fieldName);
    const field = imported === undefined ? undefined : definition.fieldById.get(imported.id);
    if (imported === undefined || field === undefined) continue;
    const target: ValueTarget = { context, definition, trackerRef, field, imported, areLinksTyped, ...ids };
    await addOpenValues(change, target);
    const value = tryStoreValue(change, target);
    if (value !== undefined) values.set(field.id, value);
  }
  return values;
}

async function addOpenValues(change: FieldChange, target: ValueTarget): Promise<void> {
  if (target.field.type !== 'tbl') return;
  const { openValueIds } = target.imported;
  for (const label of listOwnLabels(change, target)) {
    if (openValueIds.has(label)) continue;
    const id = await insertOpenValue(target.context.tx, { field_id: target.field.id, label, is_hidden: 0 });
    openValueIds.set(label, id);
  }
}

/** A value that the field can't hold is skipped with a warning (§8 of the format). */
function tryStoreValue(change: FieldChange, target: ValueTarget): unknown {
  try {
    return storeValue(change, target);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    target.context.warn(change.line, 'field_change', `field \`${change.fieldName}\`: ${error.message}; it is skipped`);
    return undefined;
  }
}

/** Adds the attachments of an artifact, in document order, with the field and submitter that first name each. */
async function importFiles(
  work: ArtifactImport,
  artifact: BareArtifact,
  counts: ArtifactCounts,
): Promise<Map<string, number>> {
  const { context, attachments } = work;
  const { tracker, model, row } = artifact;
  const ids = new Map<string, number>();
  for (const file of model.files) {
    const copied = attachments.byFile.get(file);
    const use = findUse(model, tracker, file.id);
    if (copied === undefined || use === undefined) {
      context.warn(file.line, 'file', `no change attaches \`${file.id}\`; it is passed over`);
      continue;
    }
    const id = await insertFile(context.tx, {
      artifact_id: row.id,
      field_id: use.fieldId,
      name: file.filename,
      description: file.description,
      mime_type: file.mediaType,
      size_bytes: copied.sizeBytes,
      submitted_by: requireUser(context, use.submittedBy).id,
      path: copied.name,
    });
    ids.set(file.id, id);
    counts.files += 1;
  }
  return ids;
}

function findUse(
  model: ArchiveArtifact,
  tracker: DefinedTracker,
  fileId: string,
): { fieldId: number; submittedBy: UserReference } | undefined {
  for (const { fieldChanges, submittedBy } of model.changesets)
    for (const change of fieldChanges) {
      const field = tracker.fieldsByName.get(change.fieldName);
      if (change.kind === 'file' && field?.type === 'file' && change.fileRefs.includes(fileId))
        return { fieldId: field.id, submittedBy };
    }
  return undefined;
}
