// How texts name pull requests, and what titles and descriptions of pull requests name.
import { publicUrl } from '../../settings/index.ts';
import { textReferences } from '../artifacts/index.ts';
import type { ListReferring } from '../artifacts/index.ts';
import { mayRead } from '../source-control/index.ts';
import type { CodeAccess } from '../source-control/index.ts';
import { writtenReferences } from '../trackers/index.ts';
import type { ReferenceName } from '../trackers/index.ts';
import { listNaming } from './pull-requests.store.ts';

/** In texts of whatever project. */
export const namesOf = (id: number): ReferenceName[] =>
  [...writtenReferences.pullRequestKeywords].map((keyword) => writtenReferences.wholeName(keyword, id));

/** Pull requests whose texts name what is asked for, of repositories that the viewer may read. */
export const createReferringPullRequests =
  (code: Pick<CodeAccess, 'findAll'>): ListReferring =>
  async (db, viewer, names) => {
    const rows = await listNaming(db, names, textReferences.referringMax);
    const repositories = await code.findAll(db, [...new Set(rows.map((row) => row.repository_id))]);
    const isOwnKeyword = textReferences.createOwnKeywords(db);
    const baseUrl = publicUrl(viewer.site.settings);
    const found = new Map<string, Awaited<ReturnType<ListReferring>>[number]>();
    for (const row of rows) {
      const repository = repositories.get(row.repository_id);
      if (repository === undefined || !mayRead(viewer, repository)) continue;
      const reference = { keyword: row.keyword, id: row.target_id };
      if (reference.id !== 0 && (await isOwnKeyword(repository.project_id, row.keyword))) continue;
      for (const name of names)
        if (writtenReferences.isNamed(name, reference, repository.project_id))
          found.set(`${name.whole} ${name.id} ${row.id}`, {
            name,
            ref: `pr #${row.id}`,
            url: `${baseUrl}/pull-requests/${row.id}`,
          });
    }
    return [...found.values()];
  };
