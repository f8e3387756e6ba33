// Reads artifacts with their whole history, page by page, as the archive's model.
import { cutBySize } from '../../../platform/texts/cut-by-size.ts';
import { artifactRanking, artifactRecords } from '../../artifacts/index.ts';
import type { ArtifactRow, ChangesetRow, CommentRow } from '../../artifacts/index.ts';
import { listFiles } from '../../attachments/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { ArchiveArtifact, ArchiveChangeset } from '../model/artifact-model.ts';
import { attachmentRef, exportAttachment } from '../concepts/attachments.ts';
import { exportComments } from '../concepts/comments.ts';
import { isExported } from '../model/export-context.ts';
import type { ExportContext } from '../model/export-context.ts';
import { exportValue, mentionsOf } from '../concepts/field-values.ts';
import type { PageFacts } from '../concepts/field-values.ts';

const artifactsPerPage = 100;
const changesetsPerPage = 1000;
const rowsPerQuery = 1000;

interface Change {
  readonly field: Field;
  readonly stored: unknown;
}

interface Page {
  readonly changesets: ReadonlyMap<number, readonly ChangesetRow[]>;
  readonly changes: ReadonlyMap<number, readonly Change[]>;
  readonly comments: ReadonlyMap<number, readonly CommentRow[]>;
  readonly files: ReadonlyMap<number | null, Awaited<ReturnType<typeof listFiles>>>;
}

function readChanges(context: ExportContext, row: ChangesetRow, { fieldById }: Definition): Change[] {
  return Object.entries(artifactRecords.parseChanges(row)).flatMap(([id, stored]) => {
    const field = fieldById.get(Number(id));
    return field === undefined || !isExported(context, field) ? [] : [{ field, stored }];
  });
}

/** Runs a query for many ids a thousand at a time. */
async function listInParts<Row>(ids: readonly number[], list: (ids: readonly number[]) => Promise<Row[]>) {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += rowsPerQuery)
    for (const row of await list(ids.slice(start, start + rowsPerQuery))) rows.push(row);
  return rows;
}

async function loadPage(
  context: ExportContext,
  definition: Definition,
  artifacts: readonly ArtifactRow[],
): Promise<Page> {
  const { db } = context;
  const ids = artifacts.map((row) => row.id);
  const changesets = await artifactRecords.listChangesets(db, ids);
  const comments = await listInParts(
    changesets.map((row) => row.id),
    (part) => artifactRecords.listComments(db, part),
  );
  return {
    changesets: Map.groupBy(changesets, (row) => row.artifact_id),
    changes: new Map(changesets.map((row) => [row.id, readChanges(context, row, definition)])),
    comments: Map.groupBy(comments, (row) => row.changeset_id),
    files: Map.groupBy(await listFiles(db, ids), (row) => row.artifact_id),
  };
}

/** Loads the people that the page speaks of, and finds which linked artifacts go into the archive. */
async function loadFacts(context: ExportContext, page: Page): Promise<PageFacts> {
  const { db, people, trackers } = context;
  const users = new Set<number>();
  const linked = new Set<number>();
  for (const row of [...page.changesets.values(), ...page.comments.values()].flat()) users.add(row.submitted_by);
  for (const { field, stored } of [...page.changes.values()].flat()) {
    const mentions = mentionsOf(stored, field);
    for (const id of mentions.users) users.add(id);
    for (const id of mentions.artifacts) linked.add(id);
  }
  await people.load(db, users);
  const targets = await listInParts([...linked], (part) => artifactRecords.listVisibilityRows(db, part));
  return {
    context,
    knownArtifacts: new Set(targets.filter((row) => trackers.has(row.tracker_id)).map((row) => row.id)),
    knownFiles: new Set([...page.files.values()].flat().map((file) => file.id)),
  };
}

/** Changesets never go back in time, because the import sorts them by their dates. */
function exportChangesets(rows: readonly ChangesetRow[], page: Page, facts: PageFacts): ArchiveChangeset[] {
  let earliestMs = -Infinity;
  return rows.map((row) => {
    earliestMs = Math.max(earliestMs, row.submitted_at_ms);
    return {
      xmlId: undefined,
      ...(row.agent === null ? {} : { agent: row.agent }),
      submittedBy: facts.context.people.refer(row.submitted_by, row.email),
      submittedOnMs: earliestMs,
      comments: exportComments(row, page.comments.get(row.id), facts.context),
      fieldChanges: (page.changes.get(row.id) ?? []).flatMap(
        ({ field, stored }) => exportValue(stored, field, facts) ?? [],
      ),
      line: 0,
    };
  });
}

/** Attachments that no change names never became part of the artifact. */
function exportArtifact(row: ArtifactRow, page: Page, facts: PageFacts): ArchiveArtifact {
  const changesets = exportChangesets(page.changesets.get(row.id) ?? [], page, facts);
  const used = new Set(
    changesets.flatMap((changeset) =>
      changeset.fieldChanges.flatMap((change) => (change.kind === 'file' ? change.fileRefs : [])),
    ),
  );
  return {
    xmlId: facts.context.names.artifact(row.id),
    originalTrackerId: undefined,
    rank: facts.context.hasRanks === true ? artifactRanking.rankOf(row) : undefined,
    changesets,
    files: (page.files.get(row.id) ?? [])
      .filter((file) => used.has(attachmentRef(file.id)))
      .sort((a, b) => a.id - b.id)
      .map((file) => exportAttachment(facts.context, file)),
    line: 0,
  };
}

/** The artifacts of one tracker in order of their ids; no more than a page of them, or one long history, is held. */
export async function* exportArtifacts(
  context: ExportContext,
  definition: Definition,
): AsyncGenerator<ArchiveArtifact> {
  for (let afterId = 0; ;) {
    const rows = await artifactRecords.listArtifactsAfter(context.db, definition.id, afterId, artifactsPerPage);
    for (const part of cutBySize(rows, changesetsPerPage, ({ version }) => version)) {
      const page = await loadPage(context, definition, part);
      const facts = await loadFacts(context, page);
      for (const row of part) yield exportArtifact(row, page, facts);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < artifactsPerPage) return;
    afterId = last.id;
  }
}
