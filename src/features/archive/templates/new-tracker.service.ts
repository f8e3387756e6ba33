// Makes trackers, all but their artifacts, through the archive's model; fields that a client describes follow one by one.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { atPath, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { both, says, i18nOf, textOf } from '../../../platform/texts/said.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import { createWarnings } from '../model/warnings.ts';
import { readAsAdmin, requireStillLiving, userGroupNames, userGroupRecords } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import type { Reports } from '../../reports/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { isTrackerAdmin, ownSettings, trackerDocument, trackerRecords } from '../../trackers/index.ts';
import type { ChangeContext, Definition, SentIds, Trackers } from '../../trackers/index.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { findOriginals } from '../concepts/form-elements.ts';
import { importTrackers } from '../importing/import-tracker.ts';
import type { MadeTracker, NewTracker } from './new-tracker.schema.ts';
import { describeTable } from './table-columns.ts';
import { emptyContent } from './project-template.ts';
import { readBlankTracker, readTrackerTemplate, readTrackerXml, writeTrackerXml } from './tracker-source.ts';

type MadeIds = Parameters<typeof trackerDocument.keepMadeValues>[0];

type Order = Static<typeof NewTracker>;

export interface NewTrackers {
  /**
   * Makes a tracker and gives it as the viewer sees it. Throws as Projects.read for the project, as Trackers.read for the
   * template, forbidden for who does not administer the project, invalid for what can't be, and conflict for a taken
   * short name; then nothing is made.
   */
  create(viewer: Viewer, order: Order): Promise<Static<typeof MadeTracker>>;
  /**
   * The tracker without artifacts and without people whom lists choose by default, and its short name. Throws as
   * Trackers.read, and forbidden for who does not administer it.
   */
  export(viewer: Viewer, id: number): Promise<{ name: string; xml: string }>;
}

/** A tracker that is made after another one. */
export interface TrackerCopy {
  readonly sourceId: number;
  readonly targetId: number;
  readonly nowMs: number;
  /** What a field or a group of the source is in the copy; undefined: nothing. */
  readonly fieldOf: (id: number) => number | undefined;
  readonly groupOf: (id: number) => number | undefined;
}

/** Adds what a later feature keeps of the source, which who makes the copy administers. */
export type CopyTracker = (tx: Writer, copy: TrackerCopy) => Promise<void>;

interface NewTrackerDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  trackers: Trackers;
  reports: Pick<Reports, 'addOfDocument'>;
  copies: ExtensionPoint<CopyTracker>;
}

export function createNewTrackers(deps: NewTrackerDeps): NewTrackers {
  const { database, clock, projects, trackers, reports, copies } = deps;
  return {
    async create(viewer, sent) {
      const project = await readAsAdmin(projects, viewer, sent.project.id);
      requireOneSource(sent);
      const order = await withTable(sent);
      const original = order.template_id === undefined ? undefined : await trackers.read(viewer, order.template_id);
      const source =
        order.xml === undefined
          ? { tracker: await readBlankTracker(), warnings: [] }
          : await readTrackerXml(order.xml, {
              name: order.label?.trim(),
              itemName: order.item_name,
              opened: order.open_fields,
            });
      const { id, left } = await database.transact(async (tx) => {
        await requireStillLiving(tx, project.id);
        const template =
          order.template_id === undefined ? source.tracker : await readTrackerTemplate(tx, viewer, order.template_id);
        if (template === undefined)
          throw notFound(says('tracker.missing')`there is no tracker ${order.template_id ?? ''}`);
        // Groups of a template's project are not those of another; who sends XML is told.
        const { warn, list } = createWarnings(source.warnings, 'xml');
        const into = { tx, nowMs: clock.nowMs(), projectId: project.id, warn };
        const { imported, context } = await importSource(into, order, template);
        if (order.xml !== undefined) trackerDocument.requireRoomForValues(await find(tx, imported.id), 0, 'xml');
        if (original !== undefined && isTrackerAdmin(viewer, original)) {
          const copy = copyOf(original, imported, context);
          await ownSettings.copy(tx, copy);
          for (const addRest of copies.list()) await addRest(tx, copy);
        }
        await complete({ tx, clock, viewer, reports }, imported.id, order);
        await bumpSiteVersion(tx);
        return { id: imported.id, left: list() };
      });
      const shown = await trackers.showChanged(viewer, id);
      return order.xml === undefined
        ? shown
        : { ...shown, left_out: left.map(textOf), left_out_i18n: left.map(i18nOf) };
    },
    async export(viewer, id) {
      const tracker = await trackers.read(viewer, id);
      if (!isTrackerAdmin(viewer, tracker))
        throw forbidden(says('tracker.export')`only administrators of the tracker can export it`);
      const model = await readTrackerTemplate(database.read, viewer, id);
      if (model === undefined) throw notFound(says('tracker.missing')`there is no tracker ${id}`);
      return { name: tracker.itemName, xml: await writeTrackerXml(model) };
    },
  };
}

/** The order with the fields that its table needs, if it has one. */
async function withTable({ csv, ...order }: Order): Promise<Order> {
  return csv === undefined ? order : { ...order, ...(await describeTable(csv, order.label?.trim() ?? '')) };
}

function requireOneSource({
  template_id: template,
  xml,
  csv,
  fields,
  label,
  item_name: itemName,
  ...order
}: Order): void {
  const given = Object.entries({ template_id: template, xml, csv, fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (given.length > 1)
    throw invalid(
      says('tracker.one-source')`${both(given)} are set; a tracker can be created from only one of them`,
      given[1],
    );
  for (const key of ['structure', 'workflow', 'reports'] as const)
    if (order[key] !== undefined && fields === undefined)
      throw invalid(says('tracker.with-fields')`can only be used with fields`, key);
  if (csv !== undefined && order.semantics !== undefined)
    throw invalid(says('tracker.without-csv')`can't be used with csv`, 'semantics');
  if (label?.trim() === '') throw invalid(says('tracker.blank')`is required`, 'label');
  if (itemName !== undefined) trackerDocument.requireItemName(itemName);
  if (xml !== undefined) return;
  if (order.open_fields !== undefined)
    throw invalid(says('tracker.with-xml')`can only be used with xml`, 'open_fields');
  if (label === undefined) throw invalid(says('body.required')`is required`, 'label');
  if (itemName === undefined) throw invalid(says('body.required')`is required`, 'item_name');
}

/** As readTrackerTemplate names fields and groups. */
const copyOf = (original: Definition, imported: ImportedTracker, context: ImportContext): TrackerCopy => ({
  sourceId: original.id,
  targetId: imported.id,
  nowMs: context.nowMs,
  fieldOf: (id) => imported.fieldsByRef.get(`F${id}`)?.id,
  groupOf: (id) => context.findGroup(userGroupNames.groupArchiveName(id) ?? original.groupNames.get(id) ?? ''),
});

/** Writes the tracker that the source describes, under the names of the order. */
async function importSource(
  into: Pick<ImportContext, 'tx' | 'nowMs' | 'projectId' | 'warn'>,
  { label, item_name: itemName }: Order,
  source: ArchiveTracker,
): Promise<{ imported: ImportedTracker; context: ImportContext }> {
  const groups = new Map(
    (await userGroupRecords.listGroups(into.tx, into.projectId)).map((group) => [group.name, group.id]),
  );
  const model: ArchiveTracker = {
    ...source,
    name: label?.trim() ?? source.name,
    itemName: itemName ?? source.itemName,
  };
  const context = {
    ...into,
    findUser: () => undefined,
    findGroup: (name: string) => userGroupNames.findBuiltInGroup(name) ?? groups.get(name),
  };
  const originals = findOriginals({ ...emptyContent, trackers: [model] });
  const imported = (await importTrackers(context, [model], [], originals)).get(model.ref);
  if (imported === undefined) throw new Error('the tracker was not written');
  return { imported, context };
}

/** Writes what the order says besides. */
async function complete(
  context: ChangeContext & Pick<NewTrackerDeps, 'reports'>,
  id: number,
  order: Order,
): Promise<void> {
  const { label: _label, item_name: _itemName, workflow, reports = [], ...change } = order;
  const ids: MadeIds = { fields: new Map(), values: new Map() };
  const items = trackerDocument.listInOrder(order.fields ?? [], order.structure);
  for (const [index, { field, parentId }] of items.entries()) {
    const tracker = await find(context.tx, id);
    const place = { parent_id: parentId === null ? null : (ids.fields.get(parentId) ?? null) };
    const made = await atPath(`fields[${order.fields?.indexOf(field) ?? index}]`, () =>
      trackerDocument.addField(context, tracker, field, place),
    );
    ids.fields.set(field.field_id, made.fieldId);
    trackerDocument.keepMadeValues(ids, made.fieldId, made.values);
  }
  const tracker = await find(context.tx, id);
  const named: SentIds = {
    field: (sent) => ids.fields.get(sent),
    value: (fieldId, sent) => ids.values.get(fieldId)?.get(sent),
  };
  await trackerDocument.saveTrackerChange(context, tracker, change, order.fields === undefined ? undefined : named);
  if (workflow !== undefined && workflow !== null)
    await trackerDocument.saveWorkflowDocument(context, id, workflow, named);
  await context.reports.addOfDocument(context, await find(context.tx, id), reports, named);
  await trackerDocument.recordTracker(context, tracker, 'tracker-created');
}

async function find(tx: Writer, id: number): Promise<Definition> {
  const tracker = await trackerRecords.loadDefinition(tx, id);
  if (tracker === undefined) throw new Error(`the new tracker ${id} was not found`);
  return tracker;
}
