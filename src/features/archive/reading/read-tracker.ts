// Reads one tracker from its element; artifacts were already read while the file streamed by.
import { says } from '../../../platform/texts/said.ts';
import type { ArtifactSummary } from '../model/artifact-summary.ts';
import type { ArchiveTracker, CannedResponse, TrackerFlags } from '../model/archive-model.ts';
import { keepBlock } from '../model/raw-block.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { conceptElements } from '../concepts/tracker-concepts.ts';
import { workflowConcept } from '../concepts/workflow.ts';
import { nameApart, readFormElements } from './read-fields.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import {
  defineShape,
  findChild,
  findSwitch,
  matchShape,
  readChild,
  readChildText,
  readList,
  readSwitch,
  readText,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Children of a tracker that later features read. */
export const OTHER_TRACKER_BLOCKS: readonly string[] = ['webhooks', 'timetracking'];

const TRACKER = defineShape({
  attributes: [
    'id? parent_id? group_id? is_folder? instantiate_for_new_projects? allow_copy? log_priority_changes? enable_emailgateway?',
    'stop_notification? notifications_level? is_displayed_in_new_dropdown? use_private_comments?',
    'should_send_event_in_notification? enable_move_artifacts? is_deleted?',
  ].join(' '),
  children: [
    'name? item_name? description? color? submit_instructions? browse_instructions? cannedResponses? formElements?',
    'artifacts?',
    ...Object.keys(conceptElements),
    ...OTHER_TRACKER_BLOCKS.map((name) => `${name}?`),
  ].join(' '),
});
const CANNED_RESPONSE = defineShape({ attributes: 'id? tracker?', children: 'title body' });
const ARTIFACTS = defineShape({ attributes: 'source_platform?' });

const LEVELS = { '0': 0, '1': 1, '2': 2 } as const;

const readFlags = (element: XmlElement): TrackerFlags => ({
  instantiateForNewProjects: findSwitch(element, 'instantiate_for_new_projects'),
  allowCopy: findSwitch(element, 'allow_copy'),
  logPriorityChanges: findSwitch(element, 'log_priority_changes'),
  enableEmailGateway: findSwitch(element, 'enable_emailgateway'),
  stopNotification: findSwitch(element, 'stop_notification'),
  notificationsLevel:
    element.attributes['notifications_level'] === undefined
      ? undefined
      : LEVELS[readWord(element, 'notifications_level', ['0', '1', '2'])],
  isDisplayedInNewDropdown: findSwitch(element, 'is_displayed_in_new_dropdown'),
  usePrivateComments: findSwitch(element, 'use_private_comments'),
  shouldSendEventInNotification: findSwitch(element, 'should_send_event_in_notification'),
  enableMoveArtifacts: readSwitch(element, 'enable_move_artifacts', true),
});

const readCannedResponse = (element: XmlElement): CannedResponse => {
  matchShape(element, CANNED_RESPONSE);
  return {
    title: readText(readChild(element, 'title')),
    body: readText(readChild(element, 'body')),
    line: element.line,
  };
};

/** Of who asks for a tracker and gives its names; they count where the element has none. */
export interface GivenNames {
  readonly name?: string | undefined;
  readonly itemName?: string | undefined;
}

const readItemName = (tracker: XmlElement, given: string | undefined): string => {
  if (given !== undefined && findChild(tracker, 'item_name') === undefined) return given;
  const element = readChild(tracker, 'item_name');
  const name = readText(element).trim();
  if (!/^[a-zA-Z0-9_]+$/.test(name))
    throw faultAt(element, says('archive-xml.letters')`\`${name}\` must consist of letters, digits and \`_\``);
  return name;
};

const readParentRef = (element: XmlElement): string | undefined => {
  const ref = element.attributes['parent_id'];
  return ref === undefined || ref === '' || ref === '0' ? undefined : ref;
};

const readName = (tracker: XmlElement, given: string | undefined): string => {
  if (given !== undefined && findChild(tracker, 'name') === undefined) return given;
  const element = readChild(tracker, 'name');
  const name = readText(element).trim();
  if (name === '') throw faultAt(element, says('archive-xml.no-name')`the name is empty`);
  return name;
};

/**
 * Reads `<tracker>`; `artifacts` says what stood in its `<artifacts>`. Throws invalid with the place.
 */
export const readTracker = (
  element: XmlElement,
  artifacts: ArtifactSummary,
  given: GivenNames = {},
): ArchiveTracker => {
  matchShape(element, TRACKER);
  const artifactList = findChild(element, 'artifacts');
  if (artifactList !== undefined) matchShape(artifactList, ARTIFACTS);
  return {
    ref: (element.attributes['id'] ?? '').trim(),
    parentRef: readParentRef(element),
    flags: readFlags(element),
    isDeleted: readSwitch(element, 'is_deleted', false),
    name: readName(element, given.name),
    itemName: readItemName(element, given.itemName),
    description: readChildText(element, 'description') ?? '',
    color: readChildText(element, 'color')?.trim(),
    submitInstructions: readChildText(element, 'submit_instructions') ?? '',
    browseInstructions: readChildText(element, 'browse_instructions') ?? '',
    cannedResponses: readList(element, 'cannedResponses', 'cannedResponse').map(readCannedResponse),
    formElements: nameApart(readFormElements(findChild(element, 'formElements'))),
    ...semanticsConcept.read(element),
    ...fieldRulesConcept.read(element),
    ...reportsConcept.read(element),
    ...workflowConcept.read(element),
    ...permissionsConcept.read(element),
    artifacts,
    otherBlocks: element.children.filter((child) => OTHER_TRACKER_BLOCKS.includes(child.name)).map(keepBlock),
    line: element.line,
  };
};
