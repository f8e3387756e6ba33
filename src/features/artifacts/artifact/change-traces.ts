// What is derived from an artifact's values and kept in step with them: search keys, links, groups, and the
// representations around.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { attachFiles } from '../../attachments/index.ts';
import type { Attaching } from '../../attachments/index.ts';
import type { MarkupText, MarkupFormat } from '../../../platform/markup/index.ts';
import { fieldIs, fieldTypeOf, writtenReferences } from '../../trackers/index.ts';
import type { ArtifactLink, Definition, Field, TextReference } from '../../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import * as store from './change.store.ts';
import { listCounting } from './computed-parents.store.ts';
import { saveTexts } from './text-traces.ts';

/** Stored values by field id. */
export type StoredValues = Record<string, unknown>;

/** What changed of an artifact. */
export interface Trace {
  /** The row before. */
  before: ArtifactRow;
  /** The values before. */
  old: StoredValues;
  /** The values now. */
  values: StoredValues;
  /** Fields that got a value, be it another or the same again. */
  touched: ReadonlySet<number>;
  /** The groups that alone may see the artifact now; none: it is not limited. */
  groups: readonly number[];
  /** What the new changesets say. */
  words: readonly { changesetId: number; body: string; format: MarkupFormat }[];
}

/** Whether a stored value is one of an `art_link` field. */
export const isLinkList = (value: unknown): value is ArtifactLink[] =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'object' && item !== null && 'id' in item && 'type' in item);

const typeOf = (tracker: Definition, fieldId: number): string => tracker.fieldById.get(fieldId)?.type ?? '';

/** What was asked together with the row of an artifact that is to change, so that what is written waits for no answer. */
export interface ForeseenChange {
  /** For its changesets, in order; one that is left over is a gap. */
  readonly changesetIds: readonly number[] | undefined;
  /** Artifacts that it counts in, where the fields that change tell that it will matter. */
  readonly counting: readonly number[] | undefined;
}

/** A trace before its changesets have ids. */
type EarlyTrace = Omit<Trace, 'words'>;

/**
 * What artifacts count in, by their ids, where that can be read before their changes are written, so that one does not wait for
 * the other: of a single one whose links stay; `foreseen` where it is known already.
 */
export async function listCountingEarly(
  tx: Writer,
  tracker: Definition,
  traces: readonly EarlyTrace[],
  foreseen?: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const [trace] = traces;
  if (trace === undefined || traces.length > 1 || trace.before.version === 0) return new Map();
  if (!mayCountEarly(tracker, trace.touched)) return new Map();
  return new Map([[trace.before.id, foreseen ?? (await listCounting(tx, trace.before.id))]]);
}

/** Whether these fields, once changed, may count in sums and charts of others, and leave links as they are. */
export function mayCountEarly(tracker: Definition, fieldIds: Iterable<number>): boolean {
  const fields = [...fieldIds].flatMap((fieldId) => tracker.fieldById.get(fieldId) ?? []);
  return !fields.some(fieldIs.links) && fields.some(counts);
}

/**
 * Saves what follows from the changes of artifacts of one tracker; `counting` is what listCountingEarly gave. No artifact may come
 * twice.
 */
export async function saveTraces(
  tx: Writer,
  tracker: Definition,
  traces: readonly Trace[],
  counting: ReadonlyMap<number, readonly number[]> = new Map(),
): Promise<void> {
  await saveKeys(tx, tracker, traces);
  await saveTexts(tx, tracker, traces);
  await attachFiles(
    tx,
    traces.flatMap((trace) => listAttachings(tracker, trace)),
  );
  const steps = new Map<number, number>();
  const linked = await saveLinks(tx, tracker, traces);
  const referred = await saveReferences(tx, tracker, traces);
  for (const [index, trace] of traces.entries()) {
    if (index > 0 && isSliceOver()) await yieldSlice(true);
    const around = (linked.get(trace) ?? new Set<number>()).union(referred.get(trace) ?? new Set<number>());
    const isSeenByOthers = await saveVisibility(tx, tracker, trace);
    if (isSeenByOthers) for (const id of await store.listNeighbours(tx, trace.before.id)) around.add(id);
    else if (isCounted(tracker, trace))
      for (const id of counting.get(trace.before.id) ?? (await listCounting(tx, trace.before.id))) around.add(id);
    if (isFraming(tracker, trace))
      for (const { id } of await store.listLinksFrom(tx, { sourceId: trace.before.id })) around.add(id);
    around.delete(trace.before.id);
    for (const id of around) steps.set(id, (steps.get(id) ?? 0) + 1);
  }
  for (const [count, entries] of Map.groupBy(steps, ([, value]) => value))
    await store.bumpContexts(
      tx,
      entries.map(([id]) => ({ id, steps: count })),
    );
}

function listAttachings(tracker: Definition, { before, old, values, touched }: Trace): Attaching[] {
  return [...touched].flatMap((fieldId) => {
    const { mentions } = fieldTypeOf(typeOf(tracker, fieldId));
    const had = new Set(old[fieldId] === undefined ? [] : mentions(old[fieldId]).files);
    const ids = (mentions(values[fieldId]).files ?? []).filter((id) => !had.has(id));
    return ids.length === 0 ? [] : [{ artifactId: before.id, fieldId, ids }];
  });
}

async function saveKeys(tx: Writer, tracker: Definition, traces: readonly Trace[]): Promise<void> {
  const rows: { artifactId: number; fieldId: number; key: number }[] = [];
  for (const [index, { before, old, values, touched }] of traces.entries()) {
    if (index > 0 && isSliceOver()) await yieldSlice(true);
    const artifactId = before.id;
    for (const fieldId of touched) {
      const type = fieldTypeOf(typeOf(tracker, fieldId));
      const keys = new Set(type.keys(values[fieldId]));
      const oldKeys = new Set(old[fieldId] === undefined ? [] : type.keys(old[fieldId]));
      if (keys.size === oldKeys.size && keys.isSubsetOf(oldKeys)) continue;
      const [key, ...others] = keys;
      if (key !== undefined && others.length === 0 && oldKeys.size === 1) {
        await store.updateKey(tx, { artifactId, fieldId, key });
        continue;
      }
      if (oldKeys.size > 0) await store.deleteKeys(tx, { artifactId, fieldId });
      for (const added of keys) rows.push({ artifactId, fieldId, key: added });
    }
  }
  await store.insertKeys(tx, rows);
}

/** Gives, for each artifact whose links were set, the targets of those that came or went. */
async function saveLinks(tx: Writer, tracker: Definition, traces: readonly Trace[]): Promise<Map<Trace, Set<number>>> {
  const rows: { sourceId: number; targetId: number; type: string; rank: number }[] = [];
  const changed = new Map<Trace, Set<number>>();
  for (const trace of traces) {
    const sourceId = trace.before.id;
    const fieldId = [...trace.touched].findLast((id) => fieldIs.links({ type: typeOf(tracker, id) }));
    const links = fieldId === undefined ? undefined : trace.values[fieldId];
    if (!isLinkList(links)) continue;
    const before = trace.before.version === 0 ? [] : await store.listLinksFrom(tx, { sourceId });
    if (before.length > 0) await store.deleteLinksFrom(tx, { sourceId });
    for (const [rank, { id, type }] of links.entries()) rows.push({ sourceId, targetId: id, type, rank });
    changed.set(trace, listDifference(before, links));
  }
  await store.insertLinks(tx, rows);
  return changed;
}

/** Whether values of the field, or what they link to, count in sums and charts of others. */
const counts = (field: Pick<Field, 'type'>): boolean =>
  fieldIs.amount(field) || fieldIs.choice(field) || fieldIs.links(field);

/** Whether an artifact that others may know of changed something that may count there. */
const isCounted = (tracker: Definition, { before, touched }: EarlyTrace): boolean =>
  before.version > 0 && touched.values().some((fieldId) => counts({ type: typeOf(tracker, fieldId) }));

/** Whether the timeframe of an artifact changed, which what it links to may have by it. */
function isFraming({ semantics: { timeframe } }: Definition, { before, touched }: Trace): boolean {
  const fieldIds = Object.values(timeframe ?? {}).filter((value) => typeof value === 'number');
  return before.version > 0 && fieldIds.some((id) => touched.has(id));
}

/** References in a text, and the place of that text: see ArtifactReferencesTable. */
interface ReferencingText {
  fieldId: number;
  changesetId: number;
  references: readonly TextReference[];
}

export const textOfComment = ({ body, format }: { body: string; format: MarkupFormat }): MarkupText => ({
  content: body,
  format,
});

export const referencesOfComment = ({ body, format }: { body: string; format: MarkupFormat }): TextReference[] =>
  writtenReferences.listReferences(body, format === 'html');

/** Gives, for each artifact, those to which references came or went. Who referred to a new one by its number can be shown it now. */
async function saveReferences(
  tx: Writer,
  tracker: Definition,
  traces: readonly Trace[],
): Promise<Map<Trace, Set<number>>> {
  const changed = new Map<Trace, Set<number>>();
  const rows: { sourceId: number; fieldId: number; changesetId: number; keyword: string; targetId: number }[] = [];
  for (const [index, trace] of traces.entries()) {
    if (index > 0 && isSliceOver()) await yieldSlice(true);
    const sourceId = trace.before.id;
    const texts: ReferencingText[] = trace.words.map((said) => ({
      fieldId: 0,
      changesetId: said.changesetId,
      references: referencesOfComment(said),
    }));
    const around = new Set<number>();
    for (const fieldId of trace.touched) {
      const type = fieldTypeOf(typeOf(tracker, fieldId));
      const before = trace.old[fieldId] === undefined ? [] : type.references(trace.old[fieldId]);
      if (before.length > 0) await store.deleteFieldReferences(tx, { sourceId, fieldId });
      for (const { id } of before) around.add(id);
      texts.push({ fieldId, changesetId: 0, references: type.references(trace.values[fieldId]) });
    }
    for (const { references, ...place } of texts) {
      for (const { keyword, id } of references) {
        rows.push({ sourceId, ...place, keyword, targetId: id });
        around.add(id);
      }
    }
    if (around.size > 0) changed.set(trace, around);
  }
  await store.insertReferences(tx, rows);
  const newborn = traces.filter(({ before }) => before.version === 0).map(({ before }) => ({ id: before.id }));
  await store.bumpReferrers(tx, newborn);
  return changed;
}

function listDifference(before: readonly ArtifactLink[], links: readonly ArtifactLink[]): Set<number> {
  const keyOf = ({ id, type }: ArtifactLink): string => `${id} ${type}`;
  const old = new Set(before.map(keyOf));
  const wanted = new Set(links.map(keyOf));
  return new Set([
    ...before.filter((link) => !wanted.has(keyOf(link))).map(({ id }) => id),
    ...links.filter((link) => !old.has(keyOf(link))).map(({ id }) => id),
  ]);
}

/** Whether others who show the artifact may have to show it to other people from now on. */
async function saveVisibility(tx: Writer, tracker: Definition, trace: Trace): Promise<boolean> {
  const { before, touched, groups } = trace;
  const isNew = before.version === 0;
  const isLimitTouched = touched.values().some((fieldId) => fieldIs.readers({ type: typeOf(tracker, fieldId) }));
  if (isLimitTouched) {
    if (!isNew) await store.deleteGroups(tx, { artifactId: before.id });
    await store.insertGroups(
      tx,
      groups.map((groupId) => ({ artifactId: before.id, groupId })),
    );
  }
  return !isNew && (isLimitTouched || touched.has(tracker.semantics.contributor?.field_id ?? 0));
}
