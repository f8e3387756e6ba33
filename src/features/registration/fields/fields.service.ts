// What every project says about itself: the fields, as site administrators keep them, and what a project wrote there.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { conflict, invalid, invalidThroughout, notFound } from '../../../platform/errors.ts';
import { readOneLine } from '../../../platform/texts/one-line.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, requireSiteAdmin } from '../../people/index.ts';
import { readAsAdmin, requireStillLiving } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { projectFieldsMax } from './fields.schema.ts';
import type {
  FieldValues,
  NewFieldValues,
  NewProjectField,
  ProjectField,
  ProjectFieldChange,
  ProjectFieldOrder,
} from './fields.schema.ts';
import * as store from './fields.store.ts';
import { insertFieldValues, listFields } from '../registration.store.ts';
import type { FieldRow } from '../registration.store.ts';
import { findFieldFaults } from '../wish.ts';

type Shown = Static<typeof ProjectField>;

/** Projects that are named where a field is read. */
const namedCount = 50;

const changing = 'change the fields of projects';

export interface ProjectFieldsService {
  /** Throws forbidden for who is no site administrator, and notFound. */
  read(viewer: Viewer, id: number): Promise<Shown>;
  /** Throws as `read`, invalid for a name of more than one line, conflict for a taken one and where the site has as many as may be. */
  create(viewer: Viewer, field: Static<typeof NewProjectField>): Promise<Shown>;
  /** Throws as `create`, and conflict where a field of many lines that some project has filled so is to have one. */
  change(viewer: Viewer, id: number, change: Static<typeof ProjectFieldChange>): Promise<Shown>;
  /** With what projects wrote there. Throws as `read`. */
  remove(viewer: Viewer, id: number): Promise<void>;
  /** Throws forbidden for who is no site administrator, and invalid where it does not name every field once. */
  order(viewer: Viewer, order: Static<typeof ProjectFieldOrder>): Promise<void>;
  /** In their order. Throws as Projects.read. */
  showValues(viewer: Viewer, projectId: number): Promise<Static<typeof FieldValues>>;
  /** Throws as readAsAdmin, and invalid with everything that is wrong: unknown fields, lines too many, required ones that are empty. */
  saveValues(
    viewer: Viewer,
    projectId: number,
    values: Static<typeof NewFieldValues>,
  ): Promise<Static<typeof FieldValues>>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
}

export function createProjectFields(deps: Deps): ProjectFieldsService {
  const { database, projects } = deps;
  const showValues = async (viewer: Viewer, projectId: number): Promise<Static<typeof FieldValues>> => {
    await projects.read(viewer, projectId);
    const values = await store.listValues(database.read, projectId);
    const fields = await listFields(database.read);
    return {
      fields: fields.map(({ id, name, description, type, is_required: isRequired }) => ({
        field_id: id,
        name,
        description,
        type,
        is_required: isRequired === 1,
        value: values.get(id) ?? '',
      })),
    };
  };
  return {
    async read(viewer, id) {
      requireSiteAdmin(viewer, changing);
      return showField(database.read, await requireField(database.read, id));
    },
    create: (viewer, field) => createField(deps, viewer, field),
    change: (viewer, id, change) => changeField(deps, viewer, id, change),
    async remove(viewer, id) {
      await changeSite(deps, viewer, async (tx) => {
        const { name } = await requireField(tx, id);
        const { size } = await store.listFilled(tx, id, 0);
        await store.deleteField(tx, id);
        return { id, before: name, after: '', projects: size };
      });
    },
    async order(viewer, { ids }) {
      await changeSite(deps, viewer, async (tx) => {
        const known = new Set((await listFields(tx)).map(({ id }) => id));
        if (ids.length !== known.size || new Set(ids).size !== known.size || !ids.every((id) => known.has(id)))
          throw invalid(says('project-field.all')`must contain each field once: ${[...known].join(', ')}`, 'ids');
        for (const [index, id] of ids.entries()) await store.updateField(tx, id, { rank: index + 1 });
        return { order: ids.join(',') };
      });
    },
    showValues,
    async saveValues(viewer, projectId, { fields }) {
      await readAsAdmin(projects, viewer, projectId);
      await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const [fault, ...others] = findFieldFaults(fields, await listFields(tx));
        if (fault !== undefined) throw invalidThroughout([fault, ...others]);
        await store.deleteValues(tx, projectId);
        const filled = fields.filter(({ value }) => value.trim() !== '');
        await insertFieldValues(
          tx,
          filled.map((field) => ({ project_id: projectId, ...field })),
        );
        const details = { fields: filled.map(({ field_id: id }) => id).join(',') };
        await recordAudit(tx, deps.clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
        await bumpSiteVersion(tx);
      });
      return showValues(viewer, projectId);
    },
  };
}

/** `work` gives what the audit log says of it. Throws forbidden for who is no site administrator. */
async function changeSite(
  { database, clock }: Deps,
  viewer: Viewer,
  work: (tx: Writer) => Promise<Record<string, string | number>>,
): Promise<void> {
  requireSiteAdmin(viewer, changing);
  await database.transact(async (tx) => {
    const details = { name: 'project field', ...(await work(tx)) };
    await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(viewer), details });
    await bumpSiteVersion(tx);
  });
}

async function createField(deps: Deps, viewer: Viewer, field: Static<typeof NewProjectField>): Promise<Shown> {
  let made = 0;
  await changeSite(deps, viewer, async (tx) => {
    const all = await listFields(tx);
    if (all.length >= projectFieldsMax)
      throw conflict(
        says('project-field.many')`there are ${projectFieldsMax} project fields, which is the limit; delete some first`,
      );
    const { name: given, type, description = '', is_required: isRequired = false, rank } = field;
    const name = readOneLine(given, 'name');
    const last = Math.max(0, ...all.map((one) => one.rank));
    const row = { name, type, description, is_required: isRequired ? 1 : 0, rank: rank ?? last + 1 };
    made = await withTakenName(name, () => store.insertField(tx, row));
    return { id: made, before: '', after: name };
  });
  return showField(deps.database.read, await requireField(deps.database.read, made));
}

async function changeField(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { name: given, is_required: isRequired, ...change }: Static<typeof ProjectFieldChange>,
): Promise<Shown> {
  await changeSite(deps, viewer, async (tx) => {
    const before = await requireField(tx, id);
    const name = given === undefined ? before.name : readOneLine(given, 'name');
    if (change.type === 'line' && before.type === 'text') await requireLines(tx, before);
    const row = { ...change, name, ...(isRequired === undefined ? {} : { is_required: isRequired ? 1 : 0 }) };
    await withTakenName(name, () => store.updateField(tx, id, row));
    return { id, before: before.name, after: name };
  });
  return showField(deps.database.read, await requireField(deps.database.read, id));
}

/** Throws conflict where a project wrote several lines. */
async function requireLines(tx: Writer, { id, name }: FieldRow): Promise<void> {
  const count = await store.countOfManyLines(tx, id);
  if (count > 0)
    throw conflict(
      says(
        'project-field.lines',
      )`${count} projects have several lines in "${name}"; it must remain a field with several lines`,
    );
}

async function showField(db: Reader, { is_required: isRequired, ...row }: FieldRow): Promise<Shown> {
  const { projects, size } = await store.listFilled(db, row.id, namedCount);
  return { ...row, is_required: isRequired === 1, filled_count: size, filled_by: projects };
}

async function requireField(db: Reader, id: number): Promise<FieldRow> {
  const row = await store.findField(db, id);
  if (row === undefined) throw notFound(says('project-field.missing')`there is no project field ${id}`);
  return row;
}

async function withTakenName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw mapConstraint(error, { 'project_fields.name': `there is a project field "${name}" already` });
  }
}
