// Finds the trackers that a search names.
import type { Reader } from '../../platform/database/index.ts';
import '../registration/index.ts';

export interface TrackerSearch {
  projectIds?: readonly number[] | undefined;
  projectNames?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  itemNames?: readonly string[] | undefined;
}

/** Ids of living trackers that pass all that is given, in order; at most `max`. */
export async function listTrackerIds(db: Reader, search: TrackerSearch, max: number): Promise<number[]> {
  const { projectIds, projectNames, categories, itemNames } = search;
  const rows = await db
    .selectFrom('trackers')
    .innerJoin('projects', 'projects.id', 'trackers.project_id')
    .select('trackers.id')
    .where('trackers.is_deleted', '=', 0)
    .$if(projectIds !== undefined, (query) => query.where('projects.id', 'in', [-1, ...(projectIds ?? [])]))
    .$if(projectNames !== undefined, (query) => query.where('projects.unix_name', 'in', ['', ...(projectNames ?? [])]))
    .$if(itemNames !== undefined, (query) => query.where('trackers.item_name', 'in', ['', ...(itemNames ?? [])]))
    .$if(categories !== undefined, (query) =>
      query.where('projects.id', 'in', (eb) =>
        eb
          .selectFrom('project_category_values')
          .innerJoin('project_categories', 'project_categories.id', 'project_category_values.value_id')
          .select('project_category_values.project_id')
          .where('project_categories.name', 'in', ['', ...(categories ?? [])]),
      ),
    )
    .orderBy('trackers.id')
    .limit(max)
    .execute();
  return rows.map((row) => row.id);
}
