// What new trackers are made from, in the archive's model: a tracker that exists, or an element that a client sends.
import type { Reader } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { userGroupNames } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, mayField, trackerRecords } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { createWarnings } from '../model/warnings.ts';
import { createSummary } from '../model/artifact-summary.ts';
import { checkReferences } from '../reading/check-references.ts';
import { giveFieldReferences } from '../concepts/form-elements.ts';
import { createExportPeople } from '../model/export-people.ts';
import { isOfGroups, nameCopies } from '../model/export-names.ts';
import { cutTracker } from '../exporting/portable-content.ts';
import { writeTracker } from '../exporting/write-tracker.ts';
import { detailsElement } from '../model/archive-details.ts';
import { detailTracker, readDetails } from '../reading/read-details.ts';
import { element } from '../xml/xml-element.ts';
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import { exportTracker } from '../exporting/export-tracker.ts';
import { giveOpenRights, listClosedFields, openFields } from '../concepts/closed-fields.ts';
import type { FormElement } from '../model/field-model.ts';
import { emptyContent } from './project-template.ts';
import { keepsSourceIn } from '../reading/read-project.ts';
import { freeOrphans } from '../reading/orphaned-fields.ts';
import { readTracker } from '../reading/read-tracker.ts';
import type { GivenNames } from '../concepts/tracker-facts.ts';
import { elementsMax, requireShortLists } from './modest-archives.ts';
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

/** The processing instructions in which what only Tepal knows of a tracker follows it, because it is one file. */
const detailsInstruction = 'tepal-details';
/** Well below the longest instruction that is read. */
const instructionLength = 256 * 1024;

/** A tracker as a file that readTrackerXml reads, and other programs, too. */
export async function writeTrackerXml(model: ArchiveTracker): Promise<string> {
  const { portable, details } = await cutTracker(model);
  const own = details.length === 0 ? '' : Buffer.from(element(detailsElement, {}, details)).toString('base64');
  const instructions: string[] = [];
  for (let start = 0; start < own.length; start += instructionLength)
    instructions.push(`<?${detailsInstruction} ${own.slice(start, start + instructionLength)}?>\n`);
  return [xmlDeclaration, ...writeTracker(portable), ...instructions].join('');
}

const blankXml = '<tracker id="T0"><name>blank</name><item_name>blank</item_name></tracker>';

/** A tracker without fields. */
export const readBlankTracker = async (): Promise<ArchiveTracker> => (await readTrackerXml(blankXml)).tracker;

/**
 * Reads the text of a `<tracker>` element; an XML declaration may precede it. `opened` names fields without permissions that are to be
 * open. Gives also what is passed over: what leads nowhere, and artifacts. Throws invalid with line and element for what can't be read.
 */
export async function readTrackerXml(
  xml: string,
  { opened = [], ...given }: GivenNames & { readonly opened?: readonly string[] | undefined } = {},
): Promise<{ tracker: ArchiveTracker; warnings: readonly Said[] }> {
  let own = '';
  let artifactCount = 0;
  const odd = createWarnings([], 'xml');
  const root = await parseXml([Buffer.from(xml)], {
    file: 'xml',
    isText: true,
    elementsMax,
    warn: odd.warn,
    take(element, path) {
      if (path.length !== 3 || path[1]?.name !== 'artifacts' || element.name !== 'artifact') return false;
      artifactCount += 1;
      if (artifactCount === 1)
        odd.warn(
          element.line,
          'artifacts',
          says('left.no-artifacts')`artifacts can only be imported with a whole project; they are skipped`,
        );
      return true;
    },
    instruction(target, text) {
      if (target === detailsInstruction) own += text;
    },
    keepsSource: (element, depth) => keepsSourceIn(element, depth + trackerDepth),
  });
  if (root.name !== 'tracker')
    throw faultAt(root, says('archive-xml.root-tracker')`the root element must be <tracker>`);
  const details = own === '' ? undefined : await readDetails([Buffer.from(own, 'base64')], () => undefined);
  const written = readTracker(root, createSummary(), given);
  const [plain = written] = giveFieldReferences([written], root);
  const read = detach(detailTracker(plain, details?.trackers.get(plain.ref)), () => true);
  const { itemName } = read;
  const names = opened.map((name) => `${itemName}.${name}`);
  const content: ProjectContent = { ...emptyContent, trackers: openFields(freeOrphans([read], odd.warn), names) };
  requireShortLists(content);
  const warnings = checkReferences(content, [], 'xml');
  const [tracker = read] = content.trackers;
  return { tracker, warnings: [...odd.list(), ...warnings] };
}

/** How deep a tracker lies in an archive. */
const trackerDepth = 2;

/**
 * A tracker as it is, without its artifacts. Who doesn't administer it gets only the fields that they may read, and
 * neither workflow nor rules, and everybody's fields are open. Undefined for a tracker that is gone.
 */
export async function readTrackerTemplate(db: Reader, viewer: Viewer, id: number): Promise<ArchiveTracker | undefined> {
  const definition = await trackerRecords.loadDefinition(db, id);
  if (definition === undefined || definition.isDeleted) return undefined;
  const source = { definition, rows: await trackerRecords.loadDefinitionRows(db, id) };
  const lists = [...definition.fieldById.values()].filter((field) => !isOfGroups(field));
  const lastValueId = Math.max(0, ...lists.flatMap((field) => field.values.map((value) => value.id)));
  const nameField = (fieldId: number): string => `F${fieldId}`;
  const names = {
    tracker: (trackerId: number) => `T${trackerId}`,
    field: nameField,
    value: nameCopies(nameField, (list, valueId) => `V${isOfGroups(list) ? lastValueId + valueId : valueId}`),
    artifact: String,
    group: (groupId: number) => userGroupNames.groupArchiveName(groupId) ?? definition.groupNames.get(groupId),
  };
  const context = { db, names, people: createExportPeople(), trackers: new Map([[id, source]]) };
  const exported = await exportTracker(context, source, []);
  const isAdmin = isTrackerAdmin(viewer, definition);
  const copied = [...definition.fieldById.values()].filter(
    (field) => field.settings.isDeleted !== true && (isAdmin || mayField(viewer, definition, field, 'read')),
  );
  const refs = new Set(copied.map((field) => names.field(field.id)));
  const tracker = detach(exported, (element) => refs.has(element.ref));
  if (isAdmin) return tracker;
  const bare = { ...tracker, workflow: undefined, dateRules: [], listRules: [], permissions: undefined };
  return giveOpenRights(bare, listClosedFields(bare));
}
