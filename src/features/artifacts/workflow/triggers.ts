// Triggers: when children of an artifact hold the values that a trigger names, a field of the parent takes its value, in
// the transaction of the change and by the same rules, and so on upward. Each fires once for an artifact and a request, so
// that a circle of parents comes to an end.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { artifactLinks, fieldIs } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import { listArtifactsByIds, listLinksFrom, listLinksTo } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { applyChanges, findChangedFields, isLinkList, parseValues } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';
import { judgeTriggered } from './field-rules.ts';
import { followTransition } from './transition-effects.ts';
import type { TransitionEffects } from './transition-effects.ts';

type FieldValueKey = Definition['triggers'][number]['target'];
type Trigger = Definition['triggers'][number];

/** The account that changes of triggers are recorded under; nobody signs in with it. */
export const workflowUserId = 90;

/** An artifact before and after a change. */
export interface Changed {
  /** As it was; for a new artifact, as it was made. */
  before: ArtifactRow;
  after: ArtifactRow;
}

export interface TriggerWorld {
  /** Of every tracker that a change may reach. */
  definitions: ReadonlyMap<number, Definition>;
  nowMs: number;
  effects: TransitionEffects;
}

/** The definitions of these trackers and of all that their triggers may change, directly or by way of others. */
export async function loadAffectedTrackers(
  trackers: Trackers,
  siteVersion: number,
  starts: Iterable<Definition>,
): Promise<Map<number, Definition>> {
  const reached = new Map([...starts].map((tracker) => [tracker.id, tracker]));
  for (const tracker of reached.values()) {
    for (const { target } of tracker.triggers) {
      if (isSliceOver()) await yieldSlice();
      if (reached.has(target.trackerId)) continue;
      const parent = await trackers.findDefinition(target.trackerId, siteVersion);
      if (parent !== undefined && !parent.isDeleted) reached.set(parent.id, parent);
    }
  }
  return reached;
}

/** Fires what the changes set off; gives the artifacts that changed by it, in their newest state. */
export async function fireTriggers(
  tx: Writer,
  world: TriggerWorld,
  changes: readonly Changed[],
): Promise<ReadonlyMap<number, ArtifactRow>> {
  const fired = new Set<string>();
  const newest = new Map<number, ArtifactRow>();
  const waiting = [...changes];
  for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
    if (isSliceOver()) await yieldSlice(true);
    for (const { trigger, parentId } of await listDue(tx, world, change)) {
      const key = `${trigger.id} ${parentId}`;
      if (fired.has(key)) continue;
      const next = await fire(tx, world, trigger, parentId);
      if (next === undefined) continue;
      fired.add(key);
      newest.set(parentId, next.after);
      waiting.push(next);
    }
  }
  return newest;
}

interface Due {
  trigger: Trigger;
  parentId: number;
}

async function listDue(tx: Writer, { definitions }: TriggerWorld, change: Changed): Promise<Due[]> {
  const tracker = definitions.get(change.after.tracker_id);
  if (tracker === undefined || tracker.triggers.length === 0) return [];
  const before = parseValues(change.before);
  const values = parseValues(change.after);
  const changed = new Set(findChangedFields(tracker, before, new Map(numbered(values))));
  return [
    ...(await listDueOfParents(tx, tracker, change.after.id, values, changed)),
    ...(await listDueOfOwn(tx, tracker, change.after.id, before, values)),
  ];
}

const numbered = (values: StoredValues): [number, unknown][] =>
  Object.entries(values).map(([id, value]) => [Number(id), value]);

const holds = (values: StoredValues, { fieldId, valueId }: FieldValueKey): boolean => {
  const stored = values[fieldId];
  return Array.isArray(stored) && stored.includes(valueId);
};

/** What a child fires that took a value which a trigger names. */
async function listDueOfParents(
  tx: Writer,
  tracker: Definition,
  childId: number,
  values: StoredValues,
  changed: ReadonlySet<number>,
): Promise<Due[]> {
  const touched = tracker.triggers.filter(({ sources }) =>
    sources.some((source) => source.trackerId === tracker.id && changed.has(source.fieldId) && holds(values, source)),
  );
  if (touched.length === 0) return [];
  const links = (await listLinksTo(tx, [childId])).filter(({ type }) => type === artifactLinks.childType);
  const parents = await listArtifactsByIds(
    tx,
    links.map((link) => link.source_id),
  );
  const due: Due[] = [];
  for (const parent of parents) {
    const own = touched.filter((trigger) => trigger.target.trackerId === parent.tracker_id);
    const asksAll = own.some((trigger) => trigger.condition === 'all_of');
    const children = asksAll ? await listChildren(tx, parent.id) : [];
    for (const trigger of own)
      if (trigger.condition === 'at_least_one' || isTrueOfAll(trigger, children))
        due.push({ trigger, parentId: parent.id });
  }
  return due;
}

/** What an artifact fires itself whose children became others. */
async function listDueOfOwn(
  tx: Writer,
  tracker: Definition,
  id: number,
  before: StoredValues,
  values: StoredValues,
): Promise<Due[]> {
  const own = tracker.triggers.filter(({ target }) => target.trackerId === tracker.id);
  const old = listChildIds(tracker, before);
  const now = listChildIds(tracker, values);
  if (own.length === 0 || old.symmetricDifference(now).size === 0) return [];
  const children = await listChildren(tx, id);
  const added = children.filter((child) => !old.has(child.id));
  return own
    .filter((trigger) =>
      trigger.condition === 'all_of'
        ? isTrueOfAll(trigger, children)
        : added.some((child) => trigger.sources.some((source) => isSourceOf(child, source))),
    )
    .map((trigger) => ({ trigger, parentId: id }));
}

function listChildIds(tracker: Definition, values: StoredValues): Set<number> {
  const links = tracker.fields.filter(fieldIs.links).map((field) => values[field.id]);
  return new Set(
    links
      .flatMap((value) => (isLinkList(value) ? value.filter(({ type }) => type === artifactLinks.childType) : []))
      .map(({ id }) => id),
  );
}

interface Child {
  id: number;
  trackerId: number;
  values: StoredValues;
}

async function listChildren(tx: Writer, parentId: number): Promise<Child[]> {
  const links = (await listLinksFrom(tx, [parentId])).filter(({ type }) => type === artifactLinks.childType);
  const rows = await listArtifactsByIds(
    tx,
    links.map((link) => link.target_id),
  );
  return rows.map((row) => ({ id: row.id, trackerId: row.tracker_id, values: parseValues(row) }));
}

const isSourceOf = (child: Child, source: FieldValueKey): boolean =>
  child.trackerId === source.trackerId && holds(child.values, source);

/**
 * Whether there are children in the trackers that the trigger names, and all of them hold, in each field that it names
 * there, one of the values.
 */
function isTrueOfAll({ sources }: Trigger, children: readonly Child[]): boolean {
  const byTracker = Map.groupBy(sources, (source) => source.trackerId);
  const named = children.filter((child) => byTracker.has(child.trackerId));
  return (
    named.length > 0 &&
    named.every(({ trackerId, values }) => {
      const byField = Map.groupBy(byTracker.get(trackerId) ?? [], (source) => source.fieldId);
      return byField.values().every((any) => any.some((source) => holds(values, source)));
    })
  );
}

/** Undefined where the artifact has the value already, or its tracker's own workflow or rules refuse the change. */
async function fire(
  tx: Writer,
  { definitions, nowMs, effects }: TriggerWorld,
  { target }: Trigger,
  parentId: number,
): Promise<Changed | undefined> {
  const tracker = definitions.get(target.trackerId);
  const [before] = await listArtifactsByIds(tx, [parentId]);
  if (before === undefined || tracker?.fieldById.get(target.fieldId)?.isUsed !== true) return undefined;
  const current = parseValues(before);
  if (JSON.stringify(current[target.fieldId]) === JSON.stringify([target.valueId])) return undefined;
  const values = new Map<number, unknown>([[target.fieldId, [target.valueId]]]);
  const times = { nowMs, submittedAtMs: before.submitted_at_ms };
  const judged = judgeTriggered(tracker, { before: current, values, paths: new Map() }, times);
  if (judged instanceof DomainError) return undefined;
  const change = { by: workflowUserId, atMs: nowMs, comments: [], values: judged.values };
  const after = await applyChanges(tx, tracker, before, [change]);
  const made = { artifactId: parentId, userId: workflowUserId, nowMs };
  await followTransition(effects, tx, tracker, judged.transition, made);
  return { before, after };
}
