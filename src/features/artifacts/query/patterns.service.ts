// Finds the artifacts of which a text matches a pattern: no index knows them, so the texts of the tracker are read through.
import type { Reader } from '../../../platform/database/index.ts';
import { listBlocks } from './blocks.store.ts';
import type { Condition } from './condition.ts';
import * as store from './matching.store.ts';
import { compilePattern, PatternError } from './pattern.ts';
import { refuse } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';
import { ownerOfField } from './search-texts.ts';
import { stepThrough } from './steps.ts';

const matchesMax = 50_000;

/** Throws invalid for a pattern that can't be used, for too many matches, and where reading takes too long. */
export async function findByPattern(
  db: Reader,
  context: QueryContext,
  { name, field }: Searchable,
  pattern: string,
): Promise<Condition> {
  const matches = compile(context, name, pattern);
  const ids = new Set<number>();
  const owner = ownerOfField(field?.id ?? 0);
  const deadline = {
    startedMs: performance.now(),
    timeMaxMs: context.viewer.site.settings.query_time_max_ms,
    parameter: context.parameter,
  };
  const blocks = await listBlocks(db, context.tracker.id);
  for await (const range of stepThrough(blocks, deadline)) {
    for (const { artifact_id, text } of await store.listTextsInRange(db, owner, range))
      if (matches(text)) ids.add(artifact_id);
    if (ids.size > matchesMax)
      throw refuse(context, `the pattern for '${name}' matches more than ${matchesMax} artifacts`);
  }
  return { kind: 'ids', ids: [...ids] };
}

function compile(context: QueryContext, name: string, pattern: string): (text: string) => boolean {
  try {
    return compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw refuse(context, `the pattern for '${name}' can't be used: ${error.message}`);
  }
}
