// What merging a pull request closes.
import type { Static } from 'typebox';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import { previewClosing, listClosingWishes } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { writtenReferences } from '../../trackers/index.ts';
import { findEnds } from '../finding.ts';
import type { Found } from '../finding.ts';
import type { PullRequest } from '../pull-requests.schema.ts';

/** Of one pull request that are looked at. */
const commitsMax = 50;
/** Artifacts of one pull request that are told of. */
const closedMax = 50;

/** What its commits and its own words ask to be closed, once it is on the default branch of a repository that closes things. */
export async function listClosed(
  { code, artifacts }: { code: CodeAccess; artifacts: Pick<Artifacts, 'listWhole'> },
  viewer: Viewer,
  found: Found,
  itemNames: readonly string[],
): Promise<Static<typeof PullRequest>['will_close']> {
  const { row, repository } = found;
  const closes =
    row.status === 'review' && repository.allows_closure === 1 && row.branch_dest === repository.default_branch;
  if (!closes) return [];
  const { from, to } = await findEnds(code, found);
  const filter = { from: to, without: from, path: undefined, author: undefined, message: undefined };
  const hashes = await code.listHistory(repository, filter, { limit: commitsMax, offset: 0 });
  const commits = await code.readCommits(repository, hashes);
  const said = [
    ...[...commits.values()].map(({ message }) => ({ text: message, by: 'commit' as const })),
    { text: `${row.title}\n\n${row.description}`, by: 'text' as const },
  ];
  const wishes = new Map<number, { keyword: string; by: 'commit' | 'text' }>();
  for (const { text, by } of said)
    for (const { keyword, artifactId } of listClosingWishes(text)) {
      if (wishes.size === closedMax || wishes.has(artifactId) || !writtenReferences.isKeyword(keyword, itemNames))
        continue;
      wishes.set(artifactId, { keyword, by });
    }
  const baseUrl = publicUrl(viewer.site.settings);
  const seen = await artifacts.listWhole(viewer, [...wishes.keys()]);
  return [...wishes].map(([id, { keyword, by }]) => ({
    ref: `${keyword} #${id}`,
    url: writtenReferences.referenceUrl(keyword, id, repository.project_id, baseUrl),
    artifact_id: id,
    is_said_by: by,
    obstacle: previewClosing(viewer, seen.get(id), keyword, repository.project_id) ?? null,
  }));
}
