// When the artifacts of a tracker begin and end, as a semantic.
import { says } from '../../../platform/texts/said.ts';
import type { Timeframe } from '../model/archive-model.ts';
import type { ExportContext, TrackerNames } from '../model/export-context.ts';
import type { ImportedTracker } from '../model/import-context.ts';
import { each, referring, shapeOf, stored } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, reference } from '../xml/xml-element.ts';
import { matchShape, readChild, readChildReference, readFilledAttribute } from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const inherited = stored('tracker whose time frame counts', { '@id': stored('which one') });
const inheritedShape = shapeOf(inherited);

/** Inside `<semantic>`. */
export const timeframeParts: Parts = {
  ...each('start_date_field? duration_field? end_date_field?', referring('field')),
  'inherited_from_tracker?': inherited,
};

/** Throws invalid with the place. */
export function readTimeframe(semantic: XmlElement): Timeframe {
  const names = Object.keys(timeframeParts).map((name) => name.replace('?', ''));
  const present = names.filter((name) => semantic.children.some((child) => child.name === name));
  const start = () => ({ startDateFieldRef: readChildReference(semantic, 'start_date_field') });
  switch (present.join(' ')) {
    case 'start_date_field duration_field':
      return { kind: 'duration', ...start(), durationFieldRef: readChildReference(semantic, 'duration_field') };
    case 'start_date_field end_date_field':
      return { kind: 'end-date', ...start(), endDateFieldRef: readChildReference(semantic, 'end_date_field') };
    case 'inherited_from_tracker': {
      const found = readChild(semantic, 'inherited_from_tracker');
      matchShape(found, inheritedShape);
      return { kind: 'inherited', trackerRef: readFilledAttribute(found, 'id') };
    }
    default:
      throw faultAt(
        semantic,
        says(
          'archive-xml.timeframe',
        )`a time frame needs a start date field with a duration or an end date field, or a tracker to inherit from`,
      );
  }
}

/** The fields that it names. */
export const listTimeframeFields = (timeframe: Timeframe): string[] =>
  timeframe.kind === 'inherited'
    ? []
    : [
        timeframe.startDateFieldRef,
        timeframe.kind === 'duration' ? timeframe.durationFieldRef : timeframe.endDateFieldRef,
      ];

/** As the database has it, with undefined for what is not there. */
export function importTimeframe(
  timeframe: Timeframe,
  idOf: (fieldRef: string) => number | undefined,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Record<string, unknown> {
  if (timeframe.kind === 'inherited') {
    const id = trackers.get(timeframe.trackerRef)?.id;
    return { implied_from_tracker: id === undefined ? undefined : { id, uri: `trackers/${id}` } };
  }
  const start = { start_date_field_id: idOf(timeframe.startDateFieldRef) };
  return timeframe.kind === 'duration'
    ? { ...start, duration_field_id: idOf(timeframe.durationFieldRef) }
    : { ...start, end_date_field_id: idOf(timeframe.endDateFieldRef) };
}

interface StoredTimeframe {
  readonly start_date_field_id?: number;
  readonly duration_field_id?: number;
  readonly end_date_field_id?: number;
  readonly implied_from_tracker?: { readonly id: number };
}

/** Undefined where a field or tracker that it needs is not exported. */
export function exportTimeframe(
  settings: StoredTimeframe,
  names: TrackerNames,
  context: ExportContext,
): Timeframe | undefined {
  const parentId = settings.implied_from_tracker?.id;
  if (parentId !== undefined)
    return context.trackers.has(parentId)
      ? { kind: 'inherited', trackerRef: context.names.tracker(parentId) }
      : undefined;
  const startDateFieldRef = names.field(settings.start_date_field_id);
  const durationFieldRef = names.field(settings.duration_field_id);
  const endDateFieldRef = names.field(settings.end_date_field_id);
  if (startDateFieldRef === undefined) return undefined;
  if (durationFieldRef !== undefined) return { kind: 'duration', startDateFieldRef, durationFieldRef };
  return endDateFieldRef === undefined ? undefined : { kind: 'end-date', startDateFieldRef, endDateFieldRef };
}

export const writeTimeframe = (timeframe: Timeframe): string[] =>
  timeframe.kind === 'inherited'
    ? [element('inherited_from_tracker', { id: timeframe.trackerRef })]
    : [
        reference('start_date_field', timeframe.startDateFieldRef),
        timeframe.kind === 'duration'
          ? reference('duration_field', timeframe.durationFieldRef)
          : reference('end_date_field', timeframe.endDateFieldRef),
      ];
