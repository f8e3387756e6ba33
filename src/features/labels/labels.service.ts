// Labels of projects, and what carries them.
import type { Static } from 'typebox';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { foldText } from '../../platform/texts/fold-text.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import { readAsAdmin, requireStillLiving } from '../projects/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import type { ItemLabelsChange, Label, LabelChange, LabelledItems, NewLabel } from './labels.schema.ts';
import * as store from './labels.store.ts';
import type { LabelledItem, LabelRow } from './labels.store.ts';
import type { LabelledKind } from './labels.tables.ts';

/** What carries labels of some kind, told by the feature that it belongs to. */
export interface Carriers {
  kind: LabelledKind;
  /** Titles (HTML) and pages of those that the viewer may see, in the order of `ids`. */
  show(viewer: Viewer, ids: readonly number[]): Promise<{ title: string; html_url: string }[]>;
}

type Shown = Static<typeof Label>;

/** Reading throws as Projects.read; changing forbidden for who does not administer the project, and conflict for a name that is taken. */
export interface Labels {
  /** With `part` in their names. */
  list(viewer: Viewer, projectId: number, part: string, page: Page): Promise<{ labels: Shown[]; size: number }>;
  listItems(
    viewer: Viewer,
    projectId: number,
    labelIds: readonly number[],
    page: Page,
  ): Promise<{ body: Static<typeof LabelledItems>; size: number }>;
  create(viewer: Viewer, projectId: number, wanted: Static<typeof NewLabel>): Promise<Shown>;
  /** Throws notFound for a label of another project. */
  change(viewer: Viewer, projectId: number, labelId: number, change: Static<typeof LabelChange>): Promise<Shown>;
  /** Takes it from all that carry it. Throws as `change`. */
  remove(viewer: Viewer, projectId: number, labelId: number): Promise<void>;
}

/** Of a project: a list that people choose from. */
const labelsMax = 1000;
/** Newest carriers that are looked at for `labeled_items`. */
const carriersMax = 500;
const looks = { is_outline: 1, color: 'chrome-silver' };

export const viewLabel = ({ id, label, is_outline: isOutline, color }: LabelRow): Shown => ({
  id,
  label,
  is_outline: isOutline === 1,
  color,
});

export function createLabels(
  { database, projects }: { database: Database; projects: Projects },
  carriers: ExtensionPoint<Carriers>,
): Labels {
  const db = database.read;
  const change = async <R>(viewer: Viewer, id: number, act: (tx: Writer) => Promise<R>): Promise<R> => {
    await readAsAdmin(projects, viewer, id);
    return database.transact(async (tx) => {
      await requireStillLiving(tx, id);
      return act(tx);
    });
  };
  return {
    async list(viewer, projectId, part, { limit, offset }) {
      await projects.read(viewer, projectId);
      const folded = foldText(part.trim());
      const rows = (await store.listLabels(db, projectId)).filter((row) => foldText(row.label_key).includes(folded));
      return { labels: rows.slice(offset, offset + limit).map(viewLabel), size: rows.length };
    },
    async listItems(viewer, projectId, labelIds, { limit, offset }) {
      await projects.read(viewer, projectId);
      const known = new Set((await store.listLabels(db, projectId)).map((row) => row.id));
      const items = labelIds.every((id) => known.has(id)) ? await listShown(db, carriers, viewer, labelIds) : [];
      const page = items.slice(offset, offset + limit).map((item) => ({ ...item, icon: '', small_icon: '' }));
      return { body: { labeled_items: page, are_there_items_user_cannot_see: false }, size: items.length };
    },
    create: (viewer, projectId, { label, is_outline: isOutline = true, color = looks.color }) =>
      change(viewer, projectId, async (tx) => {
        const known = await store.listLabels(tx, projectId);
        const row = { is_outline: isOutline ? 1 : 0, color, ...nameOf(label, 'label', known) };
        requireRoom(known.length + 1);
        return viewLabel(await store.insertLabel(tx, { project_id: projectId, ...row }));
      }),
    change: (viewer, projectId, labelId, { label, is_outline: isOutline, color }) =>
      change(viewer, projectId, async (tx) => {
        const known = await store.listLabels(tx, projectId);
        const row = requireOne(known, labelId);
        const changed = {
          ...row,
          ...(isOutline === undefined ? {} : { is_outline: isOutline ? 1 : 0 }),
          ...(color === undefined ? {} : { color }),
          ...(label === undefined
            ? {}
            : nameOf(
                label,
                'label',
                known.filter((one) => one !== row),
              )),
        };
        await store.updateLabel(tx, labelId, changed);
        return viewLabel(changed);
      }),
    remove: (viewer, projectId, labelId) =>
      change(viewer, projectId, async (tx) => {
        requireOne(await store.listLabels(tx, projectId), labelId);
        await store.deleteLabel(tx, labelId);
      }),
  };
}

async function listShown(
  db: Reader,
  carriers: ExtensionPoint<Carriers>,
  viewer: Viewer,
  labelIds: readonly number[],
): Promise<{ title: string; html_url: string }[]> {
  const ids = [...new Set(labelIds)];
  const shown = await Promise.all(
    carriers.list().map(async ({ kind, show }) => show(viewer, await store.listCarriers(db, kind, ids, carriersMax))),
  );
  return shown.flat();
}

function requireOne(known: readonly LabelRow[], id: number): LabelRow {
  const row = known.find((one) => one.id === id);
  if (row === undefined) throw notFound(says('label.missing')`the project has no label ${id}`);
  return row;
}

function requireRoom(size: number): void {
  if (size > labelsMax)
    throw invalid(says('label.many')`would exceed the limit of ${labelsMax} labels for a project`, 'label');
}

/** Throws conflict for a name that one of `others` has. */
function nameOf(text: string, path: string, others: readonly LabelRow[]): Pick<LabelRow, 'label' | 'label_key'> {
  const label = readOneLine(text, path);
  const key = foldText(label);
  if (others.some((one) => foldText(one.label_key) === key))
    throw conflict(says('label.there')`the project already has a label "${label}"`);
  return { label, label_key: key };
}

/**
 * Adds labels to a thing, and takes labels from it, inside the caller's transaction. Labels that the project does not
 * have are made. Throws invalid for an unknown id, for one that is to be added and removed, for an entry that names
 * none.
 */
export async function changeLabelsOf(
  tx: Writer,
  projectId: number,
  item: LabelledItem,
  change: Static<typeof ItemLabelsChange>,
): Promise<void> {
  const known = await store.listLabels(tx, projectId);
  const find = async (part: 'add' | 'remove', index: number): Promise<number | undefined> => {
    const { id, label } = change[part]?.[index] ?? {};
    if (typeof id === 'number') {
      if (!known.some((one) => one.id === id))
        throw invalid(says('label.unknown')`this label does not exist in the project`, `${part}.${index}.id`);
      return id;
    }
    const name = readOneLine(label ?? '', `${part}.${index}.label`);
    const same = known.find((one) => foldText(one.label_key) === foldText(name));
    if (same !== undefined || part === 'remove') return same?.id;
    requireRoom(known.length + 1);
    const made = await store.insertLabel(tx, { project_id: projectId, ...looks, ...nameOf(name, 'label', known) });
    known.push(made);
    return made.id;
  };
  const findAll = async (part: 'add' | 'remove'): Promise<number[]> => {
    const found = new Set<number>();
    for (const index of (change[part] ?? []).keys()) {
      const id = await find(part, index);
      if (id !== undefined) found.add(id);
    }
    return [...found];
  };
  const removed = await findAll('remove');
  const added = await findAll('add');
  const both = added.find((id) => removed.includes(id));
  if (both !== undefined) throw invalid(says('label.both')`label ${both} can't be added and removed at once`, 'add');
  await store.removeLabels(tx, item, removed);
  await store.addLabels(tx, item, added);
}

/** Ids of labels by their names; those that the project lacks are made, with the looks that are said, as far as there is room. */
export async function keepLabels(
  tx: Writer,
  projectId: number,
  labels: readonly Omit<Shown, 'id'>[],
): Promise<number[]> {
  const known = await store.listLabels(tx, projectId);
  const ids: number[] = [];
  for (const { label, is_outline: isOutline, color } of labels) {
    const key = foldText(label);
    const same = known.find((one) => foldText(one.label_key) === key);
    if (same === undefined && known.length >= labelsMax) continue;
    const facts = { project_id: projectId, label, label_key: key, is_outline: isOutline ? 1 : 0, color };
    const row = same ?? (await store.insertLabel(tx, facts));
    if (same === undefined) known.push(row);
    ids.push(row.id);
  }
  return [...new Set(ids)];
}

/** Has a thing carry labels by their names, as keepLabels. */
export const carryLabels = async (
  tx: Writer,
  projectId: number,
  item: LabelledItem,
  labels: readonly Omit<Shown, 'id'>[],
): Promise<void> => store.addLabels(tx, item, await keepLabels(tx, projectId, labels));
