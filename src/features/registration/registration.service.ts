// Makes projects: checks what is asked for, and writes the project with all that belongs to it in one transaction.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { DomainError, invalid, invalidThroughout, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { bundledTemplates, loadTemplate } from '../archive/index.ts';
import type { ArchivePart, NewProjectFacts, ProjectTemplate } from '../archive/index.ts';
import { commandLine } from '../audit/index.ts';
import { actorOf, findUserByName, requireUser } from '../people/index.ts';
import { defaultTemplate, projectRecords } from '../projects/index.ts';
import type { Page, ProjectRow, Projects, projectSchemas, Viewer } from '../projects/index.ts';
import { addCategory } from './categories.service.ts';
import { arrangeCategories } from './categories.ts';
import { makeProject, saveDescription } from './project-making.ts';
import type { Order } from './project-making.ts';
import type { ProjectUploads } from './project-uploads.ts';
import type { ComingProject, ProjectCategories, ProjectFields, ProjectTemplates } from './registration.schema.ts';
import { listTemplates } from './templates.ts';
import * as store from './registration.store.ts';
import { chooseTemplate, factsOf, findFaults, findNameFaults, refuseRegistration, refuseTemplate } from './wish.ts';
import type { Wish } from './wish.ts';

/** A project that the command line makes. */
export interface CommandedProject extends Pick<NewProjectFacts, 'unixName' | 'fullName' | 'description' | 'access'> {
  /** `empty`, a bundled sample, or the short name of a project. */
  template: string;
  /** User name of who administers it. */
  admin: string;
}

export interface Registration {
  /**
   * Makes a project that the viewer administers; nothing is half-made. Throws invalid for what is wrong with the wish,
   * forbidden for who may not ask, tooManyRequests when too many projects wait. From an archive it is made once that is there.
   */
  create(viewer: Viewer, wish: Wish): Promise<Static<typeof projectSchemas.Project> | Static<typeof ComingProject>>;
  /** Throws invalid with everything that `create` would refuse, rights included. */
  check(viewer: Viewer, wish: Wish): Promise<void>;
  /** What `check` would throw; undefined where it passes. */
  findFault(viewer: Viewer, wish: Wish): Promise<DomainError | undefined>;
  /** Throws invalid for bad names, notFound for an unknown template or account. Gives the id of the project, which is active. */
  add(project: CommandedProject): Promise<number>;
  /** Throws forbidden for who may not create projects. */
  listFields(viewer: Viewer, page: Page): Promise<{ fields: Static<typeof ProjectFields>; size: number }>;
  /** Throws forbidden for who may not create projects. */
  listTemplates(viewer: Viewer, page: Page): Promise<{ templates: Static<typeof ProjectTemplates>; size: number }>;
  listCategories(): Promise<store.CategoryRow[]>;
  showCategories(): Promise<Static<typeof ProjectCategories>>;
  /** As the command line. Throws as Categories.create. Gives the id. */
  addCategory(category: { name: string; parentId: number | null; isMandatory: boolean }): Promise<number>;
}

export interface RegistrationDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  archiveParts: readonly ArchivePart[];
  uploads: ProjectUploads;
}

export function createRegistration({
  database,
  clock,
  projects,
  archiveParts,
  uploads,
}: RegistrationDeps): Registration {
  const make = (
    template: ProjectTemplate,
    order: Omit<Order, 'template'>,
    complete: (tx: Writer, projectId: number) => Promise<void>,
  ): Promise<ProjectRow> => makeFrom({ database, clock, archiveParts }, template, order, complete);
  const findFault: Registration['findFault'] = async (viewer, wish) => {
    const [first, ...others] = await database.snapshot((db) => listFaults(db, viewer, wish));
    return first === undefined ? undefined : invalidThroughout([first, ...others]);
  };
  return {
    async create(viewer, wish) {
      const user = requireUser(viewer);
      const template = chooseTemplate(wish);
      if (template instanceof DomainError) throw template;
      if (template === 'archive') return uploads.begin(viewer, wish, (tx) => requireFaultless(tx, viewer, wish));
      const row = await make(
        template,
        {
          facts: factsOf(viewer, wish),
          adminId: user.id,
          by: actorOf(viewer),
          check: (tx) => requireFaultless(tx, viewer, wish),
        },
        (tx, projectId) => saveDescription(tx, projectId, wish),
      );
      return { ...(await projects.view(viewer, row)), is_member_of: true };
    },
    async check(viewer, wish) {
      const fault = await findFault(viewer, wish);
      if (fault !== undefined) throw fault;
    },
    findFault,
    async add({ template, admin, ...facts }) {
      const user = await findUserByName(database.read, admin);
      if (user === undefined) throw notFound(says('username.unknown')`there is no user "${admin}"`);
      const { id } = await make(
        await resolveTemplate(database.read, template),
        {
          facts: { ...facts, status: 'active', icon: '' },
          adminId: user.id,
          by: commandLine,
          async check(tx) {
            const names = { shortname: facts.unixName, label: facts.fullName };
            const [fault] = findNameFaults(names, await store.isNameTaken(tx, facts.unixName));
            if (fault !== undefined) throw invalid(`the ${fault.path ?? ''} ${fault.message}`);
          },
        },
        async () => undefined,
      );
      return id;
    },
    listFields: (viewer, page) => listFields(database.read, viewer, page),
    async listTemplates(viewer, { limit, offset }) {
      const refusal = refuseRegistration(viewer);
      if (refusal !== undefined) throw refusal;
      const all = await listTemplates(projects, viewer);
      return { templates: all.slice(offset, offset + limit), size: all.length };
    },
    listCategories: () => store.listCategories(database.read),
    showCategories: async () => arrangeCategories(await store.listCategories(database.read)),
    addCategory: (category) => database.transact((tx) => addCategory(tx, clock, commandLine, category)),
  };
}

async function makeFrom(
  { database, clock, archiveParts }: Pick<RegistrationDeps, 'database' | 'clock' | 'archiveParts'>,
  template: ProjectTemplate,
  order: Omit<Order, 'template'>,
  complete: (tx: Writer, projectId: number) => Promise<void>,
): Promise<ProjectRow> {
  const loaded = await loadTemplate(template, archiveParts);
  return database.transact(async (tx) => {
    const projectId = await makeProject(tx, clock, { ...order, template: loaded });
    await complete(tx, projectId);
    const row = await projectRecords.findProject(tx, projectId);
    if (row === undefined) throw notFound();
    return row;
  });
}

async function listFields(
  db: Reader,
  viewer: Viewer,
  { limit, offset }: Page,
): Promise<{ fields: Static<typeof ProjectFields>; size: number }> {
  const refusal = refuseRegistration(viewer);
  if (refusal !== undefined) throw refusal;
  const all = await store.listFields(db);
  const page = all
    .slice(offset, offset + limit)
    .map(({ is_required, ...field }) => ({ ...field, is_required: is_required === 1 }));
  return { fields: { project_fields_representation: page, total_size: page.length }, size: all.length };
}

const findTemplate = async (db: Reader, id: number): Promise<ProjectRow | undefined> =>
  id === defaultTemplate.id ? defaultTemplate : projectRecords.findProject(db, id);

/** In the order in which they are reported. Who may not create projects does not hear which names are taken. */
async function listFaults(db: Reader, viewer: Viewer, wish: Wish): Promise<DomainError[]> {
  const template = chooseTemplate(wish);
  const templateId = wish.template_id;
  const templateFault =
    template instanceof DomainError
      ? template
      : templateId === undefined
        ? undefined
        : refuseTemplate(viewer, await findTemplate(db, templateId), templateId);
  const refusal = refuseRegistration(viewer);
  const context = {
    isNameTaken: refusal === undefined && (await store.isNameTaken(db, wish.shortname)),
    fields: await store.listFields(db),
    categories: await store.listCategories(db),
    pending: await store.countPending(db, viewer.user?.id ?? 0),
  };
  return [templateFault, refusal, ...findFaults(viewer, wish, context)].filter((fault) => fault !== undefined);
}

/** Throws the first fault. */
async function requireFaultless(db: Reader, viewer: Viewer, wish: Wish): Promise<void> {
  const [fault] = await listFaults(db, viewer, wish);
  if (fault !== undefined) throw fault;
}

async function resolveTemplate(db: Reader, name: string): Promise<ProjectTemplate> {
  if (name === 'empty') return 'empty';
  const bundled = bundledTemplates.find((known) => known === name);
  if (bundled !== undefined) return { bundled };
  const project = await projectRecords.findProjectByName(db, name);
  if (project === undefined) throw notFound(says('template.missing')`there is no template "${name}"`);
  return { projectId: project.id };
}
