// Who reviews a pull request.
import { forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import { mayRead } from '../source-control/index.ts';
import { findFor, findForTalk, mayEdit } from './finding.ts';
import { findPeople, readPeople } from './people.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';
import { viewPeople } from './pull-requests.view.ts';
import type { PullRequestTalk } from './talk.ts';
import { note } from './notifications/noting.ts';

export function createReviewing(needs: PullRequestNeeds): Pick<PullRequestTalk, 'listReviewers' | 'setReviewers'> {
  const { database, clock, code } = needs;
  const db = database.read;
  return {
    async listReviewers(viewer, id) {
      await findFor(db, code, viewer, id);
      const ids = (await store.listReviewers(db, [id])).get(id) ?? [];
      return { users: viewPeople(viewer, await readPeople(db, ids), ids) };
    },
    async setReviewers(viewer, id, { users }) {
      const user = requireUser(viewer);
      const found = await findForTalk(db, code, viewer, id);
      requireLivingProject(found.repository.project);
      const wanted = await findPeople(db, users, 'users');
      for (const [index, { id: reviewer }] of wanted.entries()) {
        const reader = await needs.loadAbsent(reviewer);
        if (reader === undefined || !mayRead(reader, found.repository))
          throw invalid(
            says('pull.reviewer')`contains a user who does not have access to the repository`,
            `users.${index}`,
          );
      }
      const ids = [...new Set(wanted.map((one) => one.id))];
      await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, id);
        if (!mayEdit(viewer, now))
          throw forbidden(
            says('pull.reviewers')`only its author and people with permission to merge it can change the reviewers`,
          );
        if (now.row.status !== 'review')
          throw forbidden(says('pull.closed-reviewers')`the reviewers of a closed pull request can't be changed`);
        const before = (await store.listReviewers(tx, [id])).get(id) ?? [];
        const added = ids.filter((one) => !before.includes(one));
        const removed = before.filter((one) => !ids.includes(one));
        if (added.length + removed.length === 0) return;
        await store.replaceReviewers(tx, id, ids);
        await note(tx, now, { kind: 'reviewers', by: user.id, atMs: clock.nowMs(), added, removed });
      });
    },
  };
}
