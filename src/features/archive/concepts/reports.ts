// The reports of a tracker: what a report is and asks is typed; criteria and renderers stay source text beside main points.
import { escapeXmlAttribute } from '../../../platform/texts/xml-text.ts';
import { says } from '../../../platform/texts/said.ts';
import { readReportSettings } from '../../reports/index.ts';
import { trackerRecords, trackerWrites } from '../../trackers/index.ts';
import type {
  ArchiveReport,
  CriterionValue,
  RawBlock,
  ReportCriterion,
  ReportRenderer,
} from '../model/archive-model.ts';
import { createTrackerNames } from '../model/export-context.ts';
import type { TrackerNames } from '../model/export-context.ts';
import { fieldIdsOf } from '../model/import-context.ts';
import type { ImportContext, ImportedField, ImportedTracker } from '../model/import-context.ts';
import { keepBlock } from '../model/raw-block.ts';
import type { TrackerConcept } from '../model/tracker-concept.ts';
import { each, kept, list, referring, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import { element, leaf, optionalLeaf, reference } from '../xml/xml-element.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readChild,
  readChildReference,
  readChildText,
  readFilledAttribute,
  readList,
  readSwitch,
  readText,
  readWholeNumber,
} from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const originalId = unneeded('an id of the database that the archive came from');
const criterion = stored('criterion of a report', {
  '@rank': stored('its place'),
  '@is_advanced?': stored('whether several values are asked for'),
  ...each('@id? @report?', originalId),
  field: referring('field'),
  'criteria_value?': kept('what is looked for'),
});
const report = stored('report', {
  ...storedParts({
    '@id?': 'its name in exports',
    '@is_default?': 'whether it is shown first',
    '@is_query_displayed?': 'whether its criteria are shown',
    '@is_in_expert_mode?': 'whether it has a query',
    '@expert_query?': 'its query',
    name: 'its name',
    'description?': 'its description',
  }),
  ...each('@tracker_id? @current_renderer_id? @user_id? @parent_report_id?', originalId),
  'criterias?': list('criteria', criterion),
  'renderers?': list('renderer', kept('how results are shown; columns and order are read from it')),
});
const shapes = { report: shapeOf(report), criterion: shapeOf(criterion) };

const readReferences = (owner: XmlElement | undefined, name: string): string[] =>
  owner === undefined
    ? []
    : findChildren(owner, name).flatMap(({ attributes }) =>
        attributes['REF'] === undefined ? [] : [attributes['REF']],
      );

const readCriterionValue = (found: XmlElement): CriterionValue => ({
  type: readFilledAttribute(found, 'type'),
  block: keepBlock(found),
});

function readCriterion(found: XmlElement): ReportCriterion {
  matchShape(found, shapes.criterion);
  const value = findChild(found, 'criteria_value');
  return {
    fieldRef: readChildReference(found, 'field'),
    rank: readWholeNumber(found, 'rank'),
    isAdvanced: readSwitch(found, 'is_advanced', false),
    value: value === undefined ? undefined : readCriterionValue(value),
    line: found.line,
  };
}

/** A renderer whose source text was kept. Throws invalid with the place. */
export const readRenderer = (found: XmlElement): ReportRenderer => ({
  type: readFilledAttribute(found, 'type'),
  rank: readWholeNumber(found, 'rank', 0),
  name: readText(readChild(found, 'name')),
  description: readChildText(found, 'description') ?? '',
  columnFieldRefs: readReferences(findChild(found, 'columns'), 'field'),
  sortFieldRefs: readReferences(findChild(found, 'sort'), 'field'),
  block: keepBlock(found),
});

function readReport(found: XmlElement): ArchiveReport {
  matchShape(found, shapes.report);
  return {
    xmlId: found.attributes['id'],
    name: readText(readChild(found, 'name')),
    description: readChildText(found, 'description') ?? '',
    isDefault: readSwitch(found, 'is_default', false),
    isQueryDisplayed: readSwitch(found, 'is_query_displayed', true),
    isInExpertMode: readSwitch(found, 'is_in_expert_mode', false),
    expertQuery: found.attributes['expert_query'] ?? '',
    criteria: readList(found, 'criterias', 'criteria').map(readCriterion),
    renderers: readList(found, 'renderers', 'renderer').map(readRenderer),
    line: found.line,
  };
}

/**
 * What the references in a piece of XML became, so that it can be read without the archive. `REF` names fields and list
 * values; charts name fields by other attributes too.
 */
function resolveReferences(
  tracker: ImportedTracker,
  xml: string,
  lists: readonly ImportedField[],
): Record<string, number> {
  const found = new Map<string, number>();
  for (const [, name = '', ref = ''] of xml.matchAll(/(?<![\w-])([\w-]+)="([^"]+)"/g)) {
    const owner = name === 'REF' ? lists.find(({ valueIds }) => valueIds.has(ref)) : undefined;
    const id = tracker.fieldsByRef.get(ref)?.id ?? owner?.valueIds.get(ref);
    if (id !== undefined) found.set(ref, id);
  }
  return Object.fromEntries(found);
}

/** Without a field, values are those of any list of the tracker. */
const importBlock = (tracker: ImportedTracker, block: RawBlock, field?: ImportedField) => ({
  xml: block.xml,
  references: resolveReferences(tracker, block.xml, field === undefined ? [...tracker.fieldsByRef.values()] : [field]),
});

const importReport = (found: ArchiveReport, tracker: ImportedTracker) => ({
  archiveId: found.xmlId ?? null,
  isQueryDisplayed: found.isQueryDisplayed,
  isInExpertMode: found.isInExpertMode,
  expertQuery: found.expertQuery,
  criteria: found.criteria.flatMap(({ fieldRef, rank, isAdvanced, value }) =>
    fieldIdsOf(tracker, [fieldRef]).map((fieldId) => ({
      fieldId,
      rank,
      isAdvanced,
      value:
        value === undefined
          ? null
          : { type: value.type, ...importBlock(tracker, value.block, tracker.fieldsByRef.get(fieldRef)) },
    })),
  ),
  renderers: found.renderers.map((renderer) => ({
    type: renderer.type,
    rank: renderer.rank,
    name: renderer.name,
    description: renderer.description,
    columnFieldIds: fieldIdsOf(tracker, renderer.columnFieldRefs),
    sortFieldIds: fieldIdsOf(tracker, renderer.sortFieldRefs),
    ...importBlock(tracker, renderer.block),
  })),
});

async function importReports(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const rows = tracker.model.reports.map((found) => ({
    tracker_id: tracker.id,
    owner_id: null,
    name: found.name,
    description: found.description,
    is_default: found.isDefault ? 1 : 0,
    settings_json: JSON.stringify(importReport(found, tracker)),
  }));
  await trackerWrites.insertDefinitionRows(context.tx, 'reports', rows);
}

/** The text with the references that this export uses. */
function exportBlock(
  name: string,
  { xml, references }: { xml: string; references: Record<string, number> },
  names: TrackerNames,
  listId?: number,
): RawBlock {
  const renamed = new Map<string, string>();
  for (const [ref, id] of Object.entries(references)) {
    const isValue = name === 'criteria_value' || /^V?\d+$/.test(ref);
    const now = (isValue ? names.value(listId, id) : undefined) ?? names.field(id) ?? names.value(listId, id);
    if (now !== undefined) renamed.set(ref, now);
  }
  const text = xml.replace(/="([^"]*)"/g, (whole, ref: string) => {
    const now = renamed.get(ref);
    return now === undefined ? whole : `="${escapeXmlAttribute(now)}"`;
  });
  return { name, xml: text, line: 0 };
}

type StoredReport = Awaited<ReturnType<typeof trackerRecords.listSharedReports>>[number];

function exportReport(row: StoredReport, names: TrackerNames): ArchiveReport {
  const refsOf = (ids: readonly number[]): string[] => ids.flatMap((id) => names.field(id) ?? []);
  const settings = readReportSettings(row);
  return {
    xmlId: settings.archiveId ?? undefined,
    name: row.name,
    description: row.description,
    isDefault: row.is_default === 1,
    isQueryDisplayed: settings.isQueryDisplayed,
    isInExpertMode: settings.isInExpertMode,
    expertQuery: settings.expertQuery,
    criteria: settings.criteria.flatMap(({ fieldId, rank, isAdvanced, value }) =>
      refsOf([fieldId]).map((fieldRef) => ({
        fieldRef,
        rank,
        isAdvanced,
        value:
          value === null
            ? undefined
            : { type: value.type, block: exportBlock('criteria_value', value, names, fieldId) },
        line: 0,
      })),
    ),
    renderers: settings.renderers.map((renderer) => ({
      type: renderer.type,
      rank: renderer.rank,
      name: renderer.name,
      description: renderer.description,
      columnFieldRefs: refsOf(renderer.columnFieldIds),
      sortFieldRefs: refsOf(renderer.sortFieldIds),
      block: exportBlock('renderer', renderer, names),
    })),
    line: 0,
  };
}

const writeReport = (found: ArchiveReport): string =>
  element(
    'report',
    {
      is_default: found.isDefault,
      is_query_displayed: found.isQueryDisplayed,
      is_in_expert_mode: found.isInExpertMode,
      expert_query: found.expertQuery === '' ? undefined : found.expertQuery,
      id: found.xmlId,
    },
    [
      leaf('name', found.name),
      optionalLeaf('description', found.description),
      element(
        'criterias',
        {},
        found.criteria.map(({ rank, isAdvanced, fieldRef, value }) =>
          element('criteria', { rank, is_advanced: isAdvanced ? true : undefined }, [
            reference('field', fieldRef),
            value?.block.xml,
          ]),
        ),
      ),
      element(
        'renderers',
        {},
        found.renderers.map(({ block }) => block.xml),
      ),
    ],
  );

export const reportsConcept: TrackerConcept<'reports'> = {
  elements: { 'reports?': list('report', report) },
  read: (tracker) => ({ reports: readList(tracker, 'reports', 'report').map(readReport) }),
  check({ warn }, { reports }, own) {
    for (const { criteria, renderers } of reports) {
      for (const { fieldRef, line } of criteria)
        if (!own.elements.has(fieldRef))
          warn(line, 'criteria', says('left.criterion')`there is no field \`${fieldRef}\`; the filter is skipped`);
      for (const { columnFieldRefs, sortFieldRefs, block } of renderers)
        for (const ref of [...columnFieldRefs, ...sortFieldRefs])
          if (!own.elements.has(ref))
            warn(block.line, 'renderer', says('left.column')`there is no field \`${ref}\`; the column is skipped`);
    }
  },
  import: importReports,
  /** Everybody's; people's own stay behind, because the format has no owners. */
  async export(context, source) {
    const names = createTrackerNames(context, source);
    const rows = await trackerRecords.listSharedReports(context.db, source.definition.id);
    return { reports: rows.map((row) => exportReport(row, names)) };
  },
  write: ({ reports }) => [element('reports', {}, reports.map(writeReport))],
};
