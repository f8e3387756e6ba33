// Asks Subversion itself whether it can read rules of access: with rules that it can't read it refuses everyone.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { unavailable } from '../../../platform/errors.ts';
import { withScratch } from '../../../platform/files/scratch.ts';
import { collect } from '../../../platform/programs/collect.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { startProgram } from '../repositories/git-program.ts';
import { findFaultyLine, findMalformedLine, ownLine } from './access-rules.ts';
import { svnEnvironment, svnIsMissing } from './svn-program.ts';

/** Groups within groups, each named twice, take Subversion twice the time with each level. */
const checkMaxMs = 10_000;
/** Checks of one process that are under way; more wait. */
const checksMax = 4;
/** Checks that wait; more are answered 503. */
const waitingChecksMax = 100;
/** Characters of what Subversion says is wrong; the rest is cut off. */
const reasonLengthMax = 300;

/** Subversion can't read the rules. */
class UnreadableRules extends Error {}
/** It takes too long to. */
class EndlessRules extends Error {}

const semaphore = createSemaphore({
  parallel: checksMax,
  maxWaiting: waitingChecksMax,
  refuse: () => unavailable(says('svn.busy-rules')`too many access rules are being checked; try again in a moment`),
});

const words = {
  tooLarge: () => new UnreadableRules('their check says too much'),
  late: () => new EndlessRules(),
  explain: (said: string) => new UnreadableRules(said),
};

/** What it says first of the rules, without its own name and number. */
function readReason(said: string): string | undefined {
  const lines = [...said.matchAll(/^svnauthz: E(?:2[02]\d{4}): ([^\n]*)/gm)].map(([, text = '']) => text);
  const reason = lines.find((line) => !line.startsWith('Error while parsing authz file')) ?? lines[0];
  return reason?.slice(0, reasonLengthMax).toWellFormed();
}

/**
 * What is wrong with rules of access as Subversion would get them, with the line of what people wrote; undefined where it can read them.
 * Throws unavailable where `svnauthz` is missing or can't check them.
 */
export async function findRulesFault(dataDir: string, composed: string, maxMs = checkMaxMs): Promise<Said | undefined> {
  try {
    await semaphore.run(() =>
      withScratch(dataDir, async (scratch) => {
        const file = join(scratch, 'authz');
        await writeFile(file, composed);
        const child = await startProgram('svnauthz', ['validate', file], svnEnvironment, svnIsMissing);
        await collect(child, { timeoutMs: maxMs }, words);
      }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof EndlessRules)
      return says(
        'svn.endless-rules',
      )`Subversion needs more than ${maxMs / 1000} s to read them; use fewer nested groups`;
    if (!(error instanceof UnreadableRules)) throw error;
    const reason = readReason(error.message);
    if (reason === undefined)
      throw unavailable(says('svn.fails')`Subversion does not work on the server; contact its administrator`, error);
    const [, number, rest = reason] = /^line (\d+): (.*)$/.exec(reason) ?? [];
    const line =
      number === undefined ? findFaultyLine(composed, rest) : findMalformedLine(composed, Number(number), rest);
    return line === undefined
      ? says('svn.broken-rules')`Subversion can't read these rules: ${rest}`
      : says('svn.broken-line')`line ${ownLine(composed, line)}: Subversion can't read these rules: ${rest}`;
  }
}
