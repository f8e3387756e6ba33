// `tepal project`: projects of the whole site.
import { dirname } from 'node:path';
import type { App } from '../app.ts';
import { findErasedArchive } from '../features/archive/index.ts';
import type { ProjectChange, ProjectRow } from '../features/projects/index.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { defineCommand, listFlags, print, UsageError, warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { importProject } from './import.ts';
import { withFolder } from './open-folder.ts';
import { printFacts, printList } from '../platform/command-line/text-table.ts';

const listProjects = defineCommand({
  name: 'project list',
  operands: [],
  flags: listFlags,
  summary: 'List all projects',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const rows = (await features.projects.listAll()).map((project) => ({
        id: project.id,
        shortname: project.unix_name,
        status: project.status,
        access: project.access,
        template: project.is_template === 1,
        name: project.full_name,
      }));
      printList(io, rows, ['id', 'shortname', 'status', 'access', 'template', 'name'], flags.json);
    }),
});

const showProject = defineCommand({
  name: 'project show',
  operands: ['SHORTNAME'],
  flags: listFlags,
  summary: 'Show the members and contents of a project',
  run: ({ operands: { SHORTNAME: shortname }, flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const project = (await features.projects.listAll()).find((one) => one.unix_name === shortname);
      if (project === undefined) throw notFound(`there is no project "${shortname}"`);
      const { administrators, members } = await features.members.namesOf(project.id);
      const trackers = await features.trackers.listByProjectName(shortname);
      const foldersOf = async (kind: 'git' | 'svn'): Promise<string[]> =>
        (await features.listFolders(kind)).flatMap((one) => (one.project === shortname ? one.folder : []));
      const facts = {
        id: project.id,
        name: project.full_name,
        status: project.status,
        access: project.access,
        template: project.is_template === 1,
        administrators,
        members,
        trackers: trackers.filter((tracker) => tracker.is_deleted === 0).map((tracker) => tracker.item_name),
        git: await foldersOf('git'),
        svn: await foldersOf('svn'),
      };
      if (flags.json === true) print(io, JSON.stringify(facts, undefined, 2));
      else printFacts(io, facts);
    }),
});

const accesses = ['public', 'private', 'unrestricted', 'private-wo-restr'] as const;

const addProject = defineCommand({
  name: 'project add',
  operands: ['SHORTNAME'],
  flags: {
    label: { type: 'string', placeholder: 'L', isRequired: true, meaning: 'full name' },
    admin: { type: 'string', placeholder: 'USER', isRequired: true, meaning: 'project administrator' },
    template: {
      type: 'string',
      placeholder: 'T',
      meaning: 'empty (default), scrum, kanban, bugs, support, roadmap, or a project',
    },
    access: { type: 'string', choices: accesses, meaning: 'visibility; default: private' },
    description: { type: 'string', placeholder: 'D', meaning: 'description' },
  },
  summary: 'Create a project from a template',
  async run({ flags: { label, admin, template, access, description }, operands, folder, io }) {
    const { SHORTNAME: unixName } = operands;
    const id = await withFolder(folder, io, ({ features }) =>
      features.registration.add({
        unixName,
        fullName: label,
        description: description ?? '',
        access: access ?? 'private',
        template: template ?? 'empty',
        admin,
      }),
    );
    print(io, `project ${unixName} created with ID ${id}`);
  },
});

const setProject = defineCommand({
  name: 'project set',
  operands: ['SHORTNAME'],
  flags: {
    status: { type: 'string', choices: ['active', 'suspended', 'deleted'], meaning: 'status of the project' },
    access: {
      type: 'string',
      choices: accesses,
      meaning: 'visibility: unrestricted is public for restricted users too, private-wo-restr excludes them',
    },
    template: { type: 'boolean', meaning: 'make it a template; --no-template reverts it' },
    label: { type: 'string', placeholder: 'L', meaning: 'full name' },
    description: { type: 'string', placeholder: 'D', meaning: 'description' },
  },
  summary: 'Change a project',
  async run({ flags: { status, access, template, label, description }, operands, folder, io }) {
    const { SHORTNAME: shortname } = operands;
    if (label?.trim() === '') throw new UsageError('--label is empty');
    const change: ProjectChange = {
      ...(status === undefined ? {} : { status }),
      ...(access === undefined ? {} : { access }),
      ...(template === undefined ? {} : { isTemplate: template }),
      ...(label === undefined ? {} : { fullName: label }),
      ...(description === undefined ? {} : { description }),
    };
    if (Object.keys(change).length === 0) throw new UsageError('no changes given');
    await withFolder(folder, io, async ({ features }) => features.projects.change(shortname, change));
    print(io, `project ${shortname} changed`);
  },
});

const eraseProject = defineCommand({
  name: 'project erase',
  operands: ['SHORTNAME'],
  flags: {},
  summary: 'Erase a deleted project, after writing its archive to sys_project_backup_path',
  async run({ operands: { SHORTNAME: shortname }, folder, io }) {
    await withFolder(folder, io, async ({ features }) => {
      const { archive, leftFiles, isInPassing } = await features.removal.eraseByName(shortname);
      for (const left of leftFiles) warn(io, `tepal: warning: an attachment could not be deleted: ${left}`);
      print(io, `project ${shortname} erased; its archive is ${archive}`);
      if (isInPassing)
        warn(
          io,
          `tepal: warning: many systems clean up ${dirname(archive)}; move the archive, and set sys_project_backup_path to a folder that is backed up`,
        );
    });
  },
});

async function reviveProject({ features }: App, { unix_name, status }: ProjectRow, io: Terminal): Promise<void> {
  if (status !== 'deleted') throw conflict(`the project "${unix_name}" is not deleted, but ${status}`);
  await features.projects.change(unix_name, { status: 'active' });
  print(io, `project ${unix_name} is active again`);
}

const restoreProject = defineCommand({
  name: 'project restore',
  operands: ['PROJECT'],
  flags: {},
  summary: 'Restore a deleted or erased project, given by its short name or by the .zip file of its archive',
  run: ({ operands: { PROJECT: text }, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const row = (await app.features.projects.listAll()).find(({ unix_name }) => unix_name === text);
      if (row !== undefined) return reviveProject(app, row, io);
      const isFile = text.toLowerCase().endsWith('.zip');
      const path = isFile ? text : await findErasedArchive(app.features.audit, text);
      const report = await importProject(app, { path, mode: { automap: 'S' } }, io);
      print(io, `project ${report.unixName} restored with id ${report.projectId} from ${path}`);
      if (report.outside > 0) print(io, `${report.outside} repositories are there again`);
      if (report.users > 0) print(io, `${report.users} accounts were missing and are there as suspended`);
    }),
});

export const projectCommands = [listProjects, showProject, addProject, setProject, eraseProject, restoreProject];
