// What a tracker is apart from its other concepts: names, texts, colour, canned responses and switches.
import { says } from '../../../platform/texts/said.ts';
import type { Definition } from '../../trackers/index.ts';
import type { ArchiveTracker, CannedResponse, TrackerFlags } from '../model/archive-model.ts';
import { each, list, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, leaf, optionalLeaf } from '../xml/xml-element.ts';
import {
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

type TrackerSettings = Definition['settings'];

const originalId = unneeded('an id of the database that the archive came from');
const cannedResponse = stored('canned response', {
  ...each('@id? @tracker?', originalId),
  ...storedParts({ title: 'its title', body: 'its text' }),
});
const cannedResponseShape = shapeOf(cannedResponse);

const flags = [
  '@instantiate_for_new_projects? @allow_copy? @log_priority_changes? @enable_emailgateway? @stop_notification?',
  '@notifications_level? @is_displayed_in_new_dropdown? @use_private_comments? @should_send_event_in_notification?',
  '@enable_move_artifacts?',
];

/** Inside `<tracker>`. */
export const trackerFacts: Parts = {
  ...each(flags.join(' '), stored('switch of the tracker')),
  '@group_id?': originalId,
  '@is_folder?': unneeded('trackers are in no folders'),
  ...storedParts({
    '@id?': 'its name in exports',
    '@parent_id?': 'its parent tracker; 0: none',
    '@is_deleted?': 'whether it is marked as deleted',
    'name?': 'its name',
    'item_name?': 'its short name',
    'description?': 'its description',
    'color?': 'its colour',
    'submit_instructions?': 'text above the form of a new artifact',
    'browse_instructions?': 'text above its lists',
  }),
  'cannedResponses?': list('cannedResponse', cannedResponse),
};

type TrackerFacts = Pick<
  ArchiveTracker,
  | 'ref'
  | 'parentRef'
  | 'flags'
  | 'isDeleted'
  | 'name'
  | 'itemName'
  | 'description'
  | 'color'
  | 'submitInstructions'
  | 'browseInstructions'
  | 'cannedResponses'
  | 'line'
>;

const levels = { '0': 0, '1': 1, '2': 2 } as const;

const readFlags = (tracker: XmlElement): TrackerFlags => ({
  instantiateForNewProjects: findSwitch(tracker, 'instantiate_for_new_projects'),
  allowCopy: findSwitch(tracker, 'allow_copy'),
  logPriorityChanges: findSwitch(tracker, 'log_priority_changes'),
  enableEmailGateway: findSwitch(tracker, 'enable_emailgateway'),
  stopNotification: findSwitch(tracker, 'stop_notification'),
  notificationsLevel:
    tracker.attributes['notifications_level'] === undefined
      ? undefined
      : levels[readWord(tracker, 'notifications_level', ['0', '1', '2'])],
  isDisplayedInNewDropdown: findSwitch(tracker, 'is_displayed_in_new_dropdown'),
  usePrivateComments: findSwitch(tracker, 'use_private_comments'),
  shouldSendEventInNotification: findSwitch(tracker, 'should_send_event_in_notification'),
  enableMoveArtifacts: readSwitch(tracker, 'enable_move_artifacts', true),
});

function readCannedResponse(found: XmlElement): CannedResponse {
  matchShape(found, cannedResponseShape);
  return { title: readText(readChild(found, 'title')), body: readText(readChild(found, 'body')), line: found.line };
}

/** Of who asks for a tracker and gives its names; they count where the element has none. */
export interface GivenNames {
  readonly name?: string | undefined;
  readonly itemName?: string | undefined;
}

function readItemName(tracker: XmlElement, given: string | undefined): string {
  if (given !== undefined && findChild(tracker, 'item_name') === undefined) return given;
  const found = readChild(tracker, 'item_name');
  const name = readText(found).trim();
  if (!/^[a-zA-Z0-9_]+$/.test(name))
    throw faultAt(found, says('archive-xml.letters')`\`${name}\` can contain only letters, digits and \`_\``);
  return name;
}

function readName(tracker: XmlElement, given: string | undefined): string {
  if (given !== undefined && findChild(tracker, 'name') === undefined) return given;
  const found = readChild(tracker, 'name');
  const name = readText(found).trim();
  if (name === '') throw faultAt(found, says('archive-xml.no-name')`the name is empty`);
  return name;
}

function readParentRef(tracker: XmlElement): string | undefined {
  const ref = tracker.attributes['parent_id'];
  return ref === undefined || ref === '' || ref === '0' ? undefined : ref;
}

/** Throws invalid with the place. */
export const readTrackerFacts = (tracker: XmlElement, given: GivenNames): TrackerFacts => ({
  ref: (tracker.attributes['id'] ?? '').trim(),
  parentRef: readParentRef(tracker),
  flags: readFlags(tracker),
  isDeleted: readSwitch(tracker, 'is_deleted', false),
  name: readName(tracker, given.name),
  itemName: readItemName(tracker, given.itemName),
  description: readChildText(tracker, 'description') ?? '',
  color: readChildText(tracker, 'color')?.trim(),
  submitInstructions: readChildText(tracker, 'submit_instructions') ?? '',
  browseInstructions: readChildText(tracker, 'browse_instructions') ?? '',
  cannedResponses: readList(tracker, 'cannedResponses', 'cannedResponse').map(readCannedResponse),
  line: tracker.line,
});

/** As attributes of the archive; undefined where it says nothing. */
const attributesOf = (found: TrackerFlags) => ({
  instantiate_for_new_projects: found.instantiateForNewProjects,
  allow_copy: found.allowCopy,
  log_priority_changes: found.logPriorityChanges,
  enable_emailgateway: found.enableEmailGateway,
  stop_notification: found.stopNotification,
  notifications_level: found.notificationsLevel,
  is_displayed_in_new_dropdown: found.isDisplayedInNewDropdown,
  use_private_comments: found.usePrivateComments,
  should_send_event_in_notification: found.shouldSendEventInNotification,
  enable_move_artifacts: found.enableMoveArtifacts,
});

/** The columns of its row. */
export function importTrackerFacts(facts: TrackerFacts) {
  // Level 1 means that the tracker notifies nobody; the older switch counts where there is no level.
  const { stopNotification, notificationsLevel } = facts.flags;
  const settings: TrackerSettings = {
    submitInstructions: facts.submitInstructions,
    browseInstructions: facts.browseInstructions,
    isNotificationStopped: notificationsLevel === undefined ? stopNotification === true : notificationsLevel === 1,
    flags: Object.fromEntries(
      Object.entries(attributesOf(facts.flags)).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(Number(value))]],
      ),
    ),
    cannedResponses: facts.cannedResponses.map(({ title, body }) => ({ title, body })),
  };
  return {
    item_name: facts.itemName,
    name: facts.name,
    description: facts.description,
    color: (facts.color?.trim() || 'inca-silver').replaceAll('_', '-'),
    is_deleted: facts.isDeleted ? 1 : 0,
    settings_json: JSON.stringify(settings),
  };
}

/** Where notifications were switched after the import, the level says so. */
function exportFlags({ flags: kept, isNotificationStopped }: TrackerSettings): TrackerFlags {
  const read = (name: string): boolean | undefined => (kept[name] === undefined ? undefined : kept[name] === '1');
  const level = Object.values(levels).find((known) => String(known) === kept['notifications_level']);
  const stopNotification = read('stop_notification');
  const wasStopped = level === undefined ? stopNotification === true : level === 1;
  return {
    instantiateForNewProjects: read('instantiate_for_new_projects'),
    allowCopy: read('allow_copy'),
    logPriorityChanges: read('log_priority_changes'),
    enableEmailGateway: read('enable_emailgateway'),
    stopNotification,
    notificationsLevel: wasStopped === isNotificationStopped ? level : isNotificationStopped ? 1 : 0,
    isDisplayedInNewDropdown: read('is_displayed_in_new_dropdown'),
    usePrivateComments: read('use_private_comments'),
    shouldSendEventInNotification: read('should_send_event_in_notification'),
    enableMoveArtifacts: read('enable_move_artifacts') ?? true,
  };
}

/** All but what it is called by others. */
export const exportTrackerFacts = ({
  isDeleted,
  name,
  itemName,
  description,
  color,
  settings,
}: Definition): Omit<TrackerFacts, 'ref' | 'parentRef'> => ({
  flags: exportFlags(settings),
  isDeleted,
  name,
  itemName,
  description,
  color,
  submitInstructions: settings.submitInstructions,
  browseInstructions: settings.browseInstructions,
  cannedResponses: settings.cannedResponses.map(({ title, body }) => ({ title, body, line: 0 })),
  line: 0,
});

/** The attributes of `<tracker>`. */
export const writeTrackerAttributes = (facts: TrackerFacts) => ({
  id: facts.ref,
  parent_id: facts.parentRef ?? '0',
  ...attributesOf(facts.flags),
});

export const writeTrackerFacts = (facts: TrackerFacts): (string | undefined)[] => [
  leaf('name', facts.name),
  leaf('item_name', facts.itemName),
  leaf('description', facts.description),
  optionalLeaf('color', facts.color),
  optionalLeaf('submit_instructions', facts.submitInstructions),
  optionalLeaf('browse_instructions', facts.browseInstructions),
  element(
    'cannedResponses',
    {},
    facts.cannedResponses.map(({ title, body }) =>
      element('cannedResponse', {}, [leaf('title', title), leaf('body', body)]),
    ),
  ),
];
