// What an existing project is filed under.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { invalidThroughout } from '../../platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf } from '../people/index.ts';
import { readAsAdmin, requireStillLiving } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { ChosenCategories } from './registration.schema.ts';
import * as store from './registration.store.ts';
import { findCategoryFaults } from './wish.ts';

type Chosen = Static<typeof ChosenCategories>;

export interface Filing {
  /** Throws as Projects.read. */
  show(viewer: Viewer, projectId: number): Promise<Chosen>;
  /**
   * The project is filed under these, and nothing else. Throws as readAsAdmin, and invalid for values that are none of their
   * categories and for mandatory categories that are left out.
   */
  change(viewer: Viewer, projectId: number, chosen: Chosen): Promise<void>;
}

export function createFiling(deps: { database: Database; clock: Clock; projects: Projects }): Filing {
  const { database, clock, projects } = deps;
  return {
    async show(viewer, projectId) {
      await projects.read(viewer, projectId);
      return store.listCategoryValues(database.read, projectId);
    },
    async change(viewer, projectId, chosen) {
      await readAsAdmin(projects, viewer, projectId);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const [fault, ...others] = findCategoryFaults(chosen, await store.listCategories(tx));
        if (fault !== undefined) throw invalidThroughout([fault, ...others]);
        await store.deleteCategoryValues(tx, projectId);
        await store.insertCategoryValues(
          tx,
          chosen.map((category) => ({ project_id: projectId, ...category })),
        );
        const details = { categories: chosen.map(({ value_id: id }) => id).join(',') };
        await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
      });
    },
  };
}
