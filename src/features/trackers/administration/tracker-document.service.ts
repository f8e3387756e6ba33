// The document of a whole tracker, as GET shows it, written over the tracker: what differs from what is shown is changed.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { changeDefinition, recordTracker, requireTrackerAdmin } from '../trackers/definition-changes.ts';
import type { ChangeContext } from '../trackers/definition-changes.ts';
import { asChange, loadInside, saveFields, takeOut } from './document-fields.ts';
import type { FieldSaveContext, Histories } from './document-fields.ts';
import { surveyHistory } from './field-changes.ts';
import type { FindUsedValues } from './field-changes.ts';
import type { ListLaterUses } from './field-removal.ts';
import type { FieldOfDocument } from './fields.schema.ts';
import type { TrackerDocument } from './tracker-changes.schema.ts';
import { saveTrackerChange } from './tracker-changes.service.ts';
import type { Tracker } from '../trackers/trackers.schema.ts';
import type { Trackers } from '../trackers/trackers.service.ts';
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
  const { fields = [], removed_fields: removed = [], ...rest } = document;
  const semantics = document.semantics && dropShown(document.semantics, shown.semantics);
  const byId = new Map(shown.fields.map((field) => [field.field_id, field]));
  const changed = fields.filter((field) => !isShown(field, byId.get(field.field_id)));
  const isSame = semantics === undefined || Object.keys(semantics).length === 0;
  const { semantics: _semantics, ...others } = dropShown(rest, shown);
  return { ...others, ...(isSame ? {} : { semantics }), fields: changed, removed_fields: removed };
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
  listLaterUses: ListLaterUses;
}

export function createTrackerDocuments(deps: TrackerDocumentDeps): TrackerDocuments {
  const { clock, trackers, findUsedValues, listLaterUses } = deps;
  return {
    async replace(viewer, id, document) {
      const seen = await trackers.read(viewer, id);
      requireTrackerAdmin(viewer, seen);
      const difference = findDifference(document, await trackers.view(viewer, seen));
      const histories: Histories = new Map();
      for (const field of difference.fields ?? [])
        histories.set(field.field_id, await surveyHistory(deps, seen, field.field_id, asChange(field)));
      await changeDefinition(deps, viewer, id, undefined, (tx) =>
        saveDifference(
          { tx, clock, viewer, findUsedValues, listLaterUses, histories },
          id,
          difference,
          document.fields ?? [],
        ),
      );
      return trackers.showChanged(viewer, id);
    },
  };
}

/** Who saves, and what documents call new things. */
interface SaveContext extends FieldSaveContext, ChangeContext {}

/** `all` are the fields of the document, those that do not differ included. */
async function saveDifference(
  context: SaveContext,
  trackerId: number,
  { fields = [], structure, workflow, removed_fields: removed = [], ...change }: Document,
  all: readonly SentField[],
): Promise<void> {
  const load = () => loadInside(context, trackerId);
  const saved = { fields, all, structure };
  const ids = await saveFields(context, load, saved);
  await saveTrackerChange(context, await load(), change, ids);
  if (workflow !== undefined && workflow !== null) await saveWorkflowDocument(context, trackerId, workflow, ids);
  await takeOut(context, load, saved, removed);
  const parts = Object.keys({ ...change, ...(structure && { structure }), ...(workflow && { workflow }) });
  if (fields.length + removed.length + parts.length === 0) return;
  await recordTracker(context, await load(), 'tracker-changed', {
    changed: parts.join(', '),
    fields: fields.filter(({ field_id: id }) => id >= 0).length,
    new_fields: fields.filter(({ field_id: id }) => id < 0).length,
    removed_fields: removed.length,
  });
}
