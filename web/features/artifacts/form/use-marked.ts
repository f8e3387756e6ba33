// Which fields another reading of the artifact found changed.
import { useState } from 'react';
import type { Schemas, Tagged } from '../../../platform/api.ts';

type Artifact = Schemas['Artifact'];

/** Ids of fields whose values are not those of the reading before; none at first. */
export function useMarked(tagged: Tagged<Artifact>): ReadonlySet<number> {
  const [seen, setSeen] = useState(tagged);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  if (seen.etag !== tagged.etag) {
    const before = new Map((seen.data.values ?? []).map((value) => [value.field_id, JSON.stringify(value)]));
    const now = tagged.data.values ?? [];
    setSeen(tagged);
    setMarked(
      new Set(
        now.filter((value) => before.get(value.field_id) !== JSON.stringify(value)).map(({ field_id: id }) => id),
      ),
    );
  }
  return marked;
}
