// How far the artifacts of a tracker have come, as a semantic.
import { says } from '../../../platform/texts/said.ts';
import type { Progress } from '../model/archive-model.ts';
import type { TrackerNames } from '../model/export-context.ts';
import { each, referring, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, reference } from '../xml/xml-element.ts';
import { matchShape, readChild, readChildReference, readFilledAttribute } from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const linkType = stored('link type whose artifacts count', { '@shortname': stored('which one') });
const linkTypeShape = shapeOf(linkType);

/** Inside `<semantic>`. */
export const progressParts: Parts = {
  ...each('total_effort_field? remaining_effort_field?', referring('field')),
  'artifact_link_type?': linkType,
};

/** Throws invalid with the place. */
export function readProgress(semantic: XmlElement): Progress {
  const names = Object.keys(progressParts).map((name) => name.replace('?', ''));
  const present = names.filter((name) => semantic.children.some((child) => child.name === name));
  switch (present.join(' ')) {
    case 'total_effort_field remaining_effort_field':
      return {
        kind: 'effort',
        totalEffortFieldRef: readChildReference(semantic, 'total_effort_field'),
        remainingEffortFieldRef: readChildReference(semantic, 'remaining_effort_field'),
      };
    case 'artifact_link_type': {
      const found = readChild(semantic, 'artifact_link_type');
      matchShape(found, linkTypeShape);
      return { kind: 'links', linkType: readFilledAttribute(found, 'shortname') };
    }
    default:
      throw faultAt(
        semantic,
        says('archive-xml.progress')`progress needs the fields for total and remaining effort, or a link type`,
      );
  }
}

/** The fields that it names. */
export const listProgressFields = (progress: Progress): string[] =>
  progress.kind === 'links' ? [] : [progress.totalEffortFieldRef, progress.remainingEffortFieldRef];

/** As the database has it, with undefined for what is not there. */
export const importProgress = (
  progress: Progress,
  idOf: (fieldRef: string) => number | undefined,
): Record<string, unknown> =>
  progress.kind === 'links'
    ? { artifact_link_type: progress.linkType }
    : {
        total_effort_field_id: idOf(progress.totalEffortFieldRef),
        remaining_effort_field_id: idOf(progress.remainingEffortFieldRef),
      };

interface StoredProgress {
  readonly total_effort_field_id?: number;
  readonly remaining_effort_field_id?: number;
  readonly artifact_link_type?: string;
}

/** Undefined where a field that it needs is not exported. */
export function exportProgress(settings: StoredProgress, names: TrackerNames): Progress | undefined {
  if (settings.artifact_link_type !== undefined) return { kind: 'links', linkType: settings.artifact_link_type };
  const totalEffortFieldRef = names.field(settings.total_effort_field_id);
  const remainingEffortFieldRef = names.field(settings.remaining_effort_field_id);
  return totalEffortFieldRef === undefined || remainingEffortFieldRef === undefined
    ? undefined
    : { kind: 'effort', totalEffortFieldRef, remainingEffortFieldRef };
}

export const writeProgress = (progress: Progress): string[] =>
  progress.kind === 'links'
    ? [element('artifact_link_type', { shortname: progress.linkType })]
    : [
        reference('total_effort_field', progress.totalEffortFieldRef),
        reference('remaining_effort_field', progress.remainingEffortFieldRef),
      ];
