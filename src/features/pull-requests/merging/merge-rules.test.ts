import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../platform/texts/said.ts';
import { defaultRules, describeObstacles, listObstacles } from './merge-rules.ts';
import type { MergeRules, Verdict } from './merge-rules.ts';

const author = 1;
const verdict = (userId: number, change: Partial<Verdict> = {}): Verdict => ({
  userId,
  verdict: 'approve',
  isCurrent: true,
  counts: true,
  ...change,
});

test('each rule names what is missing, and nothing that is there', () => {
  const rows: [
    rules: Partial<MergeRules>,
    verdicts: Verdict[],
    checks: ['success' | 'failure' | 'pending'] | [],
    says: string,
  ][] = [
    [{}, [], [], ''],
    [{}, [verdict(2, { verdict: 'changes' })], [], ''],
    [{ required_approvals: 2 }, [], [], '2 approvals are missing'],
    [{ required_approvals: 2 }, [verdict(2), verdict(author)], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(2, { isCurrent: false })], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(2, { counts: false })], [], 'an approval is missing'],
    [{ required_approvals: 1 }, [verdict(2)], [], ''],
    [{ required_approvals: 1 }, [verdict(2), verdict(3, { verdict: 'changes' })], [], 'user 3 asks for changes'],
    [{ required_approvals: 1 }, [verdict(2), verdict(3, { verdict: 'changes', counts: false })], [], ''],
    [{ required_reviewers: [2, author] }, [verdict(3)], [], 'user 2 has to approve it'],
    [{ required_reviewers: [2], required_approvals: 1 }, [verdict(2, { counts: false })], [], ''],
    [{ required_checks: ['tests'] }, [], [], 'the check "tests" has not run'],
    [{ required_checks: ['tests'] }, [], ['failure'], 'the check "tests" failed'],
    [{ required_checks: ['tests'] }, [], ['pending'], 'the check "tests" is running'],
    [{ required_checks: ['tests'] }, [], ['success'], ''],
    [{ requires_resolved_threads: true }, [], [], '2 threads are not resolved'],
  ];
  for (const [rules, verdicts, states, says] of rows) {
    const checks = states.map((state) => ({ name: 'tests', state }));
    const found = listObstacles(
      { ...defaultRules, ...rules },
      {
        authorId: author,
        verdicts,
        checks,
        openThreads: 2,
      },
    );
    assert.equal(textOf(describeObstacles(found)), says, JSON.stringify(rules));
  }
});
