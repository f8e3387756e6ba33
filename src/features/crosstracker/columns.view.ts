// What a row of a search shows in each column.
import { formatIso } from '../../platform/texts/dates.ts';
import { artifactRanking, artifactViews, titleOf } from '../artifacts/index.ts';
import type { RenderableArtifact, Relations } from '../artifacts/index.ts';
import { avatarUrl, displayName } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { userGroupNames } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { artifactLinks, fieldIs, fieldTypeOf, listValues, mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { fieldOf } from './selectables.ts';
import type { ColumnType } from './selectables.ts';

export interface RowContext {
  viewer: Viewer;
  relations: Relations;
  baseUrl: string;
  /** How the artifact came here, where it was found by a link. */
  link?: { type: string; direction: 'forward' | 'reverse' };
}

interface Row extends RowContext {
  renderable: RenderableArtifact;
}

/** Sorts a row among others: numbers before texts, nothing first. */
export type SortKey = number | string | null;

interface Cell {
  shown: unknown;
  sortKey: SortKey;
}

const unknown: Cell = { shown: { value: '' }, sortKey: null };

/** The artifact itself, as the first column of each row. */
export function viewArtifactColumn({ renderable, relations }: Row): Record<string, unknown> {
  const { id } = renderable.row;
  return {
    id,
    uri: `artifacts/${id}`,
    number_of_forward_link: relations.linksFrom.get(id)?.length ?? 0,
    number_of_reverse_link: relations.linksTo.get(id)?.length ?? 0,
  };
}

/** What the row has in a column of this name and type. */
export function viewColumn(row: Row, name: string, type: ColumnType): Cell {
  const { tracker, values } = row.renderable;
  switch (type) {
    case 'project':
      return {
        shown: { name: tracker.project.full_name, icon: tracker.project.icon },
        sortKey: tracker.project.full_name,
      };
    case 'tracker':
      return { shown: { name: tracker.name, color: tracker.color }, sortKey: tracker.name };
    case 'pretty_title':
      return viewPrettyTitle(row);
    case 'link_type':
      return viewLinkType(row);
    default:
      break;
  }
  const moment = viewMoment(row, name);
  if (moment !== undefined) return moment;
  const field = fieldOf(row.viewer, tracker, name);
  return field === undefined ? unknown : viewField(row, field, values[field.id], type);
}

const isReadable =
  (viewer: Viewer, tracker: Definition) =>
  (field: Field): boolean =>
    mayField(viewer, tracker, field, 'read');

function viewPrettyTitle({ viewer, renderable: { row, tracker, values } }: Row): Cell {
  const title = titleOf(tracker, values, isReadable(viewer, tracker)) ?? '';
  return {
    shown: { tracker_name: tracker.itemName, color: tracker.color, artifact_id: row.id, title },
    sortKey: title,
  };
}

function viewLinkType({ link }: Row): Cell {
  if (link === undefined) return unknown;
  const known = artifactLinks.linkTypes.find(({ shortname }) => shortname === link.type);
  const label = known?.[link.direction === 'forward' ? 'forwardLabel' : 'reverseLabel'] ?? link.type;
  return { shown: { shortname: link.type, direction: link.direction, label, uri: '' }, sortKey: label };
}

/** What every artifact has. */
function viewMoment({ renderable: { row }, relations, baseUrl }: Row, name: string): Cell | undefined {
  const date = (ms: number): Cell => ({ shown: { value: formatIso(ms), with_time: true }, sortKey: ms });
  const person = (id: number): Cell => {
    const user = relations.users.get(id);
    return { shown: viewPerson(user, baseUrl), sortKey: user?.username ?? '' };
  };
  switch (name.toLowerCase()) {
    case '@id':
      return { shown: { value: row.id }, sortKey: row.id };
    case '@rank': {
      const rank = artifactRanking.rankOf(row);
      return { shown: { value: rank }, sortKey: rank };
    }
    case '@submitted_on':
      return date(row.submitted_at_ms);
    case '@last_update_date':
      return date(row.updated_at_ms);
    case '@submitted_by':
      return person(row.submitted_by);
    case '@last_update_by':
      return person(row.updated_by);
    default:
      return undefined;
  }
}

const viewPerson = (user: UserRow | undefined, baseUrl: string): Record<string, unknown> =>
  user === undefined
    ? {
        display_name: 'Anonymous user',
        avatar_url: `${baseUrl}/themes/common/images/avatar_default.png`,
        user_url: null,
        is_anonymous: true,
      }
    : {
        display_name: displayName(user),
        avatar_url: avatarUrl(user, baseUrl),
        user_url: `/users/${encodeURIComponent(user.username)}`,
        is_anonymous: false,
      };

function viewField(row: Row, field: Field, stored: unknown, type: ColumnType): Cell {
  const { relations, baseUrl } = row;
  const shown = show(row, field, stored);
  switch (type) {
    case 'text': {
      const text = stored === undefined ? '' : (fieldTypeOf(field.type).searchText(stored) ?? '');
      const value = shown['post_processed_value'] ?? shown['value'];
      return { shown: { value: typeof value === 'string' ? value : '' }, sortKey: text };
    }
    case 'numeric': {
      const value = shown['manual_value'] ?? shown['value'];
      const number = typeof value === 'number' ? value : null;
      return { shown: { value: number }, sortKey: number };
    }
    case 'date': {
      const value = typeof shown['value'] === 'string' ? shown['value'] : null;
      const isTimed = !fieldIs.date(field) || shown['is_time_displayed'] === true;
      return { shown: { value, with_time: isTimed }, sortKey: value === null ? null : new Date(value).getTime() };
    }
    case 'user': {
      const { row: artifact } = row.renderable;
      const user = relations.users.get(
        fieldTypeOf(field.type).search === 'submitted-by' ? artifact.submitted_by : artifact.updated_by,
      );
      return { shown: viewPerson(user, baseUrl), sortKey: user?.username ?? '' };
    }
    default:
      return viewList(row, field, stored, type);
  }
}

const show = (row: Row, field: Field, stored: unknown): Record<string, unknown> =>
  fieldTypeOf(field.type).show(stored, artifactViews.showContext(field, row.renderable, row)) ?? {};

/** Negative keys are values that people added to an open list. */
function viewList({ renderable, relations, baseUrl }: Row, field: Field, stored: unknown, type: ColumnType): Cell {
  const ids = stored === undefined ? [] : fieldTypeOf(field.type).keys(stored);
  if (type === 'list_user') {
    const users = ids.flatMap((id) => relations.users.get(id) ?? []);
    return { shown: { value: users.map((user) => viewPerson(user, baseUrl)) }, sortKey: users[0]?.username ?? null };
  }
  const entries = ids.flatMap((id): { label: string; color: string | null }[] => {
    const value = listValues.findValue(field, id);
    if (value === undefined) {
      const added = listValues.findOpenValue(field, -id);
      return added === undefined ? [] : [{ label: added.label, color: null }];
    }
    const { project, groupNames } = renderable.tracker;
    const label =
      value.groupId === undefined
        ? value.label
        : userGroupNames.viewMinimalGroup(value.groupId, project.id, groupNames.get(value.groupId)).label;
    return [{ label, color: value.color === '' ? null : value.color }];
  });
  const value = type === 'list_user_group' ? entries.map(({ label }) => ({ label })) : entries;
  return { shown: { value }, sortKey: entries[0]?.label ?? null };
}
