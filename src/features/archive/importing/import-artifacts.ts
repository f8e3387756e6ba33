// Makes the artifacts of an archive with their whole history, through the one write path.
import { DomainError, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactWrites, listArtifactsByIds } from '../../artifacts/index.ts';
import type { ArtifactChanges, Change } from '../../artifacts/index.ts';
import { insertFile } from '../../attachments/index.ts';
import { fieldIs, trackerWrites } from '../../trackers/index.ts';
import type { ArchiveArtifact, ArchiveChangeset, FieldChange, UserReference } from '../model/artifact-model.ts';
import type { ArtifactIndex, IndexedFile } from '../model/artifact-summary.ts';
import { partLength } from '../xml/cut-parts.ts';
import type { CopiedFile } from '../concepts/attachments.ts';
import { importComments } from '../concepts/comments.ts';
import { findAuthor } from '../model/import-context.ts';
import { relinkChangeset } from './imported-links.ts';
import type { AttachmentNames } from './imported-links.ts';
import type { DefinedTracker, ImportContext } from '../model/import-context.ts';
import { listOwnLabels, storeValue } from '../concepts/field-values.ts';
import type { LinkTarget, ValueTarget } from '../concepts/field-values.ts';

export interface ArtifactImport {
  readonly context: ImportContext;
  /** In document order. */
  readonly trackers: readonly DefinedTracker[];
  readonly index: ArtifactIndex;
  /** Those that the index is of, in document order. */
  readonly artifacts: AsyncIterable<readonly ArchiveArtifact[]>;
  /** Their attachments, in document order. */
  readonly copies: ArrayIterator<CopiedFile>;
  /** Grows with what is imported. */
  readonly attachments: AttachmentNames;
  /** The archive's project uses link types. */
  readonly areLinksTyped: boolean;
}

export interface ArtifactCounts {
  artifacts: number;
  changesets: number;
  comments: number;
  files: number;
}

type FindLinkTarget = (xmlId: string) => LinkTarget | undefined;

/** Neighbours in one tracker. */
interface Batch {
  readonly tracker: DefinedTracker;
  readonly models: readonly ArchiveArtifact[];
  /** Position of the first. */
  readonly start: number;
}

const batchLength = 64;
/** Long histories come fewer at a time. */
const changesetsPerBatch = 1024;
const charactersPerBatch = 16 * 1024 ** 2;

/**
 * Creates all artifacts first, so that links reach every one, then their changesets, a batch of artifacts at a time; no
 * more is held. Where two artifacts have the same id in the archive, links mean the later one. Gives new ids by position,
 * and counts. Throws invalid where the archive is not what the index is of.
 */
export async function importArtifacts(
  work: ArtifactImport,
): Promise<{ ids: readonly number[]; counts: ArtifactCounts }> {
  const ids = await createBareArtifacts(work);
  const findTarget = createLinkFinder(work, ids);
  const counts = { artifacts: 0, changesets: 0, comments: 0, files: 0 };
  const files = await importFiles(work, ids, counts);
  for await (const batch of cutBatches(work)) {
    await importHistories(work, batch, { ids, files, findTarget }, counts);
    counts.artifacts += batch.models.length;
  }
  if (counts.artifacts < ids.length) throw changedMeanwhile();
  return { ids, counts };
}

const changedMeanwhile = (): DomainError =>
  invalid(says('archive.changed')`project.xml changed during the import; try again`);

async function createBareArtifacts({ context, trackers, index }: ArtifactImport): Promise<number[]> {
  const ids: number[] = [];
  for (const { definition, model } of trackers) {
    const end = ids.length + model.artifacts.count;
    while (ids.length < end) {
      const part = index.submitters.slice(ids.length, Math.min(end, ids.length + partLength));
      const births = part.map((submitter, offset) => ({
        by: findAuthor(context, submitter).id,
        atMs: index.submittedAtMs[ids.length + offset] ?? 0,
      }));
      for (const { id } of await artifactWrites.createAllArtifacts(context.tx, definition, births)) ids.push(id);
    }
  }
  return ids;
}

function createLinkFinder({ trackers, index }: ArtifactImport, ids: readonly number[]): FindLinkTarget {
  let end = 0;
  const parents = trackers.map(({ model }) => ({ ref: model.parentRef, end: (end += model.artifacts.count) }));
  return (xmlId) => {
    const position = index.find(xmlId);
    const id = position === undefined ? undefined : ids[position];
    if (position === undefined || id === undefined) return undefined;
    return { id, parentTrackerRef: parents.find((parent) => position < parent.end)?.ref };
  };
}

/** Throws invalid for more artifacts than the index has. */
async function* cutBatches({ trackers, artifacts }: ArtifactImport): AsyncGenerator<Batch> {
  const ends = trackers.values();
  let models: ArchiveArtifact[] = [];
  let tracker: DefinedTracker | undefined;
  let [changesetCount, length] = [0, 0];
  let [start, end] = [0, 0];
  for await (const found of artifacts)
    for (const model of found) {
      while (start + models.length === end) {
        tracker = ends.next().value;
        if (tracker === undefined) throw changedMeanwhile();
        end += tracker.model.artifacts.count;
      }
      models.push(model);
      changesetCount += model.changesets.length;
      length += lengthOf(model);
      const isFull =
        models.length === batchLength || changesetCount >= changesetsPerBatch || length >= charactersPerBatch;
      if (tracker === undefined || (!isFull && start + models.length < end)) continue;
      yield { tracker, models, start };
      start += models.length;
      models = [];
      [changesetCount, length] = [0, 0];
    }
}

/** How many characters the texts of an artifact have. */
const lengthOf = ({ changesets }: ArchiveArtifact): number =>
  changesets.reduce(
    (sum, { comments, fieldChanges }) =>
      sum +
      comments.reduce((all, { body }) => all + body.length, 0) +
      fieldChanges.reduce((all, change) => all + (change.kind === 'text' ? change.value.length : 0), 0),
    0,
  );

/** What was created before any text, by position. */
interface Known {
  readonly ids: readonly number[];
  readonly files: ReadonlyMap<number, FileIds>;
  readonly findTarget: FindLinkTarget;
}

async function importHistories(
  work: ArtifactImport,
  { tracker, models, start }: Batch,
  { ids, files, findTarget }: Known,
  counts: ArtifactCounts,
): Promise<void> {
  const { tx } = work.context;
  const rows = await listArtifactsByIds(tx, ids.slice(start, start + models.length));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const histories: ArtifactChanges[] = [];
  for (const [offset, model] of models.entries()) {
    const row = rowById.get(ids[start + offset] ?? 0);
    if (row === undefined) throw new Error(`the artifact ${model.xmlId} was not written`);
    const known = { fileIds: files.get(start + offset) ?? new Map<string, number>(), findTarget };
    histories.push({ row, changes: await readHistory(work, tracker, model, known, counts) });
  }
  const origin = { importedAtMs: work.context.nowMs };
  for (const saved of await artifactWrites.applyAllChanges(tx, tracker.definition, histories, origin))
    counts.changesets += saved.version;
}

async function readHistory(
  work: ArtifactImport,
  tracker: DefinedTracker,
  model: ArchiveArtifact,
  known: { fileIds: FileIds; findTarget: FindLinkTarget },
  counts: ArtifactCounts,
): Promise<Change[]> {
  const { context } = work;
  const changes: Change[] = [];
  for (const archived of model.changesets) {
    const changeset = relinkChangeset(archived, work.attachments.find, context.warn);
    const values = await readValues(work, tracker, changeset, known);
    const { id: by, email } = findAuthor(context, changeset.submittedBy);
    const comments = importComments(context, changeset.comments);
    counts.comments += comments.filter(({ body }) => body !== '').length;
    const { agent, submittedOnMs: atMs } = changeset;
    changes.push({ by, atMs, agent, ...(email === undefined ? {} : { email }), comments, values });
  }
  return changes;
}

/** Changes of unknown fields were warned of when the archive was checked. */
async function readValues(
  work: ArtifactImport,
  tracker: DefinedTracker,
  changeset: ArchiveChangeset,
  found: Pick<ValueTarget, 'fileIds' | 'findTarget'>,
): Promise<Map<number, unknown>> {
  const { context, areLinksTyped } = work;
  const { definition } = tracker;
  const trackerRef = tracker.model.ref;
  const values = new Map<number, unknown>();
  for (const change of changeset.fieldChanges) {
    const imported = tracker.fieldsByName.get(change.fieldName);
    const field = imported === undefined ? undefined : definition.fieldById.get(imported.id);
    if (imported === undefined || field === undefined) continue;
    const target: ValueTarget = { context, definition, trackerRef, field, imported, areLinksTyped, ...found };
    if (fieldIs.openList(field)) await addOpenValues(change, target);
    const value = tryStoreValue(change, target);
    if (value !== undefined) values.set(field.id, value);
  }
  return values;
}

async function addOpenValues(change: FieldChange, target: ValueTarget): Promise<void> {
  const { openValueIds } = target.imported;
  for (const label of listOwnLabels(change, target)) {
    if (openValueIds.has(label)) continue;
    const id = await trackerWrites.insertOpenValue(target.context.tx, {
      field_id: target.field.id,
      label,
      is_hidden: 0,
    });
    openValueIds.set(label, id);
  }
}

/** A value that the field can't hold is skipped with a warning (§8 of the format). */
function tryStoreValue(change: FieldChange, target: ValueTarget): unknown {
  try {
    return storeValue(change, target);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    target.context.warn(
      change.line,
      'field_change',
      says('left.skipped')`field \`${change.fieldName}\`: ${error.sentence}; it is skipped`,
    );
    return undefined;
  }
}

/** Ids of the attachments of an artifact, by what its changes call them. */
type FileIds = ReadonlyMap<string, number>;

/**
 * Adds all attachments before any text, so that links reach every one, in document order, with the field and submitter that first name
 * each. Gives them by the position of their artifact.
 */
async function importFiles(
  { context, index, copies, attachments, trackers }: ArtifactImport,
  artifactIds: readonly number[],
  counts: ArtifactCounts,
): Promise<Map<number, Map<string, number>>> {
  const found = new Map<number, Map<string, number>>();
  const ends = trackers.values();
  let tracker: DefinedTracker | undefined;
  let end = 0;
  for (const file of index.files) {
    while (file.position >= end) {
      tracker = ends.next().value;
      if (tracker === undefined) throw changedMeanwhile();
      end += tracker.model.artifacts.count;
    }
    const copied = copies.next().value;
    if (copied?.source !== file.path) throw changedMeanwhile();
    const use = tracker === undefined ? undefined : findUse(file, tracker);
    if (use === undefined) {
      context.warn(
        file.line,
        'file',
        says('left.unattached')`\`${file.id}\` is not attached by any change; it is skipped`,
      );
      continue;
    }
    const id = await insertFile(context.tx, {
      artifact_id: artifactIds[file.position] ?? 0,
      field_id: use.fieldId,
      name: file.filename,
      description: file.description,
      mime_type: file.mediaType,
      size_bytes: copied.sizeBytes,
      submitted_by: findAuthor(context, use.submittedBy).id,
      path: copied.name,
      touched_at_ms: 0,
    });
    found.set(file.position, (found.get(file.position) ?? new Map<string, number>()).set(file.id, id));
    attachments.add(file.id, id);
    counts.files += 1;
  }
  return found;
}

function findUse(
  { uses }: IndexedFile,
  tracker: DefinedTracker,
): { fieldId: number; submittedBy: UserReference } | undefined {
  for (const { fieldName, submittedBy } of uses) {
    const field = tracker.fieldsByName.get(fieldName);
    if (field !== undefined && fieldIs.files(field)) return { fieldId: field.id, submittedBy };
  }
  return undefined;
}
