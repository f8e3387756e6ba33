// Finds the artifacts of which a text matches a pattern: no index knows them, so the texts of the tracker are read through
// once, and then those of blocks that changed.
import type { Reader } from '../../../../platform/database/index.ts';
import { isSliceOver, yieldSlice } from '../../../../platform/concurrency/time-slices.ts';
import type { Condition } from '../language/condition.ts';
import { readPage } from './id-sets.ts';
import type { SetCache } from './set-cache.ts';
import { listTextsInRange } from './matches.store.ts';
import { compilePattern, PatternError } from '../language/pattern.ts';
import { refuse } from '../language/query-context.ts';
import type { QueryContext, Searchable } from '../language/query-context.ts';
import { ownerOfField } from '../../artifact/search-texts.ts';
import { stepThrough } from './steps.ts';
import { says } from '../../../../platform/texts/said.ts';

/** Artifacts that one pattern may match; a query with more is answered 400. */
const matchesMax = 50_000;

/** Throws invalid for a pattern that can't be used, for too many matches, and where reading takes too long. */
export async function findByPattern(
  { db, setCache }: { db: Reader; setCache: SetCache },
  context: QueryContext,
  { name, field }: Searchable,
  pattern: string,
): Promise<Condition> {
  const { tracker, parameter, viewer } = context;
  const matches = await compile(context, name, pattern);
  const owner = ownerOfField(field?.id ?? 0);
  const deadline = { startedMs: performance.now(), timeMaxMs: viewer.site.settings.query_time_max_ms, parameter };
  const blocks = await setCache.readBlocks(db, tracker.id);
  const set = await setCache.read(
    tracker.id,
    blocks,
    `pattern ${owner} ${viewer.site.hasOldFolding === true ? 'renewing ' : ''}${pattern}`,
    async (changed, add) => {
      for await (const range of stepThrough(changed, deadline, { times: textTimes }))
        for (const { artifact_id, text } of await listTextsInRange(db, owner, range)) {
          if (isSliceOver()) await yieldSlice();
          if (matches(text)) add(artifact_id);
        }
    },
  );
  const { ids, size } = readPage(set, blocks.numbers, { limit: matchesMax, offset: 0, isDescending: false });
  if (size > matchesMax)
    throw refuse(
      context,
      says('query.pattern-many')`the pattern for '${name}' matches more than ${matchesMax} artifacts`,
    );
  return { kind: 'ids', ids };
}

/** Each may be long. */
const textTimes = 16;

async function compile(context: QueryContext, name: string, pattern: string): Promise<(text: string) => boolean> {
  try {
    return await compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw refuse(context, says('query.pattern')`the pattern for '${name}' can't be used: ${error.sentence}`);
  }
}
