// What later features say in elements of project.xml: how each is read and checked, and how it goes in and out.
import type { Warn } from './warnings.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { Outcome } from '../xml/outcome.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { RawBlock } from './archive-model.ts';
import type { PartSource, PreparedPart } from './prepared-part.ts';
import type { ImportContext, ImportedTracker } from './import-context.ts';

/** Hears of a finding, with its line in project.xml and its element. */
export interface Findings {
  /** Is passed over by it. */
  warn: Warn;
}

/** A file of the archive, with the element that names it. */
export interface NamedFile {
  readonly path: string;
  readonly line: number;
  readonly element: string;
}

/** What an element says, as its feature read it. */
export interface ElementContent {
  /** Looks for references that dangle. */
  check?(findings: Findings, hasTracker: (ref: string) => boolean): void;
  /** Writes what it says, once the project's trackers are there, by reference, with their reports. Gives what is kept of its text. */
  import(
    context: ImportContext,
    block: RawBlock,
    trackers: ReadonlyMap<string, ImportedTracker>,
  ): Promise<RawBlock | undefined>;
  /** What of it nothing reads, such as `git: ugroups-admin`: exports have it. */
  readonly kept?: readonly string[];
  /** The archive's files that it is about; those that are not there are told. */
  readonly files?: readonly NamedFile[];
  /** Makes what it says beside the database, before anything is written; `source` reads any file of the archive. */
  prepare?(source: PartSource): Promise<PreparedPart>;
  /** Writes what it says of artifacts, once they are there; `findArtifact` gives ids by reference. */
  importItems?(context: ImportContext, findArtifact: (ref: string) => number | undefined): Promise<void>;
}

/** By the name of the element. */
export type ElementContents = ReadonlyMap<string, ElementContent>;

/** An element inside `<project>`. Without its part it is kept as its text, for exports. */
export interface ElementPart {
  readonly element: string;
  /** Where it stands beside project.xml, as the root of a file of its own at the top of the archive. */
  readonly file?: string;
  /** What becomes of it and of what is in it. */
  readonly outcome: Outcome;
  /** Names of elements inside that tell what happened: they stay behind where the project is a template. Absent: all of it does. */
  readonly leftByTemplates?: readonly string[];
  /** Throws invalid with file, line and element. */
  read(element: XmlElement): ElementContent;
  /** The text that an export has, given the one that was kept; absent: that one. */
  export?(db: Reader, projectId: number, kept: RawBlock | undefined): Promise<RawBlock | undefined>;
}

/** What elements say that have a part. */
export const readElements = (elements: readonly XmlElement[], parts: readonly ElementPart[]): ElementContents =>
  new Map(
    elements.flatMap((element): [string, ElementContent][] => {
      const part = parts.find((candidate) => candidate.element === element.name);
      return part === undefined ? [] : [[element.name, part.read(element)]];
    }),
  );

/** The same of texts that were kept. */
export async function readStoredElements(
  blocks: readonly RawBlock[],
  parts: readonly ElementPart[],
): Promise<ElementContents> {
  const owned = blocks.filter(({ name }) => parts.some(({ element }) => element === name));
  const elements: XmlElement[] = [];
  for (const { name, xml } of owned) elements.push(await parseXml([Buffer.from(xml)], { file: name }));
  return readElements(elements, parts);
}

/** Kept blocks as an export has them; new ones stand last. */
export async function exportElements(
  db: Reader,
  projectId: number,
  kept: readonly RawBlock[],
  parts: readonly ElementPart[],
): Promise<RawBlock[]> {
  const blocks = [...kept];
  for (const part of parts) {
    if (part.export === undefined) continue;
    const found = blocks.findIndex(({ name }) => name === part.element);
    const written = await part.export(db, projectId, blocks[found]);
    const place = found === -1 ? blocks.length : found;
    blocks.splice(place, found === -1 ? 0 : 1, ...(written === undefined ? [] : [written]));
  }
  return blocks;
}
