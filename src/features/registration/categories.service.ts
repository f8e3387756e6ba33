// The categories of the site, and their values, as site administrators keep them.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { mapConstraint } from '../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { DomainError } from '../../platform/errors.ts';
import { readOneLine } from '../../platform/texts/one-line.ts';
import { says } from '../../platform/texts/said.ts';
import { recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { actorOf, requireSiteAdmin } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { categoryOf, listNarrower } from './categories.ts';
import type { CategoryChange, CategoryEntry, NewCategory } from './registration.schema.ts';
import * as store from './registration.store.ts';

type Entry = Static<typeof CategoryEntry>;

/** Categories and values together. */
const categoriesMax = 1000;

const changing = 'change the categories of projects';

export interface Categories {
  /** A category or a value. Throws notFound. */
  read(id: number): Promise<Entry>;
  /**
   * Throws forbidden for who is no site administrator, invalid for a name of more than one line, for an unknown
   * parent and for a mandatory value, conflict for a name that is taken beside it and where the site has as many as may be.
   */
  create(viewer: Viewer, category: Static<typeof NewCategory>): Promise<Entry>;
  /**
   * Throws as `create`, notFound, invalid for a category that is put below something and for a value that is put nowhere or
   * below itself, and conflict where a project that moves along has a value of the other category.
   */
  change(viewer: Viewer, id: number, change: Static<typeof CategoryChange>): Promise<Entry>;
  /** With all values below it; no project is filed under them then. Throws as `change`. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

export const createCategories = ({ database, clock }: { database: Database; clock: Clock }): Categories => ({
  read: async (id) => entryOf(await requireCategory(database.read, id)),
  async create(viewer, { name, parent_id: parentId = null, is_mandatory: isMandatory = false }) {
    requireSiteAdmin(viewer, changing);
    return database.transact(async (tx) => {
      const id = await addCategory(tx, clock, actorOf(viewer), { name, parentId, isMandatory });
      return entryOf(await requireCategory(tx, id));
    });
  },
  async change(viewer, id, { name, parent_id: parentId, is_mandatory: isMandatory }) {
    requireSiteAdmin(viewer, changing);
    return database.transact(async (tx) => {
      const before = await requireCategory(tx, id);
      const wanted = {
        name: name === undefined ? before.name : readOneLine(name, 'name'),
        parent_id: parentId === undefined ? before.parent_id : parentId,
        is_mandatory: isMandatory === undefined ? before.is_mandatory : Number(isMandatory),
      };
      if (before.parent_id !== null && wanted.is_mandatory === 1) throw mandatoryValue();
      if (wanted.parent_id !== before.parent_id) await moveValue(tx, before, wanted.parent_id);
      await withTakenName(wanted.name, () => store.updateCategory(tx, id, wanted));
      const details = {
        name: 'project category',
        id,
        before: before.name,
        after: wanted.name,
        ...(wanted.parent_id !== null && { parent_id: wanted.parent_id }),
        is_mandatory: wanted.is_mandatory === 1,
      };
      await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(viewer), details });
      return entryOf({ ...before, ...wanted });
    });
  },
  async remove(viewer, id) {
    requireSiteAdmin(viewer, changing);
    await database.transact(async (tx) => {
      const { name: before } = await requireCategory(tx, id);
      const filed = await store.listFiledProjects(tx, listNarrower(await store.listCategories(tx), id));
      await store.deleteCategory(tx, id);
      const details = { name: 'project category', id, before, after: '', projects: filed.length };
      await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(viewer), details });
    });
  },
});

/** Gives the id. Throws as Categories.create, but for who asks. */
export async function addCategory(
  tx: Writer,
  clock: Clock,
  by: Actor,
  { name: given, parentId, isMandatory }: { name: string; parentId: number | null; isMandatory: boolean },
): Promise<number> {
  const name = readOneLine(given, 'name');
  const all = await store.listCategories(tx);
  if (parentId !== null && !all.some(({ id }) => id === parentId))
    throw invalid(says('category.missing')`there is no category or value ${parentId}`, 'parent_id');
  if (parentId !== null && isMandatory) throw mandatoryValue();
  if (all.length >= categoriesMax)
    throw conflict(
      says('category.many')`the site has ${categoriesMax} categories and values, which is the limit; delete some first`,
    );
  const row = { name, parent_id: parentId, is_mandatory: Number(isMandatory) };
  const id = await withTakenName(name, () => store.insertCategory(tx, row));
  const details = { name: 'project category', id, before: '', after: name, is_mandatory: isMandatory };
  await recordAudit(tx, clock, { kind: 'setting-changed', by, details });
  return id;
}

/** Projects under the value, and under those that narrow it, go along. Throws as Categories.change. */
async function moveValue(tx: Writer, row: store.CategoryRow, parentId: number | null): Promise<void> {
  if (row.parent_id === null)
    throw invalid(says('category.stands')`a category has no parent; only values can be moved`, 'parent_id');
  const all = await store.listCategories(tx);
  const moved = listNarrower(all, row.id);
  const target = categoryOf(
    all,
    all.find(({ id }) => id === parentId),
  );
  if (parentId === null || target === undefined || moved.includes(parentId))
    throw invalid(says('category.place')`must be a category, or a value that is not below this one`, 'parent_id');
  if (categoryOf(all, row)?.id === target.id) return;
  const taken = await store.countFiled(tx, await store.listFiledProjects(tx, moved), target.id);
  if (taken > 0)
    throw conflict(
      says(
        'category.taken',
      )`${taken} projects below "${row.name}" already have a value of the category "${target.name}"`,
    );
  await store.refileProjects(tx, moved, target.id);
}

const mandatoryValue = (): DomainError =>
  invalid(says('category.mandatory')`only a category can be required, not one of its values`, 'is_mandatory');

const entryOf = ({ is_mandatory, ...row }: store.CategoryRow): Entry => ({ ...row, is_mandatory: is_mandatory === 1 });

async function requireCategory(db: Reader, id: number): Promise<store.CategoryRow> {
  const row = await store.findCategory(db, id);
  if (row === undefined) throw notFound(says('category.missing')`there is no category or value ${id}`);
  return row;
}

async function withTakenName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw mapConstraint(error, { "index 'project_categories_name'": `there is already a category "${name}"` });
  }
}
