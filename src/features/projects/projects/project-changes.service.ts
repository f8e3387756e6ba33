// Changes of whole projects: their status and the fields that all of them have, by administrators of the site; their facts, by
// their own.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { actorOf, requireSiteAdmin } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { ProjectChange as ProjectChangeBody } from '../groups/projects.schema.ts';
import { lastSystemProjectId, requireLivingProject, requireProjectAccess } from './projects.access.ts';
import * as store from './projects.store.ts';
import type { ProjectRow } from './projects.store.ts';
import { isProjectAdmin } from './viewer.ts';
import type { Viewer } from './viewer.ts';

/** What is absent keeps its value. */
export interface ProjectChange {
  status?: 'active' | 'suspended' | 'deleted';
  access?: ProjectRow['access'];
  isTemplate?: boolean;
  fullName?: string;
  description?: string;
  icon?: string;
}

export interface ProjectChanges {
  /** Throws notFound for an unknown short name. `by` is who the audit log names. */
  change(unixName: string, change: ProjectChange, by?: Actor): Promise<void>;
  /**
   * Approves, reopens or suspends a project. Throws forbidden for who is neither site administrator nor holder of the
   * delegated right, and for system and deleted projects; notFound for an unknown one.
   */
  setStatus(viewer: Viewer, id: number, status: 'active' | 'suspended'): Promise<void>;
  /**
   * Approves a project that waits, or refuses it, which marks it as deleted; `tell` runs in the same transaction. Throws as
   * setStatus, and conflict for one that does not wait.
   */
  decide(
    viewer: Viewer,
    id: number,
    decision: { isApproved: boolean; reason: string },
    notify: (tx: Writer, project: ProjectRow) => Promise<void>,
  ): Promise<void>;
  /**
   * Changes what is given: the status as setStatus, whether it is a template for site administrators, everything else for who
   * administers the project. Throws invalid for what can't be, or where nothing is given, and as readAsAdmin.
   */
  changeAs(viewer: Viewer, id: number, change: Static<typeof ProjectChangeBody>): Promise<void>;
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
  const save = async (
    tx: Writer,
    project: ProjectRow,
    change: ProjectChange,
    by: Actor,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    await store.updateProject(tx, project.id, columnsOf(change));
    const kind = change.status === 'deleted' ? 'project-deleted' : 'project-changed';
    await recordAudit(tx, clock, { kind, by, projectId: project.id, details: { ...change, ...more } });
    await bumpSiteVersion(tx);
  };
  return {
    change: (unixName, change, by = commandLine) =>
      database.transact(async (tx) => {
        const project = await store.findProjectByName(tx, unixName);
        if (project === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
        await save(tx, project, change, by);
      }),
    setStatus: (viewer, id, status) =>
      database.transact(async (tx) => {
        await save(tx, await findToSwitch(tx, viewer, id), { status }, actorOf(viewer));
      }),
    decide: (viewer, id, { isApproved, reason }, notify) =>
      database.transact(async (tx) => {
        const project = await findToSwitch(tx, viewer, id);
        if (project.status !== 'pending')
          throw conflict(says('project.decided')`this project is not waiting for approval`);
        const change = { status: isApproved ? 'active' : 'deleted' } as const;
        await save(tx, project, change, actorOf(viewer), reason === '' ? {} : { reason });
        await notify(tx, project);
      }),
    async changeAs(viewer, id, { status, label, description, icon, access, is_template: isTemplate }) {
      const facts = [label, description, icon, access, isTemplate].filter((fact) => fact !== undefined);
      if (status === undefined && facts.length === 0)
        throw invalid(says('project.change')`or label, description, icon, access or is_template is required`, 'status');
      requireFittingFacts(viewer, label, access);
      await database.transact(async (tx) => {
        const project = status === undefined ? await findToChange(tx, viewer, id) : await findToSwitch(tx, viewer, id);
        if (status !== undefined && facts.length > 0) await findToChange(tx, viewer, id);
        const becomes = isTemplate === (project.is_template === 1) ? undefined : isTemplate;
        if (becomes !== undefined) requireSiteAdmin(viewer, 'choose which projects are templates');
        if (icon !== undefined && icon !== project.icon) requireEmoji(icon);
        const change = {
          ...(becomes === undefined ? {} : { isTemplate: becomes }),
          ...(status === undefined ? {} : { status }),
          ...(label === undefined ? {} : { fullName: label.trim() }),
          ...(description === undefined ? {} : { description }),
          ...(icon === undefined ? {} : { icon }),
          ...(access === undefined ? {} : { access }),
        };
        if (Object.keys(change).length > 0) await save(tx, project, change, actorOf(viewer));
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

/** The project whose status is to change. Throws as ProjectChanges.setStatus. */
async function findToSwitch(tx: Writer, viewer: Viewer, id: number): Promise<ProjectRow> {
  requireManaging(viewer);
  const project = await store.findProject(tx, id);
  if (project === undefined) throw notFound(says('project.missing')`there is no project ${id}`);
  if (id <= lastSystemProjectId)
    throw forbidden(says('project.system-status')`the status of a system project can't be changed`);
  if (project.status === 'deleted')
    throw forbidden(says('project.deleted-for-good')`this project is deleted; restore it first`);
  return project;
}

/** The project whose facts are to change. Throws as readAsAdmin. */
async function findToChange(tx: Writer, viewer: Viewer, id: number): Promise<ProjectRow> {
  const project = id <= lastSystemProjectId && !viewer.isSuperUser ? undefined : await store.findProject(tx, id);
  requireProjectAccess(viewer, project);
  if (!isProjectAdmin(viewer, id))
    throw forbidden(says('project.admins-only')`only project administrators can do this`);
  requireLivingProject(project);
  return project;
}

export const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);

/** Archives bring what they like; people choose one emoji, or none. Throws invalid. */
export function requireEmoji(icon: string): void {
  if (icon !== '' && !isEmoji(icon))
    throw invalid(says('project.icon')`must be a single emoji, or empty for none`, 'icon');
}

/** As new projects have them (reference page 20, section 1). */
function requireFittingFacts(
  viewer: Viewer,
  label: string | undefined,
  access: ProjectRow['access'] | undefined,
): void {
  const length = label === undefined ? undefined : [...label.trim()].length;
  if (label !== undefined && (length === undefined || length < 3 || length > 40))
    throw invalid(says('project.label-length')`must have 3 to 40 characters`, 'label');
  if (label !== undefined && /\p{Cc}/u.test(label))
    throw invalid(says('project.label-line')`must be a single line without control characters`, 'label');
  const isAboutRestricted = access === 'unrestricted' || access === 'private-wo-restr';
  if (isAboutRestricted && viewer.site.settings.access_mode !== 'restricted')
    throw invalid(
      says('project.no-restricted')`must be public or private, because restricted accounts are turned off on this site`,
      'access',
    );
  if (viewer.isRestricted && access === 'private-wo-restr')
    throw invalid(
      says('project.shuts-you-out')`must not be private-wo-restr, because your own account is restricted`,
      'access',
    );
}

/** Throws forbidden for who is neither site administrator nor holder of the delegated right over projects. */
export function requireManaging(viewer: Viewer): void {
  if (!viewer.isSuperUser && !viewer.delegations.has('rest-project-management'))
    throw forbidden(says('project.status-admin-only')`only site administrators can change the status of a project`);
}

const columnsOf = (change: ProjectChange): Parameters<typeof store.updateProject>[2] => ({
  ...(change.status === undefined ? {} : { status: change.status }),
  ...(change.access === undefined ? {} : { access: change.access }),
  ...(change.isTemplate === undefined ? {} : { is_template: change.isTemplate ? 1 : 0 }),
  ...(change.fullName === undefined ? {} : { full_name: change.fullName }),
  ...(change.description === undefined ? {} : { description: change.description }),
  ...(change.icon === undefined ? {} : { icon: change.icon }),
});
