// Labels that pull requests carry.
import type { Static } from 'typebox';
import { forbidden } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import { says } from '../../platform/texts/said.ts';
import { changeLabelsOf, listLabelsOf, viewLabel } from '../labels/index.ts';
import type { Carriers, ItemLabelsChange, LabelledItem, LabelList } from '../labels/index.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { mayRead } from '../source-control/index.ts';
import { findFor, mayEdit } from './finding.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';

/** Throws as findFor does. */
export interface PullRequestLabels {
  list(viewer: Viewer, id: number, page: Page): Promise<Static<typeof LabelList> & { size: number }>;
  /** Throws forbidden for who neither made it nor may merge it, invalid for labels that there are not. */
  change(viewer: Viewer, id: number, change: Static<typeof ItemLabelsChange>): Promise<void>;
}

const itemOf = (id: number): LabelledItem => ({ kind: 'pull-request', id });

export function createPullRequestLabels({ database, code }: PullRequestNeeds): PullRequestLabels {
  const db = database.read;
  return {
    async list(viewer, id, { limit, offset }) {
      await findFor(db, code, viewer, id);
      const rows = await listLabelsOf(db, itemOf(id));
      return { labels: rows.slice(offset, offset + limit).map(viewLabel), size: rows.length };
    },
    async change(viewer, id, change) {
      requireUser(viewer);
      const { repository } = await findFor(db, code, viewer, id);
      requireLivingProject(repository.project);
      await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, id);
        if (!mayEdit(viewer, now))
          throw forbidden(
            says('pull.labels')`only its author and people with permission to merge it can change the labels`,
          );
        await changeLabelsOf(tx, repository.project_id, itemOf(id), change);
      });
    },
  };
}

/** Pull requests for the list of what carries a label. */
export const pullRequestCarriers = ({ database, code }: PullRequestNeeds): Carriers => ({
  kind: 'pull-request',
  async show(viewer, ids) {
    const db = database.read;
    const rows = await store.listPullRequestsByIds(db, ids);
    const repositories = [...new Set(rows.map((row) => row.repository_id))];
    const found = await Promise.all(repositories.map((id) => code.find(db, id)));
    const readable = new Set(found.flatMap((one) => (one !== undefined && mayRead(viewer, one) ? one.id : [])));
    return rows
      .filter((row) => readable.has(row.repository_id))
      .map((row) => ({ title: escapeHtml(row.title), html_url: `/pull-requests/${row.id}` }));
  },
});
