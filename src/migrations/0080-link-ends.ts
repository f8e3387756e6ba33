// An index of what decides who sees an artifact, so that finding links need not read the rows of their other ends, each of which lies
// on a page of its own.
import { createCoveringIndex } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const linkEnds: Migration = {
  number: 80,
  name: 'link-ends',
  up: (tx) => createCoveringIndex(tx, 'artifacts_ends', 'artifacts', ['id', 'tracker_id', 'is_limited']),
};
