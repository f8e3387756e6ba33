// What new trackers are made from, in the archive's model: a tracker that exists, or an element that a client sends.
import type { Reader } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { groupArchiveName } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, loadDefinition, loadDefinitionRows, mayField } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { createSummary } from '../model/artifact-summary.ts';
import { checkReferences } from '../reading/check-references.ts';
import { createExportPeople } from '../model/export-people.ts';
import { isOfGroups } from '../model/export-names.ts';
import { exportTracker } from '../exporting/export-tracker.ts';
import type { FormElement } from '../model/field-model.ts';
import { emptyContent } from './project-template.ts';
import { keepsSourceIn } from '../reading/read-project.ts';
import { readTracker } from '../reading/read-tracker.ts';
import { faultAt, parseXml } from '../xml/xml-tree.ts';

/** Elements that `isKept`, without the people whom lists choose by default: they don't come along. */
const keepElements = (elements: readonly FormElement[], isKept: (element: FormElement) => boolean): FormElement[] =>
  elements.filter(isKept).map((element) => ({
    ...element,
    bind: element.bind === undefined ? undefined : { ...element.bind, defaultUsers: [] },
    children: keepElements(element.children, isKept),
  }));

/** As a tracker of another project, or a second one of the same, can be. */
const detach = (tracker: ArchiveTracker, isKept: (element: FormElement) => boolean): ArchiveTracker => ({
  ...tracker,
  parentRef: undefined,
  isDeleted: false,
  formElements: keepElements(tracker.formElements, isKept),
  semantics: tracker.semantics.filter(
    (semantic) => semantic.type !== 'timeframe' || semantic.timeframe.kind !== 'inherited',
  ),
  otherSemantics: [],
  otherBlocks: [],
  artifacts: createSummary(),
  line: 0,
});

const blankXml = '<tracker id="T0"><name>blank</name><item_name>blank</item_name></tracker>';

/** A tracker without fields. */
export const readBlankTracker = (): Promise<ArchiveTracker> => readTrackerXml(blankXml);

/**
 * Reads the text of a `<tracker>` element; an XML declaration may precede it. Throws invalid with line and element for
 * what the format doesn't know, for dangling references and for artifacts.
 */
export async function readTrackerXml(xml: string): Promise<ArchiveTracker> {
  const root = await parseXml([Buffer.from(xml)], {
    file: 'xml',
    keepsSource: (element, depth) => keepsSourceIn(element, depth + trackerDepth),
  });
  if (root.name !== 'tracker')
    throw faultAt(root, says('archive-xml.root-tracker')`the root element must be <tracker>`);
  const tracker = detach(readTracker(root, createSummary()), () => true);
  const content: ProjectContent = { ...emptyContent, trackers: [tracker] };
  const { errors, warnings } = checkReferences(content, [], 'xml');
  const [fault] = [...errors, ...warnings];
  if (fault !== undefined) throw invalid(fault);
  return tracker;
}

/** How deep a tracker lies in an archive. */
const trackerDepth = 2;

/**
 * A tracker as it is, without its artifacts. Who doesn't administer it gets only the fields that they may read, and
 * neither workflow nor rules nor permissions. Undefined for a tracker that is gone.
 */
export async function readTrackerTemplate(db: Reader, viewer: Viewer, id: number): Promise<ArchiveTracker | undefined> {
  const definition = await loadDefinition(db, id);
  if (definition === undefined || definition.isDeleted) return undefined;
  const source = { definition, rows: await loadDefinitionRows(db, id) };
  const lists = [...definition.fieldById.values()].filter((field) => !isOfGroups(field));
  const lastValueId = Math.max(0, ...lists.flatMap((field) => field.values.map((value) => value.id)));
  const names = {
    tracker: (trackerId: number) => `T${trackerId}`,
    field: (fieldId: number) => `F${fieldId}`,
    value: (list: Field | undefined, valueId: number) => `V${isOfGroups(list) ? lastValueId + valueId : valueId}`,
    artifact: String,
    group: (groupId: number) => groupArchiveName(groupId) ?? definition.groupNames.get(groupId),
  };
  const context = { db, names, people: createExportPeople(), trackers: new Map([[id, source]]) };
  const exported = await exportTracker(context, source, []);
  const isAdmin = isTrackerAdmin(viewer, definition);
  const copied = [...definition.fieldById.values()].filter(
    (field) => field.settings.isDeleted !== true && (isAdmin || mayField(viewer, definition, field, 'read')),
  );
  const refs = new Set(copied.map((field) => names.field(field.id)));
  const tracker = detach(exported, (element) => refs.has(element.ref));
  return isAdmin ? tracker : { ...tracker, workflow: undefined, dateRules: [], listRules: [], permissions: undefined };
}
