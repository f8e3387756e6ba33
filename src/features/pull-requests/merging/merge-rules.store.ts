// Reads and writes what has to be before branches are merged, and what reviewers think.
import type { Selectable } from 'kysely';
import { storedJson } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { defaultConcerns, StoredRules } from './merge-rules.ts';
import type { MergeRules } from './merge-rules.ts';
import './merge-rules.tables.ts';

export type ReviewRow = Selectable<Tables['pull_request_verdicts']>;

const parse = storedJson(StoredRules);
const read = (text: string, place: string): MergeRules => ({
  requires_resolved_threads: false,
  ...defaultConcerns,
  ...parse(text, place),
});

export async function findRulesOfProject(db: Reader, id: number): Promise<MergeRules | undefined> {
  const row = await db
    .selectFrom('project_merge_rules')
    .select('rules_json')
    .where('project_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : read(row.rules_json, `merge rules of project ${id}`);
}

export async function findRulesOfRepository(db: Reader, id: number): Promise<MergeRules | undefined> {
  const row = await db
    .selectFrom('repository_merge_rules')
    .select('rules_json')
    .where('repository_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : read(row.rules_json, `merge rules of repository ${id}`);
}

/** undefined: it has none of its own any more. */
export async function saveRulesOfProject(tx: Writer, id: number, rules: MergeRules | undefined): Promise<void> {
  if (rules === undefined) {
    await tx.deleteFrom('project_merge_rules').where('project_id', '=', id).execute();
    return;
  }
  const row = { rules_json: JSON.stringify(rules) };
  await tx
    .insertInto('project_merge_rules')
    .values({ project_id: id, ...row })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(row))
    .execute();
}

export async function saveRulesOfRepository(tx: Writer, id: number, rules: MergeRules | undefined): Promise<void> {
  if (rules === undefined) {
    await tx.deleteFrom('repository_merge_rules').where('repository_id', '=', id).execute();
    return;
  }
  const row = { rules_json: JSON.stringify(rules) };
  await tx
    .insertInto('repository_merge_rules')
    .values({ repository_id: id, ...row })
    .onConflict((conflict) => conflict.column('repository_id').doUpdateSet(row))
    .execute();
}

/** Oldest first. */
export const listReviews = (db: Reader, pullRequestId: number): Promise<ReviewRow[]> =>
  db
    .selectFrom('pull_request_verdicts')
    .selectAll()
    .where('pull_request_id', '=', pullRequestId)
    .orderBy('at_ms')
    .orderBy('user_id')
    .execute();

export async function saveReview(tx: Writer, row: ReviewRow): Promise<void> {
  const { verdict, head_hash, at_ms } = row;
  await tx
    .insertInto('pull_request_verdicts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['pull_request_id', 'user_id']).doUpdateSet({ verdict, head_hash, at_ms }),
    )
    .execute();
}

export async function deleteReview(tx: Writer, pullRequestId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('pull_request_verdicts')
    .where('pull_request_id', '=', pullRequestId)
    .where('user_id', '=', userId)
    .execute();
}
