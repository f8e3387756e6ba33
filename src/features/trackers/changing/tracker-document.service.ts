// The document of a whole tracker, as GET shows it, written over the tracker: what differs from what is shown is changed.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { atPath, invalid } from '../../../platform/errors.ts';
import type { Viewer } from '../../projects/index.ts';
import { changeDefinition, requireTrackerAdmin } from '../reading/changing.ts';
import type { Definition } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { readStructure } from './document-structure.ts';
import { placeFields, saveField, surveyHistory } from './field-changes.ts';
import type { FindUsedValues, History } from './field-changes.ts';
import type { FieldChange, FieldOfDocument } from './fields.schema.ts';
import type { TrackerDocument } from './tracker-changes.schema.ts';
import { saveTrackerChange } from './tracker-changes.service.ts';
import type { ChangeContext } from './tracker-changes.service.ts';
import type { Tracker } from '../reading/trackers.schema.ts';
import type { Trackers } from '../reading/trackers.service.ts';
import { saveWorkflowDocument } from '../workflow/workflow-document.ts';

type Document = Static<typeof TrackerDocument>;
type SentField = Static<typeof FieldOfDocument>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isList(value) && value.length === 0);

/** Whether what is sent is what is shown, which may have more keys. Scalars are compared as texts: XML has no types. */
function isShown(sent: unknown, shown: unknown): boolean {
  if (isEmpty(sent) || isEmpty(shown)) return isEmpty(sent) && isEmpty(shown);
  if (isList(sent))
    return isList(shown) && sent.length === shown.length && sent.every((item, index) => isShown(item, shown[index]));
  if (typeof sent !== 'object' || sent === null) return String(sent) === String(shown);
  if (typeof shown !== 'object' || shown === null) return false;
  const members = new Map(Object.entries(shown));
  return Object.entries(sent).every(([key, member]) => isShown(member, members.get(key)));
}

/** The members of `sent`, all of which are optional, that say something else than `shown`. */
function dropShown<T extends object>(sent: T, shown: object): T {
  const kept = { ...sent };
  for (const [key, value] of Object.entries(sent))
    if (isShown(value, Reflect.get(shown, key))) Reflect.deleteProperty(kept, key);
  return kept;
}

/** What a document says that the tracker, as it is shown, does not. */
function findDifference(document: Document, shown: Static<typeof Tracker>): Document {
  const { fields = [], ...rest } = document;
  const semantics = document.semantics && dropShown(document.semantics, shown.semantics);
  const byId = new Map(shown.fields.map((field) => [field.field_id, field]));
  const changed = fields.filter((field) => !isShown(field, byId.get(field.field_id)));
  return { ...dropShown(rest, shown), ...(semantics && { semantics }), fields: changed };
}

export interface TrackerDocuments {
  /**
   * Changes what the document says otherwise than the tracker is shown; gives the tracker as it is afterwards. Throws as
   * changeDefinition, invalid with the path of the part that can't be, or conflict.
   */
  replace(viewer: Viewer, id: number, document: Document): Promise<Static<typeof Tracker>>;
}

export interface TrackerDocumentDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  findUsedValues: FindUsedValues;
}

export function createTrackerDocuments(deps: TrackerDocumentDeps): TrackerDocuments {
  const { clock, trackers, findUsedValues } = deps;
  return {
    async replace(viewer, id, document) {
      const seen = await trackers.read(viewer, id);
      requireTrackerAdmin(viewer, seen);
      const difference = findDifference(document, await trackers.view(viewer, seen));
      const histories: Histories = new Map();
      for (const field of difference.fields ?? [])
        histories.set(field.field_id, await surveyHistory(deps, seen, field.field_id, changeOf(field)));
      await changeDefinition(deps, viewer, id, (tx) =>
        saveDifference({ tx, clock, viewer, findUsedValues, histories }, id, difference, document.fields ?? []),
      );
      return trackers.showChanged(viewer, id);
    },
  };
}

/** By field. */
type Histories = Map<number, History | undefined>;

interface SaveContext extends ChangeContext {
  findUsedValues: FindUsedValues;
  histories: Histories;
}

/** `all` are the fields of the document, those that do not differ included. */
async function saveDifference(
  context: SaveContext,
  trackerId: number,
  { fields = [], structure, workflow, ...change }: Document,
  all: readonly SentField[],
): Promise<void> {
  for (const field of fields)
    await atPath(`fields[${all.indexOf(field)}]`, async () =>
      saveSentField(context, await load(context, trackerId), field),
    );
  if (structure !== undefined) await saveStructure(context, await load(context, trackerId), structure);
  await saveTrackerChange(context, await load(context, trackerId), change);
  if (workflow !== undefined && workflow !== null) await saveWorkflowDocument(context, trackerId, workflow);
}

async function load({ tx }: ChangeContext, id: number): Promise<Definition> {
  const tracker = await loadDefinition(tx, id);
  if (tracker === undefined) throw new Error(`the tracker ${id} is gone in its own transaction`);
  return tracker;
}

/** A field of a document as a change of that field. */
const changeOf = ({ is_used: use_it, ...facts }: SentField): Static<typeof FieldChange> => ({
  ...facts,
  ...(use_it === undefined ? {} : { use_it }),
});

async function saveSentField(
  { tx, findUsedValues, histories }: SaveContext,
  tracker: Definition,
  sent: SentField,
): Promise<void> {
  const field = tracker.fieldById.get(sent.field_id);
  if (field === undefined || field.settings.isDeleted === true)
    throw invalid(`${sent.field_id} is no field of this tracker; POST /trackers/:id/fields adds one`, 'field_id');
  if (sent.parent_id !== undefined)
    throw invalid('is for new trackers; the structure says where it stands', 'parent_id');
  if (sent.type !== field.type) throw invalid(`the field "${field.label}" is of type ${field.type} for good`, 'type');
  const history = histories.get(field.id);
  await saveField({ tx, tracker, field, findUsedValues, history }, changeOf(sent));
}

async function saveStructure({ tx }: ChangeContext, tracker: Definition, structure: readonly unknown[]): Promise<void> {
  const elements = [...tracker.fieldById.keys()].map((id) => ({ field_id: id }));
  const places = [...readStructure(elements, structure)].map(([fieldId, { parentId }]) => ({ fieldId, parentId }));
  await atPath('structure', () => placeFields(tx, tracker, places));
}
