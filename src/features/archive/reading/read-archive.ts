// Reads a whole project archive, checks it, and returns its content as typed data.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireFairRatio } from '../model/archive-access.ts';
import type { ArchiveSource } from '../model/archive-access.ts';
import type { ArchiveModel, ProjectContent } from '../model/project-content.ts';
import { detailsFile } from '../model/archive-details.ts';
import type { ChangesetDetails } from '../model/archive-details.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { keepBlock } from '../model/raw-block.ts';
import type { Inventory } from '../outcomes/archive-inventory.ts';
import { normalizeArchivePath } from '../model/archive-path.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { createArtifactSurvey } from './artifact-survey.ts';
import type { ArtifactSurvey } from './artifact-survey.ts';
import type { ArtifactIndex } from '../model/artifact-summary.ts';
import { createWarnings } from '../model/warnings.ts';
import type { Warn } from '../model/warnings.ts';
import { openArchive } from './archive-source.ts';
import { openFields } from '../concepts/closed-fields.ts';
import { findFolders, isOfPart, listElementParts } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import { checkReferences } from './check-references.ts';
import { detailArtifacts, detailContent, readDetails } from './read-details.ts';
import type { OnArtifact } from './read-details.ts';
import { freeOrphans } from './orphaned-fields.ts';
import { readArtifacts, readProjectXml } from './read-project.ts';
import { readUsers } from '../concepts/users.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement, XmlParseOptions } from '../xml/xml-tree.ts';

const PROJECT_FILE = 'project.xml';
const USERS_FILE = 'users.xml';
/** What its owner decided for one import. */
const USER_MAP_FILE = 'user_map.csv';

const requireFile = ({ files, location }: ArchiveSource, name: string): void => {
  if (files.has(name)) return;
  const elsewhere = [...files.keys()].find((path) => path.endsWith(`/${name}`));
  const hint = elsewhere === undefined ? '' : says('archive.at-top')`; \`${elsewhere}\` must be at the top`;
  throw invalid(says('archive.lacks')`${location}: the archive has no file \`${name}\`${hint}`);
};

/** Those that are there. */
const findAttachments = (
  index: ArtifactIndex,
  files: ReadonlyMap<string, number>,
  { used, warn }: { used: Set<string>; warn: Warn },
): ArtifactIndex['files'] =>
  index.files.filter(({ path, line }) => {
    const normal = normalizeArchivePath(path);
    if (normal === undefined)
      throw invalid(
        says('archive.unsafe-file')`${PROJECT_FILE}, line ${line}, <file>: \`${path}\` is not a safe relative path`,
      );
    if (!files.has(normal)) {
      warn(line, 'file', says('left.lacks-file')`the archive has no file \`${normal}\`; the attachment is skipped`);
      return false;
    }
    used.add(normal);
    return true;
  });

/** Tells of those that are not there. */
const findElementFiles = (
  { elements }: ProjectContent,
  files: ReadonlyMap<string, number>,
  { used, warn }: { used: Set<string>; warn: Warn },
): void => {
  for (const { files: named = [] } of elements.values())
    for (const { path, line, element } of named) {
      const normal = normalizeArchivePath(path);
      if (normal === undefined || !files.has(normal))
        warn(line, element, says('left.lacks-named')`the archive has no file \`${path}\`; its content is skipped`);
      else used.add(normal);
    }
};

/** With elements that have a file of their own in place of those that project.xml has. */
const readOwnFiles = async (
  source: ArchiveSource,
  content: ProjectContent,
  parts: readonly ElementPart[],
  noting: Pick<XmlParseOptions, 'note' | 'elementsMax'>,
): Promise<ProjectContent> => {
  const otherBlocks = [...content.otherBlocks];
  const elements = new Map(content.elements);
  for (const part of parts) {
    const { file } = part;
    if (file === undefined || !source.files.has(file)) continue;
    const isRoot = ({ name }: XmlElement): boolean => name === part.element;
    const root = await parseXml(source.readFile(file), { file, keepsSource: isRoot, ...noting });
    if (!isRoot(root)) throw invalid(says('archive.root')`${file}: the root element must be <${part.element}>`);
    const place = otherBlocks.findIndex(({ name }) => name === part.element);
    otherBlocks.splice(place < 0 ? otherBlocks.length : place, place < 0 ? 0 : 1, keepBlock(root));
    elements.set(part.element, part.read(root));
  }
  return { ...content, otherBlocks, elements };
};

/** With what only Tepal knows; places of artifacts go to the survey. */
const readDetailsOf = async (
  source: ArchiveSource,
  content: ProjectContent,
  { index, rank: placeArtifact }: Pick<ArtifactSurvey, 'index' | 'rank'>,
  parts: readonly ElementPart[],
  inventory: Inventory | undefined,
): Promise<{ detailed: ProjectContent; changesetDetails: ArchiveModel['changesetDetails'] }> => {
  const changesetDetails = new Map<number, ChangesetDetails>();
  if (!source.files.has(detailsFile)) return { detailed: content, changesetDetails };
  const onArtifact: OnArtifact = (artifactRef, rank, changesets) => {
    const position = index.find(artifactRef);
    if (position === undefined) return;
    if (rank !== undefined) placeArtifact(position, rank);
    if (changesets.size > 0) changesetDetails.set(position, changesets);
  };
  const details = await readDetails(source.readFile(detailsFile), onArtifact, inventory?.note);
  return { detailed: detailContent(content, details, parts), changesetDetails };
};

export interface ReadingOptions {
  /** Counts every element. */
  readonly inventory?: Inventory | undefined;
  /** Names of fields without permissions that are to be open, such as `bug.summary`. */
  readonly openFields?: readonly string[] | undefined;
  /** Elements that each of its files may hold beside artifacts. */
  readonly elementsMax?: number | undefined;
}

/**
 * Reads the archive behind an open source; see `readArchive`. Artifacts stay where they are, but for their index: stream
 * them by `readArtifactsFrom`, and attachments by `source.readFile(file.path)`. Files of
 * `parts` are no other files.
 */
export const readArchiveFrom = async (
  source: ArchiveSource,
  parts: readonly ArchivePart[] = [],
  { inventory, openFields: opened = [], elementsMax }: ReadingOptions = {},
): Promise<ArchiveModel> => {
  const noting = { elementsMax, ...(inventory === undefined ? {} : { note: inventory.note }) };
  requireFile(source, PROJECT_FILE);
  requireFile(source, USERS_FILE);
  const [oddUsers, oddParts] = [createWarnings([], USERS_FILE), createWarnings([], PROJECT_FILE)];
  const ofUsers = { file: USERS_FILE, warn: oddUsers.warn, ...noting };
  const users = readUsers(await parseXml(source.readFile(USERS_FILE), ofUsers));
  const { index, add, rank } = createArtifactSurvey(users);
  const elements = listElementParts(parts);
  const inProject = await readProjectXml(source.readFile(PROJECT_FILE), PROJECT_FILE, add, elements, {
    warn: oddParts.warn,
    ...noting,
  });
  const { detailed, changesetDetails } = await readDetailsOf(source, inProject, { index, rank }, elements, inventory);
  const read = await readOwnFiles(source, detailed, elements, noting);
  const content = { ...read, trackers: openFields(freeOrphans(read.trackers, oddParts.warn), opened) };
  const warnings = checkReferences(content, users, PROJECT_FILE);
  const used = new Set([
    PROJECT_FILE,
    USERS_FILE,
    USER_MAP_FILE,
    detailsFile,
    ...elements.flatMap(({ file }) => file ?? []),
  ]);
  const attachments = findAttachments(index, source.files, { used, warn: oddParts.warn });
  findElementFiles(content, source.files, { used, warn: oddParts.warn });
  const found = findFolders(source, parts);
  const otherFiles = [...source.files.keys()].filter((path) => !used.has(path) && !isOfPart(found, path)).toSorted();
  requireFairRatio(source, otherFiles);
  return {
    ...content,
    users,
    artifacts: { ...index, files: attachments },
    changesetDetails,
    otherFiles,
    warnings: [...oddUsers.list(), ...oddParts.list(), ...warnings],
  };
};

/** The artifacts of an archive that was read before, in document order, some at a time. */
export const readArtifactsFrom = (
  source: ArchiveSource,
  { changesetDetails }: Pick<ArchiveModel, 'changesetDetails'>,
): AsyncIterable<readonly ArchiveArtifact[]> =>
  detailArtifacts(readArtifacts(source.readFile(PROJECT_FILE), PROJECT_FILE), changesetDetails);

/**
 * Reads the archive in a folder or zip file. Throws invalid when it is wrong, with file, line and element; tooLarge beyond the limits.
 */
export const readArchive = async (location: string, parts: readonly ArchivePart[] = []): Promise<ArchiveModel> => {
  const source = await openArchive(location);
  try {
    return await readArchiveFrom(source, parts);
  } finally {
    await source.close();
  }
};
