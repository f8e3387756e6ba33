// Writes a project with all that belongs to it from its start.
import type { Clock } from '../../platform/clock.ts';
import type { Reader, Writer } from '../../platform/database/index.ts';
import { createProjectFromTemplate } from '../archive/index.ts';
import type { LoadedTemplate, NewProjectFacts } from '../archive/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { projectWrites } from '../projects/index.ts';
import * as store from './registration.store.ts';
import type { Wish } from './wish.ts';

export interface Order {
  facts: NewProjectFacts;
  template: LoadedTemplate;
  adminId: number;
  by: Actor;
  /** Throws what forbids the project, as the transaction sees it. */
  check(tx: Reader): Promise<void>;
}

/** Gives the id of the project. Throws as createProjectFromTemplate. */
export async function makeProject(tx: Writer, clock: Clock, order: Order): Promise<number> {
  const { facts, template, adminId, by, check } = order;
  await check(tx);
  const projectId = await createProjectFromTemplate(tx, { facts, template, adminId, nowMs: clock.nowMs() });
  await projectWrites.saveOwner(tx, projectId, adminId);
  const details = { shortname: facts.unixName, status: facts.status, access: facts.access };
  await recordAudit(tx, clock, { kind: 'project-created', by, projectId, details });
  return projectId;
}

/** Writes what somebody who asked for a project said about it besides. */
export async function saveDescription(
  tx: Writer,
  projectId: number,
  { fields = [], categories = [] }: Pick<Wish, 'fields' | 'categories'>,
): Promise<void> {
  await store.insertFieldValues(
    tx,
    fields.map((field) => ({ project_id: projectId, ...field })),
  );
  // They take the place of what the archive was filed under.
  if (categories.length > 0) await store.deleteCategoryValues(tx, projectId);
  await store.insertCategoryValues(
    tx,
    categories.map((category) => ({ project_id: projectId, ...category })),
  );
}
