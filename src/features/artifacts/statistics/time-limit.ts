// How long one answer may look at everything that matches.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';

/** To be called between batches: throws invalid once `query_time_max_ms` have passed since the start. */
export function startTimeLimit(viewer: Viewer): () => void {
  const endMs = performance.now() + viewer.site.settings.query_time_max_ms;
  return () => {
    if (performance.now() > endMs)
      throw invalid(
        says('artifact.matching-slow')`reading all matching artifacts takes too long; add filters`,
        'query',
      );
  };
}
