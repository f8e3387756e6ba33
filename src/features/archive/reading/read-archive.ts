// Reads a whole project archive, checks it, and returns its content as typed data.
import { invalid } from '../../../platform/errors.ts';
import { lines, says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { requireFairRatio } from '../model/archive-access.ts';
import type { ArchiveSource } from '../model/archive-access.ts';
import type { ArchiveModel, ProjectContent } from '../model/project-content.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { keepBlock } from '../model/raw-block.ts';
import type { Inventory } from '../outcomes/archive-inventory.ts';
import { normalizeArchivePath } from '../model/archive-path.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { createArtifactSurvey } from './artifact-survey.ts';
import type { ArtifactIndex } from '../model/artifact-summary.ts';
import { openArchive } from './archive-source.ts';
import { findFolders, isOfPart, listElementParts } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import { checkReferences } from './check-references.ts';
import { readArtifacts, readProjectXml } from './read-project.ts';
import { readUsers } from './read-users.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const PROJECT_FILE = 'project.xml';
const USERS_FILE = 'users.xml';
/** What its owner decided for one import. */
const USER_MAP_FILE = 'user_map.csv';
const MAX_SHOWN_ERRORS = 10;

const requireFile = ({ files, location }: ArchiveSource, name: string): void => {
  if (files.has(name)) return;
  const elsewhere = [...files.keys()].find((path) => path.endsWith(`/${name}`));
  const hint = elsewhere === undefined ? '' : says('archive.at-top')`; \`${elsewhere}\` must be at the top`;
  throw invalid(says('archive.lacks')`${location}: the archive has no file \`${name}\`${hint}`);
};

const checkAttachments = (index: ArtifactIndex, files: ReadonlyMap<string, number>, used: Set<string>): void => {
  for (const { path, line } of index.files) {
    const normal = normalizeArchivePath(path);
    if (normal === undefined)
      throw invalid(
        says('archive.unsafe-file')`${PROJECT_FILE}, line ${line}, <file>: \`${path}\` is not a safe relative path`,
      );
    if (!files.has(normal))
      throw invalid(
        says('archive.lacks-file')`${PROJECT_FILE}, line ${line}, <file>: the archive has no file \`${normal}\``,
      );
    used.add(normal);
  }
};

const checkElementFiles = (
  { elements }: ProjectContent,
  files: ReadonlyMap<string, number>,
  used: Set<string>,
): void => {
  for (const [name, { files: named = [] }] of elements)
    for (const path of named) {
      const normal = normalizeArchivePath(path);
      if (normal === undefined || !files.has(normal))
        throw invalid(says('archive.lacks-named')`${PROJECT_FILE}, <${name}>: the archive has no file \`${path}\``);
      used.add(normal);
    }
};

/** With elements that have a file of their own in place of those that project.xml has. */
const readOwnFiles = async (
  source: ArchiveSource,
  content: ProjectContent,
  parts: readonly ElementPart[],
  inventory: Inventory | undefined,
): Promise<ProjectContent> => {
  const otherBlocks = [...content.otherBlocks];
  const elements = new Map(content.elements);
  for (const part of parts) {
    const { file } = part;
    if (file === undefined || !source.files.has(file)) continue;
    const isRoot = ({ name }: XmlElement): boolean => name === part.element;
    const noting = inventory === undefined ? {} : { note: inventory.note };
    const root = await parseXml(source.readFile(file), { file, keepsSource: isRoot, ...noting });
    if (!isRoot(root)) throw invalid(says('archive.root')`${file}: the root element must be <${part.element}>`);
    const place = otherBlocks.findIndex(({ name }) => name === part.element);
    otherBlocks.splice(place < 0 ? otherBlocks.length : place, place < 0 ? 0 : 1, keepBlock(root));
    elements.set(part.element, part.read(root));
  }
  return { ...content, otherBlocks, elements };
};

const throwErrors = (errors: readonly Said[]): void => {
  if (errors.length === 0) return;
  const shown = errors.slice(0, MAX_SHOWN_ERRORS);
  const rest = errors.length - shown.length;
  throw invalid(lines([...shown, ...(rest > 0 ? [says('archive.more-errors')`and ${rest} more`] : [])]));
};

/**
 * Reads the archive behind an open source; see `readArchive`. Artifacts stay where they are, but for their index: stream
 * them by `readArtifactsFrom`, and attachments by `source.readFile(file.path)`. Every element is counted in `inventory`.
 * Files of `parts` are no other files.
 */
export const readArchiveFrom = async (
  source: ArchiveSource,
  parts: readonly ArchivePart[] = [],
  inventory?: Inventory,
): Promise<ArchiveModel> => {
  const noting = inventory === undefined ? {} : { note: inventory.note };
  requireFile(source, PROJECT_FILE);
  requireFile(source, USERS_FILE);
  const users = readUsers(await parseXml(source.readFile(USERS_FILE), { file: USERS_FILE, ...noting }));
  const { index, add } = createArtifactSurvey(users);
  const elements = listElementParts(parts);
  const inProject = await readProjectXml(source.readFile(PROJECT_FILE), PROJECT_FILE, add, elements, inventory?.note);
  const content = await readOwnFiles(source, inProject, elements, inventory);
  const { errors, warnings } = checkReferences(content, users, PROJECT_FILE);
  throwErrors(errors);
  const used = new Set([PROJECT_FILE, USERS_FILE, USER_MAP_FILE, ...elements.flatMap(({ file }) => file ?? [])]);
  checkAttachments(index, source.files, used);
  checkElementFiles(content, source.files, used);
  const found = findFolders(source, parts);
  const otherFiles = [...source.files.keys()].filter((path) => !used.has(path) && !isOfPart(found, path)).toSorted();
  requireFairRatio(source, otherFiles);
  return { ...content, users, artifacts: index, otherFiles, warnings };
};

/** The artifacts of an archive that was read before, in document order, some at a time. */
export const readArtifactsFrom = (source: ArchiveSource): AsyncIterable<readonly ArchiveArtifact[]> =>
  readArtifacts(source.readFile(PROJECT_FILE), PROJECT_FILE);

/**
 * Reads the archive in a folder or zip file. Throws invalid when it is wrong, with file, line and element, one fault a
 * line when several references dangle; tooLarge beyond the limits.
 */
export const readArchive = async (location: string, parts: readonly ArchivePart[] = []): Promise<ArchiveModel> => {
  const source = await openArchive(location);
  try {
    return await readArchiveFrom(source, parts);
  } finally {
    await source.close();
  }
};
