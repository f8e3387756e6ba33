// Changes of whole projects, by administrators of the site: their status, their facts, the fields that all of them have.
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { lastSystemProjectId } from './projects.access.ts';
import * as store from './projects.store.ts';
import type { ProjectRow } from './projects.store.ts';
import type { Viewer } from './viewer.ts';

/** What is absent keeps its value. */
export interface ProjectChange {
  status?: 'active' | 'suspended' | 'deleted';
  access?: ProjectRow['access'];
  isTemplate?: boolean;
  fullName?: string;
  description?: string;
}

export interface ProjectChanges {
  /** Throws notFound for an unknown short name. `by` is who the audit log names. */
  change(unixName: string, change: ProjectChange, by?: Actor): Promise<void>;
  /**
   * Approves, reopens or suspends a project. Throws forbidden for who is neither site administrator nor holder of the
   * delegated right, and for system and deleted projects; notFound for an unknown one.
   */
  setStatus(viewer: Viewer, id: number, status: 'active' | 'suspended'): Promise<void>;
  /** Throws conflict for a taken name. Gives the id. */
  addField(field: {
    name: string;
    type: 'text' | 'line';
    description: string;
    rank: number;
    isRequired: boolean;
  }): Promise<number>;
}

export function createProjectChanges(database: Database, clock: Clock): ProjectChanges {
  const save = async (tx: Writer, project: ProjectRow, change: ProjectChange, by: Actor): Promise<void> => {
    await store.updateProject(tx, project.id, columnsOf(change));
    const kind = change.status === 'deleted' ? 'project-deleted' : 'project-changed';
    await recordAudit(tx, clock, { kind, by, projectId: project.id, details: { ...change } });
    await bumpSiteVersion(tx);
  };
  return {
    change: (unixName, change, by = commandLine) =>
      database.transact(async (tx) => {
        const project = await store.findProjectByName(tx, unixName);
        if (project === undefined) throw notFound(`there is no project "${unixName}"`);
        await save(tx, project, change, by);
      }),
    async setStatus(viewer, id, status) {
      if (!mayManageProjects(viewer)) throw forbidden('only site administrators change the status of a project');
      await database.transact(async (tx) => {
        const project = await store.findProject(tx, id);
        if (project === undefined) throw notFound(`there is no project ${id}`);
        if (id <= lastSystemProjectId) throw forbidden('the status of a system project does not change');
        if (project.status === 'deleted')
          throw forbidden('this project is deleted; only the command line brings it back');
        await save(tx, project, { status }, actorOf(viewer));
      });
    },
    addField: (field) =>
      database.transact(async (tx) => {
        const { isRequired, ...columns } = field;
        await bumpSiteVersion(tx);
        try {
          return await store.insertProjectField(tx, { ...columns, is_required: isRequired ? 1 : 0 });
        } catch (error) {
          throw mapConstraint(error, { 'project_fields.name': `there is a project field "${field.name}" already` });
        }
      }),
  };
}

const mayManageProjects = (viewer: Viewer): boolean =>
  viewer.isSuperUser || viewer.delegations.has('rest-project-management');

const columnsOf = (change: ProjectChange): Parameters<typeof store.updateProject>[2] => ({
  ...(change.status === undefined ? {} : { status: change.status }),
  ...(change.access === undefined ? {} : { access: change.access }),
  ...(change.isTemplate === undefined ? {} : { is_template: change.isTemplate ? 1 : 0 }),
  ...(change.fullName === undefined ? {} : { full_name: change.fullName }),
  ...(change.description === undefined ? {} : { description: change.description }),
});
