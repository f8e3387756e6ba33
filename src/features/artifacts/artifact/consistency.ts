// Compares every artifact's row, search keys, links, references and groups with what its changesets say, and counts with both.
import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tables } from '../../../platform/database/index.ts';
import { isTrackedList, listChangesOf } from './list-changes.ts';
import { listFiles } from '../../attachments/index.ts';
import { fieldIs, fieldTypeOf } from '../../trackers/index.ts';
import type { TextReference } from '../../trackers/index.ts';
import { listArtifactsByIds, listChangesets, listComments, listLinksFrom } from './artifacts.store.ts';
import type { ArtifactRow, ChangesetRow, CommentRow } from './artifacts.store.ts';
import { isGroupList, isLinkList, parseChanges, parseValues } from './change.ts';
import { referencesOfComment } from './change-traces.ts';
import type { StoredValues } from './change.ts';
import * as store from './consistency.store.ts';
import { textOfComment, textsOfValue } from './text-traces.ts';

/** Artifacts that one query reads. */
const artifactsAtOnce = 200;

/** What was written beside an artifact's row, as sorted texts. */
interface Traces {
  keys: string[];
  links: string[];
  references: string[];
  groups: string[];
  texts: string[];
  lists: string[];
}

/** One sentence for each thing that does not fit; none for a sound database. `db` is best a snapshot's. */
export async function* listInconsistencies(db: Reader): AsyncGenerator<string, void> {
  const fieldTypes = await store.readFieldTypes(db);
  for (let afterId = 0; ;) {
    const rows = await store.listAllAfter(db, afterId, artifactsAtOnce);
    const last = rows.at(-1);
    if (last === undefined) break;
    yield* compareArtifacts(db, rows, fieldTypes);
    afterId = last.id;
  }
  for (const { id } of await store.listTrackersBehind(db))
    yield `tracker ${id}: an artifact has a higher number than its last`;
  for (const { tracker_id: id } of await store.listMiscounted(db))
    yield `tracker ${id}: its counts are not those of its artifacts`;
}

async function* compareArtifacts(
  db: Reader,
  rows: readonly ArtifactRow[],
  fieldTypes: ReadonlyMap<number, string>,
): AsyncGenerator<string, void> {
  const ids = rows.map((row) => row.id);
  const histories = Map.groupBy(await listChangesets(db, ids), (row) => row.artifact_id);
  const keys = Map.groupBy(await store.listKeys(db, ids), (row) => row.artifact_id);
  const links = Map.groupBy(await listLinksFrom(db, ids), (row) => row.source_id);
  const references = Map.groupBy(await store.listReferencesFrom(db, ids), (row) => row.source_id);
  const changesetIds = [...histories.values()].flatMap((history) => history.map((changeset) => changeset.id));
  const comments = Map.groupBy(await listComments(db, changesetIds), (comment) => comment.changeset_id);
  const groups = Map.groupBy(await store.listGroups(db, ids), (row) => row.artifact_id);
  const texts = Map.groupBy(await store.listSearchTexts(db, ids), (row) => row.artifact_id);
  const lists = Map.groupBy(await store.listListChanges(db, ids), (row) => row.artifact_id);
  const dueTexts = await loadDueTexts(db, rows, fieldTypes, histories);
  const values = new Map(rows.map((row) => [row.id, parseValues(row)]));
  const targets = await listLiving(db, [...values.values()]);
  for (const row of rows) {
    const found: Traces = {
      keys: (keys.get(row.id) ?? []).map(({ field_id, key }) => `${field_id} ${key}`).sort(),
      links: (links.get(row.id) ?? []).map(({ target_id, type }) => `${target_id} ${type}`).sort(),
      references: (references.get(row.id) ?? [])
        .map((one) => nameReference(one.field_id, one.changeset_id, { keyword: one.keyword, id: one.target_id }))
        .sort(),
      groups: (groups.get(row.id) ?? []).map(({ ugroup_id }) => String(ugroup_id)).sort(),
      texts: (texts.get(row.id) ?? []).map(spellText).sort(),
      lists: (lists.get(row.id) ?? [])
        .filter((change) => isTrackedList(fieldTypes.get(change.field_id)))
        .map((change) => nameChange(change.field_id, change.changeset_id, change.from_key, change.to_key))
        .sort(),
    };
    const due = tracesOf(values.get(row.id) ?? {}, fieldTypes, targets);
    const said = (histories.get(row.id) ?? []).flatMap(({ id }) => referencesIn(comments.get(id)?.at(-1)));
    due.references = [...due.references, ...said].sort();
    yield* compareHistory(row, histories.get(row.id) ?? []);
    const dueLists = listsOf(row, histories.get(row.id) ?? [], fieldTypes);
    yield* compareTraces(row, found, { ...due, texts: dueTexts.get(row.id) ?? [], lists: dueLists });
  }
}

const nameChange = (fieldId: number, changesetId: number, fromKey: number, toKey: number): string =>
  `${fieldId} ${changesetId} ${fromKey} ${toKey}`;

/** What became of lists of one value. */
function listsOf(
  { id }: ArtifactRow,
  history: readonly ChangesetRow[],
  fieldTypes: ReadonlyMap<number, string>,
): string[] {
  const steps = history.map((changeset) => ({ changesetId: changeset.id, atMs: 0, values: parseChanges(changeset) }));
  return listChangesOf((fieldId) => fieldTypes.get(fieldId), { artifactId: id, afterMs: 0, old: {} }, steps)
    .map(({ fieldId, changesetId, fromKey, toKey }) => nameChange(fieldId, changesetId, fromKey, toKey))
    .sort();
}

const nameReference = (fieldId: number, changesetId: number, { keyword, id }: TextReference): string =>
  `${fieldId} ${changesetId} ${keyword} ${id}`;

const referencesIn = (comment: CommentRow | undefined): string[] =>
  comment === undefined
    ? []
    : referencesOfComment(comment).map((reference) => nameReference(0, comment.changeset_id, reference));

const spellText = ({ owner, item, audience, text }: Omit<Tables['search_texts'], 'artifact_id'>): string =>
  JSON.stringify([owner, item, audience, text]);

/** What queries search in, by artifact. */
async function loadDueTexts(
  db: Reader,
  rows: readonly ArtifactRow[],
  fieldTypes: ReadonlyMap<number, string>,
  histories: ReadonlyMap<number, readonly ChangesetRow[]>,
): Promise<Map<number, string[]>> {
  const ids = rows.map((row) => row.id);
  const files = new Map((await listFiles(db, ids)).map((file) => [file.id, file]));
  const comments = await listComments(
    db,
    ids.flatMap((id) => histories.get(id) ?? []).map(({ id }) => id),
  );
  const newest = new Map(comments.map((comment) => [comment.changeset_id, comment]));
  return new Map(
    rows.map((row) => {
      const said = (histories.get(row.id) ?? []).flatMap(({ id }) => newest.get(id) ?? []);
      const due = [
        ...said.flatMap((comment) => textOfComment(row.tracker_id, comment)),
        ...Object.entries(parseValues(row)).flatMap(([fieldId, value]) =>
          textsOfValue(row.id, Number(fieldId), fieldTypes.get(Number(fieldId)) ?? '', value, files),
        ),
      ];
      return [row.id, due.map(spellText).sort()];
    }),
  );
}

/** Those linked artifacts that still exist: erasing a project takes links to it away, not the values that named them. */
async function listLiving(db: Reader, all: readonly StoredValues[]): Promise<Set<number>> {
  const named = all.flatMap((values) => Object.values(values).flatMap(linksIn)).map(({ id }) => id);
  return new Set((await listArtifactsByIds(db, [...new Set(named)])).map(({ id }) => id));
}

const linksIn = (value: unknown): { id: number; type: string }[] => (isLinkList(value) ? value : []);

function* compareHistory(row: ArtifactRow, history: readonly ChangesetRow[]): Generator<string, void> {
  const say = (what: string): string => `artifact ${row.id}: ${what}`;
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined) {
    yield say('it has no changeset');
    return;
  }
  if (row.version !== history.length) yield say(`its version is ${row.version}, its changesets are ${history.length}`);
  if (row.changeset_id !== last.id) yield say(`its row names changeset ${row.changeset_id}, its last is ${last.id}`);
  if (row.submitted_by !== first.submitted_by || row.submitted_at_ms !== first.submitted_at_ms)
    yield say('its row names another submission than its first changeset');
  if (row.updated_by !== last.submitted_by || row.updated_at_ms !== last.submitted_at_ms)
    yield say('its row names another last change than its last changeset');
  const folded: StoredValues = {};
  for (const changeset of history) Object.assign(folded, parseChanges(changeset));
  if (!isDeepStrictEqual(parseValues(row), folded)) yield say('its values are not what its changesets lead to');
}

function tracesOf(
  values: StoredValues,
  fieldTypes: ReadonlyMap<number, string>,
  targets: ReadonlySet<number>,
): Omit<Traces, 'texts' | 'lists'> & { unknownFields: string[] } {
  const due = { keys: new Set<string>(), links: new Set<string>(), groups: new Set<string>() };
  const references: string[] = [];
  const unknownFields: string[] = [];
  for (const [fieldId, value] of Object.entries(values)) {
    const type = fieldTypes.get(Number(fieldId));
    if (type === undefined) {
      unknownFields.push(fieldId);
      continue;
    }
    for (const key of fieldTypeOf(type).keys(value)) due.keys.add(`${fieldId} ${key}`);
    for (const one of fieldTypeOf(type).references(value)) references.push(nameReference(Number(fieldId), 0, one));
    if (fieldIs.links({ type }))
      for (const link of linksIn(value)) if (targets.has(link.id)) due.links.add(`${link.id} ${link.type}`);
    if (fieldIs.readers({ type }) && isGroupList(value)) for (const id of value) due.groups.add(String(id));
  }
  return {
    keys: [...due.keys].sort(),
    links: [...due.links].sort(),
    references,
    groups: [...due.groups].sort(),
    unknownFields,
  };
}

function* compareTraces(
  row: ArtifactRow,
  found: Traces,
  due: Traces & { unknownFields: string[] },
): Generator<string, void> {
  const say = (what: string): string => `artifact ${row.id}: ${what}`;
  for (const id of due.unknownFields) yield say(`it has a value of the field ${id}, which does not exist`);
  if (!isDeepStrictEqual(found.keys, due.keys)) yield say('its search keys are not those of its values');
  if (!isDeepStrictEqual(found.links, due.links)) yield say('its links are not those of its values');
  if (!isDeepStrictEqual(found.references, due.references)) yield say('its references are not those of its texts');
  if (!isDeepStrictEqual(found.groups, due.groups)) yield say('its groups are not those of its values');
  if (!isDeepStrictEqual(found.texts, due.texts))
    yield say('its texts for searching are not those of its values and comments');
  if (!isDeepStrictEqual(found.lists, due.lists)) yield say('its changes of lists are not those of its changesets');
  if (row.is_limited !== (due.groups.length > 0 ? 1 : 0))
    yield say(`its mark of being limited is ${row.is_limited}, which its groups contradict`);
}
