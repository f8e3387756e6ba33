// One concept of a tracker, such as its workflow: its elements, and how it is read, checked, imported, exported and written.
import type { Said } from '../../../platform/texts/said.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Parts } from '../xml/outcome.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { ArchiveTracker } from './archive-model.ts';
import type { Findings } from './element-parts.ts';
import type { ExportContext, TrackerSource } from './export-context.ts';
import type { ImportContext, ImportedTracker } from './import-context.ts';
import type { TrackerIndex } from './reference-index.ts';
import type { UserDirectory } from './user-reference.ts';

/** What an archive refers to, and who is told of references that lead nowhere. */
export interface CheckContext extends Findings {
  readonly users: UserDirectory;
  /** By reference. */
  readonly trackers: ReadonlyMap<string, TrackerIndex>;
}

/** `Key` are the members of the model that it fills. */
export interface TrackerConcept<Key extends keyof ArchiveTracker> {
  /** Its elements inside `<tracker>`. */
  readonly elements: Parts;
  /** Throws invalid with the place. */
  read(tracker: XmlElement): Pick<ArchiveTracker, Key>;
  /** Tells of references that lead nowhere; an import passes over them. */
  check(context: CheckContext, tracker: ArchiveTracker, own: TrackerIndex): void;
  /** Writes rows, once the fields of all trackers are there; `trackers` are by reference. */
  import(
    context: ImportContext,
    tracker: ImportedTracker,
    trackers: ReadonlyMap<string, ImportedTracker>,
  ): Promise<void>;
  export(context: ExportContext, source: TrackerSource): Pick<ArchiveTracker, Key> | Promise<Pick<ArchiveTracker, Key>>;
  write(tracker: ArchiveTracker): readonly (string | undefined)[];
}

/** What refers to a field: where it stands, and what it is called. */
export interface Referrer {
  readonly line: number;
  readonly element: string;
  readonly what: Said;
}

/** Tells of fields that the tracker doesn't have. */
export function checkFields(
  { warn }: CheckContext,
  own: TrackerIndex,
  { line, element, what }: Referrer,
  refs: readonly string[],
): void {
  for (const ref of refs)
    if (!own.elements.has(ref))
      warn(
        line,
        element,
        says(
          'left.refers-field',
        )`${what} refers to the field \`${ref}\`, which does not exist in the tracker \`${own.ref}\``,
      );
}

/** What is said of a list value that is not there. */
export const unknownValue = (): Said =>
  says('left.unknown-value')`it refers to a value that its field does not have; it is skipped`;
