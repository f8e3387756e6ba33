// Pull requests and what is said about them, as the wire shows them.
import type { Static } from 'typebox';
import { escapeHtml } from '../../platform/markup/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { publicUrl } from '../../settings/index.ts';
import { viewMinimalUser } from '../people/index.ts';
import type { UserRow, MinimalUser } from '../people/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { pageOf } from '../source-control/index.ts';
import type { Repository } from '../source-control/index.ts';
import { richTexts, writtenReferences } from '../trackers/index.ts';
import type { Keywords } from '../trackers/index.ts';
import type { Comment, MinimalPullRequest } from './pull-requests.schema.ts';
import type { CommentRow, PullRequestRow } from './pull-requests.store.ts';

/** Accounts by id. */
export type People = ReadonlyMap<number, UserRow>;

export const viewPerson = (viewer: Viewer, people: People, id: number): Static<typeof MinimalUser> | undefined => {
  const user = people.get(id);
  return user === undefined ? undefined : viewMinimalUser(user, publicUrl(viewer.site.settings));
};

export const viewPeople = (viewer: Viewer, people: People, ids: readonly number[]): Static<typeof MinimalUser>[] =>
  ids.flatMap((id) => viewPerson(viewer, people, id) ?? []);

const viewRepository = (viewer: Viewer, repository: Repository): Static<typeof MinimalPullRequest>['repository'] => {
  const { settings } = viewer.site;
  return {
    id: repository.id,
    uri: `git/${repository.id}`,
    name: repository.name,
    project: projectViews.viewProjectReference(repository.project),
    clone_http_url: settings.git_http_url ? `${publicUrl(settings)}${pageOf(repository)}.git` : '',
    clone_ssh_url:
      settings.git_ssh_url === ''
        ? ''
        : `${settings.git_ssh_url}/${repository.project.unix_name}/${repository.name}.git`,
  };
};

/** Who made it is an account that is never removed. */
const requirePerson = (viewer: Viewer, people: People, id: number): Static<typeof MinimalUser> => {
  const person = viewPerson(viewer, people, id);
  if (person === undefined) throw new Error(`there is no account ${id}`);
  return person;
};

export function viewMinimal(
  viewer: Viewer,
  { row, repository, source }: { row: PullRequestRow; repository: Repository; source: Repository | undefined },
  people: People,
  { reviewers, isBroken }: { reviewers: readonly number[]; isBroken: boolean },
): Static<typeof MinimalPullRequest> {
  const place = viewRepository(viewer, repository);
  return {
    id: row.id,
    title: escapeHtml(row.title),
    uri: `pull_requests/${row.id}`,
    repository: source === undefined ? place : viewRepository(viewer, source),
    repository_dest: place,
    user_id: row.user_id,
    creator: requirePerson(viewer, people, row.user_id),
    creation_date: formatIso(row.created_at_ms),
    branch_src: row.branch_src,
    branch_dest: row.branch_dest,
    status: row.status,
    head: { id: row.head_hash },
    is_git_reference_broken: isBroken,
    reviewers: viewPeople(viewer, people, reviewers),
  };
}

/** A text with its references as links. */
export async function renderText(
  { markup, keywords }: { markup: MarkupRenderer; keywords: Keywords },
  viewer: Viewer,
  { content, format }: { content: string; format: 'text' | 'commonmark' },
): Promise<string> {
  const text = { content, format };
  const rendered = markup.renderAtOnce(text);
  const html = typeof rendered === 'string' ? rendered : (rendered.cached ?? (await markup.renderApart(rendered)));
  const baseUrl = publicUrl(viewer.site.settings);
  const { post_processed_value: linked = '' } = richTexts.viewText(text, html, 'value', (keyword, id) =>
    writtenReferences.findReferenceUrl(keywords, keyword, id, baseUrl),
  );
  return linked;
}

export const viewComment = (
  viewer: Viewer,
  row: CommentRow,
  people: People,
  html: string,
): Omit<Static<typeof Comment>, 'type'> => ({
  id: row.id,
  post_date: formatIso(row.at_ms),
  last_edition_date: row.edited_at_ms === null ? null : formatIso(row.edited_at_ms),
  content: escapeHtml(row.content),
  raw_content: row.content,
  post_processed_content: html,
  parent_id: row.parent_id,
  format: row.format,
  color: row.color,
  user: requirePerson(viewer, people, row.user_id),
  resolution:
    row.resolved_at_ms === null
      ? null
      : { user: viewPerson(viewer, people, row.resolved_by ?? 0) ?? null, date: formatIso(row.resolved_at_ms) },
});
