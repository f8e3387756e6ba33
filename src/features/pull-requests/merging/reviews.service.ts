// What those who review a pull request think of it.
import type { Static } from 'typebox';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { findFor, findForTalk } from '../finding.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import * as pullRequests from '../pull-requests.store.ts';
import { note } from '../notifications/noting.ts';
import type { NewReview } from './merge-rules.schema.ts';
import * as store from './merge-rules.store.ts';

export interface Reviews {
  /**
   * Whoever says so becomes a reviewer. Throws as findFor, forbidden for who made it and for a closed one, invalid where more was
   * pushed than what was looked at, and for more than 50 reviewers.
   */
  say(viewer: Viewer, id: number, wanted: Static<typeof NewReview>): Promise<void>;
}

/** Reviewers of one pull request; the review of one more is answered 400. */
export const reviewersMax = 50;

export const createReviews = ({ database, clock, code }: PullRequestNeeds): Reviews => ({
  async say(viewer, id, { verdict, head }) {
    const user = requireUser(viewer);
    const found = await findForTalk(database.read, code, viewer, id);
    requireLivingProject(found.repository.project);
    if (found.row.user_id === user.id)
      throw forbidden(says('pull.own-verdict')`you can't review your own pull request`);
    await database.transact(async (tx) => {
      const now = await findFor(tx, code, viewer, id);
      const { row } = now;
      if (row.status !== 'review')
        throw forbidden(says('pull.closed-verdicts')`the reviews of a closed pull request can't be changed`);
      if (head !== undefined && head !== row.head_hash)
        throw invalid(says('pull.old-verdict')`is outdated: new commits were pushed; review them first`, 'head');
      const event = { by: user.id, atMs: clock.nowMs() };
      const known = (await store.listReviews(tx, id)).find((one) => one.user_id === user.id);
      if (verdict === 'none') {
        if (known === undefined) return;
        await store.deleteReview(tx, id, user.id);
        await note(tx, now, { ...event, kind: 'withdraw' });
        return;
      }
      if (known?.verdict === verdict && known.head_hash === row.head_hash) return;
      const fresh = { pull_request_id: id, user_id: user.id, verdict, head_hash: row.head_hash, at_ms: event.atMs };
      await store.saveReview(tx, fresh);
      await note(tx, now, { ...event, kind: verdict });
      const reviewers = (await pullRequests.listReviewers(tx, [id])).get(id) ?? [];
      if (reviewers.includes(user.id)) return;
      if (reviewers.length >= reviewersMax)
        throw invalid(says('pull.many-reviewers')`exceeds the limit of ${reviewersMax} reviewers`, 'verdict');
      await pullRequests.replaceReviewers(tx, id, [...reviewers, user.id]);
    });
  },
});
