// How boards of milestones are set up.
import type { Static } from 'typebox';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, isTrackerAdmin } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import type { CardwallSetting, CardwallSettingChange, CardwallSettings } from './cardwall.schema.ts';
import type { CardwallDeps } from './board-deps.ts';
import * as store from './cardwall.store.ts';
import type { SavedColumn } from './cardwall.store.ts';
import { noneId } from './columns.ts';
import type { Wall } from './columns.ts';

type Change = Static<typeof CardwallSettingChange>;

const showWall = (wall: Wall): Static<typeof CardwallSetting> => {
  const pairs = [...wall.mappings].flatMap(([trackerId, { columns }]) =>
    [...columns].map(([valueId, columnId]) => ({ trackerId, valueId, columnId })),
  );
  return {
    columns: wall.columns.map(({ id, label, color }) => {
      const own = pairs.filter(({ columnId }) => columnId === id);
      return {
        id,
        label,
        color,
        value_ids: own.flatMap(({ valueId }) => (valueId === noneId ? [] : valueId)),
        none_of: own.flatMap(({ trackerId, valueId }) => (valueId === noneId ? trackerId : [])),
      };
    }),
    mappings: [...wall.mappings].map(([trackerId, { fieldId }]) => ({ tracker_id: trackerId, field_id: fieldId })),
  };
};

/** Throws as Trackers.read, and notFound where the tracker has no board. */
export async function showSetting(
  { database, trackers }: CardwallDeps,
  viewer: Viewer,
  trackerId: number,
): Promise<Static<typeof CardwallSetting>> {
  await trackers.read(viewer, trackerId);
  const wall = await store.findWall(database.read, trackerId);
  if (wall === undefined) throw notFound(says('board.none-here')`milestones of this tracker have no board`);
  return showWall(wall);
}

/** Boards of the milestones of a project, by the tracker, as far as the viewer may see it. Throws as Trackers.listOfProject. */
export async function listSettings(
  { database, trackers }: CardwallDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof CardwallSettings>> {
  const visible = await trackers.listOfProject(viewer, projectId, false);
  const ids = await store.listTrackersWithWall(
    database.read,
    visible.map(({ id }) => id),
  );
  const walls = await Promise.all(ids.map((id) => store.findWall(database.read, id)));
  return walls.flatMap((wall) => (wall === undefined ? [] : { tracker_id: wall.trackerId, ...showWall(wall) }));
}

/**
 * Throws as Trackers.read, forbidden for who does not administer the tracker, and invalid for columns, lists and values that are not
 * there, or stand in two columns.
 */
export async function saveSetting(
  deps: CardwallDeps,
  viewer: Viewer,
  trackerId: number,
  body: Change,
): Promise<Static<typeof CardwallSetting>> {
  const { database, trackers } = deps;
  const tracker = await openToChange(deps, viewer, trackerId);
  const visible = await trackers.listOfProject(viewer, tracker.project.id, false);
  const lists = readMappings(new Map(visible.map((one) => [one.id, one])), body.mappings ?? []);
  const columns = body.columns.map((column, index) => readColumn(lists, column, `columns[${index}]`));
  const places = columns.flatMap(({ values }) => values.map((value) => `${value.cardTrackerId} ${value.valueId}`));
  if (new Set(places).size < places.length)
    throw invalid(says('board.value-twice')`contains a value in two columns`, 'columns');
  await database.transact(async (tx) => {
    const known = (await store.findWall(tx, trackerId))?.columns ?? [];
    for (const { id } of columns)
      if (id !== undefined && !known.some((column) => column.id === id))
        throw conflict(says('board.column-missing')`this board has no column ${id}`);
    const mappings = [...lists].map(([cardTrackerId, field]) => ({ cardTrackerId, fieldId: field.id }));
    await store.saveWall(tx, trackerId, columns, mappings);
  });
  return showSetting(deps, viewer, trackerId);
}

/** Throws as saveSetting, and notFound. */
export async function removeSetting(deps: CardwallDeps, viewer: Viewer, trackerId: number): Promise<void> {
  await openToChange(deps, viewer, trackerId);
  await deps.database.transact(async (tx) => {
    if (!(await store.hasWall(tx, trackerId)))
      throw notFound(says('board.none-here')`milestones of this tracker have no board`);
    await store.deleteWall(tx, trackerId);
  });
}

async function openToChange({ trackers }: CardwallDeps, viewer: Viewer, trackerId: number): Promise<Definition> {
  const tracker = await trackers.read(viewer, trackerId);
  requireLivingProject(tracker.project);
  if (!isTrackerAdmin(viewer, tracker))
    throw forbidden(says('board.admin-only')`only administrators of the tracker can change the board settings`);
  return tracker;
}

/** The list of each tracker that the board names. */
function readMappings(
  trackers: ReadonlyMap<number, Definition>,
  mappings: NonNullable<Change['mappings']>,
): Map<number, Field> {
  const lists = new Map<number, Field>();
  for (const [index, mapping] of mappings.entries()) {
    const tracker = trackers.get(mapping.tracker_id);
    if (tracker === undefined)
      throw invalid(
        says('planning.no-tracker')`there is no tracker ${mapping.tracker_id} in this project`,
        `mappings[${index}].tracker_id`,
      );
    const field = tracker.fieldById.get(mapping.field_id);
    if (field === undefined || !fieldIs.list(field) || field.settings.bind?.kind !== 'static')
      throw invalid(
        says('board.no-list')`the tracker has no list ${mapping.field_id} with static values`,
        `mappings[${index}].field_id`,
      );
    if (lists.has(tracker.id)) throw invalid(says('board.tracker-twice')`contains a tracker twice`, 'mappings');
    lists.set(tracker.id, field);
  }
  return lists;
}

function readColumn(lists: ReadonlyMap<number, Field>, column: Change['columns'][number], path: string): SavedColumn {
  const values = (column.value_ids ?? []).map((valueId) => {
    const entry = [...lists].find(([, field]) => field.values.some(({ id }) => id === valueId));
    if (entry === undefined)
      throw invalid(
        says('board.foreign-value')`${valueId} is not a value of a list on this board`,
        `${path}.value_ids`,
      );
    return { cardTrackerId: entry[0], valueId };
  });
  const none = (column.none_of ?? []).map((cardTrackerId) => {
    if (!lists.has(cardTrackerId))
      throw invalid(says('board.no-mapping')`the board has no list for tracker ${cardTrackerId}`, `${path}.none_of`);
    return { cardTrackerId, valueId: noneId };
  });
  return { id: column.id, label: column.label, color: column.color ?? '', values: [...values, ...none] };
}
