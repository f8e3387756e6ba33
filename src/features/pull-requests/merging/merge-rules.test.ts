import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../platform/texts/said.ts';
import { defaultRules, describeObstacles, listObstacles, listWarnings } from './merge-rules.ts';
import type { MergeRules, Review } from './merge-rules.ts';

const author = 1;
const verdict = (userId: number, change: Partial<Review> = {}): Review => ({
  userId,
  verdict: 'approve',
  isCurrent: true,
  counts: true,
  ...change,
});

test('each rule names what is missing, and nothing that is there', () => {
  const rows: [
    rules: Partial<MergeRules>,
    reviews: Review[],
    checks: ['success' | 'failure' | 'pending'] | [],
    says: string,
  ][] = [
    [{}, [], [], ''],
    [{}, [verdict(2, { verdict: 'changes' })], [], ''],
    [{ required_approvals: 2 }, [], [], '2 approvals are missing'],
    [{ required_approvals: 2 }, [verdict(2), verdict(author)], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(7)], [], 'an approval is missing'],
    [{ required_reviewers: [7] }, [verdict(7)], [], 'user 7 must approve it'],
    [{ required_approvals: 1 }, [verdict(2), verdict(7, { verdict: 'changes' })], [], 'user 7 requested changes'],
    [{ required_approvals: 1 }, [verdict(2, { isCurrent: false })], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(2, { counts: false })], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(2)], [], ''],
    [{ required_approvals: 1 }, [verdict(2), verdict(3, { verdict: 'changes' })], [], 'user 3 requested changes'],
    [{ required_approvals: 1 }, [verdict(2), verdict(3, { verdict: 'changes', counts: false })], [], ''],
    [{ required_reviewers: [2, author] }, [verdict(3)], [], 'user 2 must approve it'],
    [{ required_reviewers: [2], required_approvals: 1 }, [verdict(2, { counts: false })], [], ''],
    [{ required_checks: ['tests'] }, [], [], 'the check "tests" has not run'],
    [{ required_checks: ['tests'] }, [], ['failure'], 'the check "tests" failed'],
    [{ required_checks: ['tests'] }, [], ['pending'], 'the check "tests" is running'],
    [{ required_checks: ['tests'] }, [], ['success'], ''],
    [{ requires_resolved_threads: true }, [], [], '2 threads are unresolved'],
  ];
  for (const [rules, reviews, states, says] of rows) {
    const checks = states.map((state) => ({ name: 'tests', state }));
    const found = listObstacles(
      { ...defaultRules, ...rules },
      {
        authorId: author,
        pushers: new Set([7]),
        reviewers: [],
        reviews,
        checks,
        openThreads: 2,
      },
    );
    assert.equal(textOf(describeObstacles(found)), says, JSON.stringify(rules));
  }
});

test('concerns are confirmed, refused or nothing, as the rules say', () => {
  const judged = {
    authorId: author,
    pushers: new Set([7]),
    reviewers: [author, 2, 3],
    reviews: [verdict(3, { isCurrent: false })],
    checks: [],
    openThreads: 1,
  };
  const said = (change: Partial<MergeRules>): string[] => {
    const rules = { ...defaultRules, ...change };
    return [listObstacles(rules, judged), listWarnings(rules, judged)].map((all) => textOf(describeObstacles(all)));
  };
  const [threads, review, outdated] = [
    'a thread is unresolved',
    'the requested review of user 2 is missing',
    'user 3 approved it before the last push',
  ];
  assert.deepEqual(said({}), ['', `${threads}, ${review}, ${outdated}`]);
  assert.deepEqual(said({ open_threads: 'refuse', missing_reviews: 'allow' }), [threads, outdated]);
  assert.deepEqual(said({ requires_resolved_threads: true, open_threads: 'allow', missing_reviews: 'refuse' }), [
    `${threads}, ${review}`,
    outdated,
  ]);
  assert.deepEqual(said({ open_threads: 'allow', missing_reviews: 'allow', outdated_approvals: 'allow' }), ['', '']);
});
