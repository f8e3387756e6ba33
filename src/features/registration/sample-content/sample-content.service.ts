// Sample content of a project: a few artifacts that show how its trackers and boards are used, removed all at once.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import { requireUser } from '../../people/index.ts';
import { readAsAdmin } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import type { RemovedSampleContent } from './sample-content.schema.ts';
import * as store from './sample-content.store.ts';
import { samplesOf } from './samples.ts';
import type { Sample } from './samples.ts';

export interface SampleContents {
  /** Ids of the samples that are still there. Throws as readAsAdmin. */
  list(viewer: Viewer, projectId: number): Promise<number[]>;
  /**
   * Adds samples to the trackers that there are some for, by their short names, in the language of the viewer. Throws as
   * readAsAdmin, invalid where there are none for any tracker, and conflict where samples are there already.
   */
  add(viewer: Viewer, projectId: number): Promise<number[]>;
  /** Deletes the samples that nobody changed, whatever the site's limit of deletions; the others stay. Throws as readAsAdmin. */
  remove(viewer: Viewer, projectId: number): Promise<Static<typeof RemovedSampleContent>>;
}

interface Deps {
  database: Database;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
}

export function createSampleContents({ database, projects, trackers, artifacts }: Deps): SampleContents {
  return {
    async list(viewer, projectId) {
      await readAsAdmin(projects, viewer, projectId);
      return store.listSamples(database.read, projectId);
    },
    async add(viewer, projectId) {
      const { locale } = requireUser(viewer);
      await readAsAdmin(projects, viewer, projectId);
      const wanted = (await trackers.listOfProject(viewer, projectId, false)).flatMap((tracker) =>
        samplesOf(tracker.itemName, locale ?? viewer.site.settings.sys_lang).map((sample) => ({ tracker, sample })),
      );
      if (wanted.length === 0)
        throw invalid(says('samples.none')`there is no sample content for the trackers of this project`);
      const ids: number[] = [];
      for (const { tracker, sample } of wanted) {
        const body = { tracker: { id: tracker.id }, values: valuesOf(tracker, sample) };
        const { stamp } = await artifacts.create(viewer, body, async (tx, { id }) => {
          const isFirst = ids.length === 0;
          if (isFirst && (await store.listSamples(tx, projectId)).length > 0)
            throw conflict(says('samples.there')`the project has sample content already; remove it first`);
          await store.insertSample(tx, projectId, id);
        });
        ids.push(stamp.id);
      }
      return ids;
    },
    async remove(viewer, projectId) {
      await readAsAdmin(projects, viewer, projectId);
      const removed: number[] = [];
      const kept: number[] = [];
      for (const id of await store.listSamples(database.read, projectId)) {
        const isRemoved = await artifacts.removeUnchanged(viewer, id);
        (isRemoved ? removed : kept).push(id);
      }
      await database.transact((tx) => store.deleteSamples(tx, projectId));
      return { removed_ids: removed, kept_ids: kept };
    },
  };
}

/** By the roles of the fields. The status stays at its default where a workflow says what artifacts begin with. */
function valuesOf({ semantics, workflow }: Definition, { title, description, status }: Sample) {
  const field = (role: { field_id: number } | undefined, value: string | undefined) =>
    role === undefined || value === undefined ? [] : [{ field_id: role.field_id, value }];
  const valueId = status === 'done' ? semantics.done?.value_ids[0] : semantics.status?.value_ids[status ?? 0];
  const hasStatus = status !== undefined && workflow === undefined;
  return [
    ...field(semantics.title, title),
    ...field(semantics.description, description),
    ...(semantics.status === undefined || valueId === undefined || !hasStatus
      ? []
      : [{ field_id: semantics.status.field_id, bind_value_ids: [valueId] }]),
  ];
}
