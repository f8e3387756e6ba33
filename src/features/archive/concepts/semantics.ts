// What the fields of a tracker mean. A semantic of a type that Tepal does not know stays source text.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { trackerWrites } from '../../trackers/index.ts';
import type { ArchiveTracker, RawBlock, Semantic } from '../model/archive-model.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { ExportContext, TrackerNames, TrackerSource } from '../model/export-context.ts';
import { fieldIdsOf, findStatusField } from '../model/import-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { keepBlock } from '../model/raw-block.ts';
import type { TrackerIndex } from '../model/reference-index.ts';
import { checkFields } from '../model/tracker-concept.ts';
import type { CheckContext, TrackerConcept } from '../model/tracker-concept.ts';
import { each, list, referring, shapeOf, stored, unneeded } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, leaf, reference } from '../xml/xml-element.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readChildReference,
  readChildText,
  readFilledAttribute,
  readList,
  readReference,
} from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import {
  exportProgress,
  importProgress,
  listProgressFields,
  progressParts,
  readProgress,
  writeProgress,
} from './progress.ts';
import {
  exportTimeframe,
  importTimeframe,
  listTimeframeFields,
  readTimeframe,
  timeframeParts,
  writeTimeframe,
} from './timeframe.ts';

const head: Parts = {
  '@type': stored('which one'),
  ...each('shortname? label? description?', unneeded("Tepal's own texts say what a semantic is")),
};
const oneField: Parts = { field: referring('field') };
const fields: Parts = { 'field*': referring('field') };

/** What each of those that Tepal knows holds beside its head. */
const types: Readonly<Record<Semantic['type'], Parts>> = {
  title: oneField,
  description: oneField,
  contributor: oneField,
  initial_effort: oneField,
  velocity: oneField,
  status: { ...oneField, 'open_values?': list('open_value', referring('value that is open')) },
  done: { 'closed_values?': list('closed_value', referring('value that is done')) },
  timeframe: timeframeParts,
  progress: progressParts,
  tooltip: fields,
  plugin_cardwall_card_fields: { ...fields, 'background-color?': referring('field') },
};
const shapes = new Map(
  Object.entries(types).map(([type, parts]) => [type, shapeOf(stored('semantic', { ...head, ...parts }))]),
);
const semanticOutcome = stored(
  'semantic; one of a type that Tepal does not know is kept word for word',
  Object.fromEntries([head, ...Object.values(types)].flatMap((parts) => Object.entries(parts))),
);
const listShape = shapeOf(stored('list', { 'semantic*': semanticOutcome }));

/** Whether a semantic has a typed form; the others stay source text. */
export const isTypedSemantic = (type: string | undefined): boolean => type !== undefined && shapes.has(type);

function readSemantic(found: XmlElement): Semantic {
  const base = {
    line: found.line,
    shortname: readChildText(found, 'shortname'),
    label: readChildText(found, 'label'),
    description: readChildText(found, 'description'),
  };
  const type = found.attributes['type'];
  switch (type) {
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return { ...base, type, fieldRef: readChildReference(found, 'field') };
    case 'status': {
      const openValueRefs = readList(found, 'open_values', 'open_value').map(readReference);
      return { ...base, type, fieldRef: readChildReference(found, 'field'), openValueRefs };
    }
    case 'done':
      return { ...base, type, closedValueRefs: readList(found, 'closed_values', 'closed_value').map(readReference) };
    case 'timeframe':
      return { ...base, type, timeframe: readTimeframe(found) };
    case 'progress':
      return { ...base, type, progress: readProgress(found) };
    case 'tooltip':
      return { ...base, type, fieldRefs: findChildren(found, 'field').map(readReference) };
    case 'plugin_cardwall_card_fields': {
      const background = findChild(found, 'background-color');
      return {
        ...base,
        type,
        fieldRefs: findChildren(found, 'field').map(readReference),
        backgroundColorFieldRef: background === undefined ? undefined : readReference(background),
      };
    }
    default:
      throw faultAt(found, says('archive-xml.semantic')`the semantic type \`${type ?? ''}\` is not supported`);
  }
}

/** A type may stand only once. */
function readSemantics(tracker: XmlElement): { semantics: Semantic[]; otherSemantics: RawBlock[] } {
  const semantics: Semantic[] = [];
  const otherSemantics: RawBlock[] = [];
  const found = findChild(tracker, 'semantics');
  if (found === undefined) return { semantics, otherSemantics };
  matchShape(found, listShape);
  const seen = new Set<string>();
  for (const one of findChildren(found, 'semantic')) {
    const type = readFilledAttribute(one, 'type');
    if (seen.has(type)) {
      tolerate(one, says('archive-xml.semantic-twice')`the semantic \`${type}\` is already defined`);
      continue;
    }
    seen.add(type);
    const shape = shapes.get(type);
    if (shape === undefined) otherSemantics.push(keepBlock(one));
    else {
      matchShape(one, shape);
      semantics.push(readSemantic(one));
    }
  }
  return { semantics, otherSemantics };
}

function listFields(semantic: Semantic): string[] {
  switch (semantic.type) {
    case 'done':
      return [];
    case 'timeframe':
      return listTimeframeFields(semantic.timeframe);
    case 'progress':
      return listProgressFields(semantic.progress);
    case 'tooltip':
      return [...semantic.fieldRefs];
    case 'plugin_cardwall_card_fields':
      return [
        ...semantic.fieldRefs,
        ...(semantic.backgroundColorFieldRef === undefined ? [] : [semantic.backgroundColorFieldRef]),
      ];
    default:
      return [semantic.fieldRef];
  }
}

function checkSemantics(context: CheckContext, tracker: ArchiveTracker, own: TrackerIndex): void {
  for (const semantic of tracker.semantics) {
    const what = says('left.semantic')`the semantic \`${semantic.type}\``;
    checkFields(context, own, { line: semantic.line, element: 'semantic', what }, listFields(semantic));
    if (semantic.type !== 'timeframe' || semantic.timeframe.kind !== 'inherited') continue;
    const { trackerRef } = semantic.timeframe;
    if (!context.trackers.has(trackerRef))
      context.warn(
        semantic.line,
        'semantic',
        says('left.inherits')`${what} inherits from the tracker \`${trackerRef}\`, which is not in the archive`,
      );
  }
}

type Trackers = ReadonlyMap<string, ImportedTracker>;

/** As the database has it, with undefined for what is not there. */
function settingsOf(
  { warn }: ImportContext,
  semantic: Semantic,
  tracker: ImportedTracker,
  trackers: Trackers,
): Record<string, unknown> {
  const idOf = (ref: string): number | undefined => tracker.fieldsByRef.get(ref)?.id;
  const valueIds = (refs: readonly string[]): number[] =>
    refs.flatMap((ref) => {
      const id = findStatusField(tracker)?.valueIds.get(ref);
      const why = says('left.no-status')`the status field has no value \`${ref}\`; it is skipped`;
      if (id === undefined) warn(semantic.line, 'semantic', why);
      return id ?? [];
    });
  switch (semantic.type) {
    case 'status':
      return { field_id: idOf(semantic.fieldRef), value_ids: valueIds(semantic.openValueRefs) };
    case 'done':
      return { value_ids: valueIds(semantic.closedValueRefs) };
    case 'timeframe':
      return importTimeframe(semantic.timeframe, idOf, trackers);
    case 'progress':
      return importProgress(semantic.progress, idOf);
    case 'tooltip':
      return { field_ids: fieldIdsOf(tracker, semantic.fieldRefs) };
    case 'plugin_cardwall_card_fields':
      return {
        field_ids: fieldIdsOf(tracker, semantic.fieldRefs),
        background_color_field_id: idOf(semantic.backgroundColorFieldRef ?? '') ?? null,
      };
    default:
      return { field_id: idOf(semantic.fieldRef) };
  }
}

/** Those are left out that need what is not there. */
async function importSemantics(context: ImportContext, tracker: ImportedTracker, trackers: Trackers): Promise<void> {
  const rows = tracker.model.semantics.flatMap((semantic) => {
    const settings = settingsOf(context, semantic, tracker, trackers);
    return Object.values(settings).includes(undefined)
      ? []
      : [{ tracker_id: tracker.id, name: semantic.type, settings_json: JSON.stringify(settings) }];
  });
  await trackerWrites.insertDefinitionRows(context.tx, 'semantics', rows);
}

const Id = Type.Optional(Type.Integer());
const Ids = Type.Optional(Type.Array(Type.Integer()));
/** What any of them may hold. */
const Settings = Type.Object({
  field_id: Id,
  value_ids: Ids,
  field_ids: Ids,
  background_color_field_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  start_date_field_id: Id,
  duration_field_id: Id,
  end_date_field_id: Id,
  implied_from_tracker: Type.Optional(Type.Object({ id: Type.Integer() })),
  total_effort_field_id: Id,
  remaining_effort_field_id: Id,
  artifact_link_type: Type.Optional(Type.String()),
});
type Settings = Static<typeof Settings>;
const readSettings = storedJson(Settings);

const base = { line: 0, shortname: undefined, label: undefined, description: undefined };

function exportSemantic(
  context: ExportContext,
  names: TrackerNames,
  type: string,
  settings: Settings,
  statusFieldId: number | undefined,
): Semantic | undefined {
  const fieldRef = names.field(settings.field_id);
  const fieldRefs = (settings.field_ids ?? []).flatMap((id) => names.field(id) ?? []);
  const valueRefs = (settings.value_ids ?? []).flatMap((id) => names.value(statusFieldId, id) ?? []);
  switch (type) {
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return fieldRef === undefined ? undefined : { ...base, type, fieldRef };
    case 'status':
      return fieldRef === undefined ? undefined : { ...base, type, fieldRef, openValueRefs: valueRefs };
    case 'done':
      return { ...base, type, closedValueRefs: valueRefs };
    case 'timeframe': {
      const timeframe = exportTimeframe(settings, names, context);
      return timeframe === undefined ? undefined : { ...base, type, timeframe };
    }
    case 'progress': {
      const progress = exportProgress(settings, names);
      return progress === undefined ? undefined : { ...base, type, progress };
    }
    case 'tooltip':
      return { ...base, type, fieldRefs };
    case 'plugin_cardwall_card_fields':
      return { ...base, type, fieldRefs, backgroundColorFieldRef: names.field(settings.background_color_field_id) };
    default:
      return undefined;
  }
}

function exportSemantics(context: ExportContext, source: TrackerSource): Semantic[] {
  const names = createTrackerNames(context, source);
  const statusFieldId = source.definition.semantics.status?.field_id;
  return source.rows.semantics.flatMap(({ name, settings_json }) => {
    const settings = readSettings(settings_json, `semantic ${name}`);
    return exportSemantic(context, names, name, settings, statusFieldId) ?? [];
  });
}

const references = (name: string, refs: readonly string[]): string[] => refs.map((ref) => reference(name, ref));

function writeMeaning(semantic: Semantic): string[] {
  switch (semantic.type) {
    case 'status': {
      const values = element('open_values', {}, references('open_value', semantic.openValueRefs));
      return [reference('field', semantic.fieldRef), values];
    }
    case 'done':
      return [element('closed_values', {}, references('closed_value', semantic.closedValueRefs))];
    case 'timeframe':
      return writeTimeframe(semantic.timeframe);
    case 'progress':
      return writeProgress(semantic.progress);
    case 'tooltip':
      return references('field', semantic.fieldRefs);
    case 'plugin_cardwall_card_fields': {
      const { fieldRefs, backgroundColorFieldRef: background } = semantic;
      return [
        ...references('field', fieldRefs),
        ...(background === undefined ? [] : [reference('background-color', background)]),
      ];
    }
    default:
      return [reference('field', semantic.fieldRef)];
  }
}

/** Labels and descriptions of those semantics that must have them; the others must not. */
const texts: Partial<Record<Semantic['type'], readonly [label: string, description: string]>> = {
  title: ['Title', 'The field that names an artifact'],
  description: ['Description', 'The field that describes an artifact'],
  status: ['Status', 'The field that says whether an artifact is open'],
  contributor: ['Assigned to', 'The field of the people who work on an artifact'],
  initial_effort: ['Initial effort', 'The field of the effort that was estimated'],
  done: ['Done', 'The values of the status that say that an artifact is done'],
  velocity: ['Velocity', 'The field of what was achieved'],
};

function writeSemantic(semantic: Semantic): string {
  const [label, description] = texts[semantic.type] ?? [];
  const own =
    label === undefined || description === undefined
      ? []
      : [leaf('shortname', semantic.type), leaf('label', label), leaf('description', description)];
  return element('semantic', { type: semantic.type }, [...own, ...writeMeaning(semantic)]);
}

export const semanticsConcept: TrackerConcept<'semantics' | 'otherSemantics'> = {
  elements: { 'semantics?': list('semantic', semanticOutcome) },
  read: readSemantics,
  check: checkSemantics,
  import: importSemantics,
  /** Those of other types are among the blocks that were kept. */
  export: (context, source) => ({ semantics: exportSemantics(context, source), otherSemantics: [] }),
  write: ({ semantics }) => [element('semantics', {}, semantics.map(writeSemantic))],
};
