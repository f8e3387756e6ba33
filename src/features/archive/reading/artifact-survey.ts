// What is kept of an archive's artifacts while they stream by: a few words of memory for each, and what is wrong with
// them. Their content is read again when they are imported.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { userOfLabel } from '../model/artifact-model.ts';
import type { ArchiveArtifact, ArchiveFile, FieldChange, UserReference } from '../model/artifact-model.ts';
import { maxFindings } from '../model/artifact-summary.ts';
import type { ArtifactIndex, ArtifactSummary, IndexedFile } from '../model/artifact-summary.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import { createUserDirectory, describeUnlistedAuthor, findArchiveUser } from '../model/user-reference.ts';

export interface ArtifactSurvey {
  readonly index: ArtifactIndex;
  /** Takes the next artifact; `summary` is that of its tracker. */
  readonly add: (artifact: ArchiveArtifact, summary: ArtifactSummary) => void;
  /** Tells the place of one of them in the order of artifacts. */
  readonly rank: (position: number, rank: number) => void;
}

/** A copy of its own: a part of a longer text keeps that text in memory. */
const detach = (text: string): string => Buffer.from(text).toString();

/** Starts a survey; `archiveUsers` are whom the artifacts may name. */
export function createArtifactSurvey(archiveUsers: readonly ArchiveUser[]): ArtifactSurvey {
  const directory = createUserDirectory(archiveUsers);
  const submitters: UserReference[] = [];
  const submittedAtMs: number[] = [];
  const ranks: (number | undefined)[] = [];
  const ids = createIdMap();
  const files: IndexedFile[] = [];
  const emails = new Set<string>();
  const named = new Set<string>();
  const known = new Map<string, UserReference>();

  const checkUser: CheckUser = ({ warnings }, { element, what, isNeeded }, reference) => {
    if (reference.format === 'email' && !emails.has(reference.value)) emails.add(detach(reference.value));
    const found = findArchiveUser(directory, reference);
    if (found?.kind === 'archive-user') named.add(found.user.username);
    if (found !== undefined || !isNeeded || warnings.length >= maxFindings) return;
    warnings.push({ line: reference.line, element, sentence: describeUnlistedAuthor(what, reference) });
  };
  const add = (artifact: ArchiveArtifact, summary: ArtifactSummary): void => {
    if (!ids.add(artifact.xmlId, submitters.length) && summary.warnings.length < maxFindings) {
      const sentence = says('left.id-taken')`the ID \`${artifact.xmlId}\` is already used; links to it are ambiguous`;
      summary.warnings.push({ line: artifact.line, element: 'artifact', sentence });
    }
    const [first] = artifact.changesets;
    if (first === undefined) throw new Error(`the artifact ${artifact.xmlId} has no changeset`);
    const key = `${first.submittedBy.format} ${first.submittedBy.value}`;
    const submitter = known.get(key) ?? { ...first.submittedBy, value: detach(first.submittedBy.value) };
    known.set(key, submitter);
    submitters.push(submitter);
    submittedAtMs.push(first.submittedOnMs);
    ranks.push(artifact.rank);
    for (const file of artifact.files) files.push(indexFile(artifact, file, submitters.length - 1));
    summary.count += 1;
    summary.changesetCount += artifact.changesets.length;
    checkArtifact(artifact, summary, checkUser);
  };
  return {
    index: { submitters, submittedAtMs, ranks, find: ids.find, listIds: ids.list, files, emails, named },
    add,
    rank(position, rank) {
      ranks[position] = rank;
    },
  };
}

function indexFile(artifact: ArchiveArtifact, file: ArchiveFile, position: number): IndexedFile {
  const uses = artifact.changesets.flatMap(({ fieldChanges, submittedBy }) =>
    fieldChanges
      .filter((change) => change.kind === 'file' && change.fileRefs.includes(file.id))
      .map(({ fieldName }) => ({
        fieldName: detach(fieldName),
        submittedBy: { ...submittedBy, value: detach(submittedBy.value) },
      })),
  );
  return {
    id: detach(file.id),
    filename: detach(file.filename),
    path: detach(file.path),
    mediaType: detach(file.mediaType),
    description: detach(file.description),
    line: file.line,
    position,
    uses,
  };
}

/** The element where somebody stands, and as what. */
interface Person {
  readonly element: string;
  readonly what: Said;
  /** Told of here; the import tells of others whom it passes over. */
  readonly isNeeded: boolean;
}

const people = {
  submitter: { element: 'submitted_by', what: says('left.submitter')`the submitter`, isNeeded: true },
  author: { element: 'submitted_by', what: says('left.author')`the author`, isNeeded: true },
  value: { element: 'value', what: says('left.value')`the value`, isNeeded: false },
} satisfies Record<string, Person>;

type CheckUser = (summary: ArtifactSummary, person: Person, reference: UserReference) => void;

function checkArtifact(artifact: ArchiveArtifact, summary: ArtifactSummary, checkUser: CheckUser): void {
  const fileIds = new Set(artifact.files.map((file) => file.id));
  for (const { submittedBy, comments, fieldChanges } of artifact.changesets) {
    checkUser(summary, people.submitter, submittedBy);
    for (const comment of comments) checkUser(summary, people.author, comment.submittedBy);
    for (const change of fieldChanges) {
      noteField(summary, change);
      if (change.kind === 'file') checkFiles(fileIds, summary, change);
      if (change.kind !== 'list' && change.kind !== 'open_list') continue;
      for (const value of change.values) {
        if (value.kind === 'user') checkUser(summary, people.value, value.user);
        else if (value.kind === 'label' && change.bind === 'users')
          checkUser(summary, people.value, userOfLabel(value.label, change.line));
      }
    }
  }
}

function noteField({ fieldNames }: ArtifactSummary, { fieldName, line }: FieldChange): void {
  const known = fieldNames.get(fieldName);
  if (known === undefined) fieldNames.set(fieldName, { line, count: 1 });
  else known.count += 1;
}

function checkFiles(
  fileIds: ReadonlySet<string>,
  { warnings }: ArtifactSummary,
  change: Extract<FieldChange, { kind: 'file' }>,
): void {
  for (const ref of change.fileRefs)
    if (warnings.length < maxFindings && !fileIds.has(ref))
      warnings.push({
        line: change.line,
        element: 'field_change',
        sentence: says('left.no-file')`the artifact has no <file> \`${ref}\``,
      });
}

/** Positions by id. Ids are mostly numbers; as such they take a third of the memory of texts. */
function createIdMap() {
  const positions = new Map<string | number, number>();
  const keyOf = (xmlId: string): string | number => (String(Number(xmlId)) === xmlId ? Number(xmlId) : detach(xmlId));
  return {
    /** False where the id was there; it means the new position from now on. */
    add(xmlId: string, position: number): boolean {
      const sizeBefore = positions.size;
      positions.set(keyOf(xmlId), position);
      return positions.size > sizeBefore;
    },
    find: (xmlId: string) => positions.get(keyOf(xmlId)),
    list: () => positions.entries().map(([key, position]) => [String(key), position] as const),
  };
}
