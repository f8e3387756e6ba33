// Boards of milestones in project archives: `<cardwall>` (reference page 81, section 10).
import type { Reader } from '../../platform/database/index.ts';
import { says } from '../../platform/texts/said.ts';
import {
  element,
  findChild,
  findChildren,
  kept,
  list,
  loadNames,
  stored,
  storedParts,
  readAttribute,
  readFilledAttribute,
} from '../archive/index.ts';
import type { ElementPart, ImportContext, ImportedTracker, XmlElement } from '../archive/index.ts';
import { trackerRecords } from '../trackers/index.ts';
import type { Field } from '../trackers/index.ts';
import * as store from './cardwall.store.ts';
import type { SavedColumn, SavedMapping } from './cardwall.store.ts';
import { noneId } from './columns.ts';
import type { Wall } from './columns.ts';

const blockName = 'cardwall';

interface ArchiveColumn {
  readonly label: string;
  readonly color: string;
  readonly ref: string | undefined;
}

interface ArchiveValue {
  readonly valueRef: string;
  readonly columnRef: string;
  readonly line: number;
}

interface ArchiveMapping {
  readonly trackerRef: string;
  readonly fieldRef: string;
  readonly values: readonly ArchiveValue[];
  readonly line: number;
}

interface ArchiveWall {
  readonly trackerRef: string;
  readonly columns: readonly ArchiveColumn[];
  readonly mappings: readonly ArchiveMapping[];
  readonly line: number;
}

const inside = (parent: XmlElement, listName: string, name: string): XmlElement[] => {
  const found = findChild(parent, listName);
  return found === undefined ? [] : findChildren(found, name);
};

/** A name, or three shares of 0 to 255; else empty. */
function readColor({ attributes }: XmlElement): string {
  const name = attributes['tlp_color_name'];
  if (name !== undefined && name !== '') return name;
  const shares = ['bg_red', 'bg_green', 'bg_blue'].map((part) => Number(attributes[part] ?? NaN));
  if (!shares.every((share) => Number.isInteger(share) && share >= 0 && share <= 255)) return '';
  return `#${shares.map((share) => share.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
}

const readWall = (tracker: XmlElement): ArchiveWall => ({
  trackerRef: readFilledAttribute(tracker, 'id'),
  columns: inside(tracker, 'columns', 'column').map((column) => ({
    label: readAttribute(column, 'label'),
    color: readColor(column),
    ref: column.attributes['id'],
  })),
  mappings: inside(tracker, 'mappings', 'mapping').map((mapping) => ({
    trackerRef: readFilledAttribute(mapping, 'tracker_id'),
    fieldRef: readFilledAttribute(mapping, 'field_id'),
    values: inside(mapping, 'values', 'value').map((value) => ({
      valueRef: value.attributes['value_id'] ?? '',
      columnRef: readFilledAttribute(value, 'column_id'),
      line: value.line,
    })),
    line: mapping.line,
  })),
  line: tracker.line,
});

async function importWall(
  context: ImportContext,
  wall: ArchiveWall,
  tracker: ImportedTracker,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<void> {
  const mappings: SavedMapping[] = [];
  const byColumn = new Map<string, { cardTrackerId: number; valueId: number }[]>();
  for (const { trackerRef, fieldRef, values, line } of wall.mappings) {
    const cards = trackers.get(trackerRef);
    const field = cards?.fieldsByRef.get(fieldRef);
    if (cards === undefined || field === undefined) {
      context.warn(
        line,
        'mapping',
        says('left.no-field-of')`there is no field \`${fieldRef}\` in \`${trackerRef}\`; it is skipped`,
      );
      continue;
    }
    if (mappings.some(({ cardTrackerId }) => cardTrackerId === cards.id)) continue;
    mappings.push({ cardTrackerId: cards.id, fieldId: field.id });
    for (const value of values) {
      const valueId = value.valueRef === '' ? noneId : field.valueIds.get(value.valueRef);
      if (valueId === undefined)
        context.warn(
          value.line,
          'value',
          says('left.no-column')`there is no value \`${value.valueRef}\`; it is not added to a column`,
        );
      else
        byColumn.set(value.columnRef, [...(byColumn.get(value.columnRef) ?? []), { cardTrackerId: cards.id, valueId }]);
    }
  }
  const columns: SavedColumn[] = wall.columns.map(({ label, color, ref }) => ({
    label,
    color,
    archiveId: ref ?? null,
    values: byColumn.get(ref ?? '') ?? [],
  }));
  await store.saveWall(context.tx, tracker.id, columns, mappings);
}

/** The attributes by which archives say a colour. */
function colorAttributes(color: string): Record<string, string | number> {
  const shares = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1);
  const [red = 0, green = 0, blue = 0] = (shares ?? []).map((share) => Number.parseInt(share, 16));
  if (shares !== undefined) return { bg_red: red, bg_green: green, bg_blue: blue };
  return color === '' ? {} : { tlp_color_name: color };
}

function writeWall(
  wall: Wall,
  names: Awaited<ReturnType<typeof loadNames>>,
  lists: ReadonlyMap<number, Field>,
): string {
  const used = new Set([...wall.mappings.values()].flatMap(({ columns }) => [...columns.values()]));
  const refs = new Map(wall.columns.map((column) => [column.id, column.archive_id ?? `C${column.id}`]));
  const columns = wall.columns.map(({ id, label, color, archive_id: archiveId }) =>
    element('column', {
      label,
      id: archiveId !== null || used.has(id) ? refs.get(id) : undefined,
      ...colorAttributes(color),
    }),
  );
  const mappings = [...wall.mappings].map(([trackerId, mapping]) => {
    const values = [...mapping.columns].map(([valueId, columnId]) =>
      element('value', {
        value_id: valueId === noneId ? '' : names.value(lists.get(trackerId), valueId),
        column_id: refs.get(columnId),
      }),
    );
    const attributes = { tracker_id: names.tracker(trackerId), field_id: names.field(mapping.fieldId) };
    return element('mapping', attributes, values.length === 0 ? [] : [element('values', {}, values)]);
  });
  return element('tracker', { id: names.tracker(wall.trackerId) }, [
    ...(columns.length === 0 ? [] : [element('columns', {}, columns)]),
    ...(mappings.length === 0 ? [] : [element('mappings', {}, mappings)]),
  ]);
}

/** Boards as they are now; undefined where there are none. */
async function writeWalls(db: Reader, projectId: number): Promise<string | undefined> {
  const names = await loadNames(db, projectId, new Map());
  const walls: string[] = [];
  for (const row of await trackerRecords.listTrackerRows(db, projectId)) {
    const wall = row.is_deleted === 1 ? undefined : await store.findWall(db, row.id);
    if (wall === undefined) continue;
    const lists = new Map<number, Field>();
    for (const [trackerId, { fieldId }] of wall.mappings) {
      const list = (await trackerRecords.loadDefinition(db, trackerId))?.fieldById.get(fieldId);
      if (list !== undefined) lists.set(trackerId, list);
    }
    walls.push(writeWall(wall, names, lists));
  }
  return walls.length === 0 ? undefined : element(blockName, {}, [element('trackers', {}, walls)]);
}

const columnOutcome = stored(
  'column',
  storedParts({
    '@label': 'its label',
    '@id': 'what mappings call it',
    '@tlp_color_name': 'its colour',
    '@bg_red': 'its colour',
    '@bg_green': 'its colour',
    '@bg_blue': 'its colour',
  }),
);

const mappingOutcome = stored('which list cards of a tracker stand by', {
  ...storedParts({ '@tracker_id': 'whose cards', '@field_id': 'which list' }),
  values: list('value', stored('value', storedParts({ '@value_id': 'which one', '@column_id': 'where it stands' }))),
});

export const cardwallArchive: ElementPart = {
  element: blockName,
  outcome: kept('boards of milestones; exports have them as they are', {
    trackers: list(
      'tracker',
      stored('board', {
        ...storedParts({ '@id': 'whose milestones have it' }),
        columns: list('column', columnOutcome),
        mappings: list('mapping', mappingOutcome),
      }),
    ),
  }),
  leftByTemplates: [],
  read(block) {
    const walls = inside(block, 'trackers', 'tracker').map(readWall);
    return {
      check({ warn }, hasTracker) {
        for (const { trackerRef, line } of walls)
          if (!hasTracker(trackerRef))
            warn(line, 'cardwall', says('left.no-board')`there is no tracker \`${trackerRef}\`; its board is skipped`);
      },
      async import(context, former, trackers) {
        const taken = new Set<number>();
        for (const wall of walls) {
          const tracker = trackers.get(wall.trackerRef);
          if (tracker === undefined || taken.has(tracker.id)) continue;
          taken.add(tracker.id);
          await importWall(context, wall, tracker, trackers);
        }
        return { ...former, xml: element(blockName, {}) };
      },
    };
  },
  async export(db, projectId, former) {
    const xml = await writeWalls(db, projectId);
    return xml === undefined ? undefined : { name: blockName, line: 0, ...former, xml };
  },
};
