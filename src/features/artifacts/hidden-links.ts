// Links that a writer can't see. GET does not show them, so what the writer sends can't mean them: they stay.
import type { Reader } from '../../platform/database/index.ts';
import type { ArtifactLink, Definition, ValueChecks } from '../trackers/index.ts';
import { listLinksFrom, listLinksTo } from './artifacts.store.ts';
import { isLinkList } from './change.ts';
import type { StoredValues } from './change.ts';

/** Ids of the artifacts at the other end of the artifact's links, in both directions, that the writer may not see. */
export async function listHiddenIds(db: Reader, checks: ValueChecks, artifactId: number): Promise<Set<number>> {
  const [from, to] = await Promise.all([listLinksFrom(db, [artifactId]), listLinksTo(db, [artifactId])]);
  const ends = [...from.map((link) => link.target_id), ...to.map((link) => link.source_id)];
  return new Set(await checks.findUnknownArtifacts([...new Set(ends)]));
}

/** The submitted values with the hidden links of the current ones put back, in their order. */
export function keepHiddenLinks(
  tracker: Definition,
  current: StoredValues,
  submitted: { values: ReadonlyMap<number, unknown>; hiddenIds: ReadonlySet<number> },
): Map<number, unknown> {
  const values = new Map(submitted.values);
  for (const field of tracker.fields) {
    const sent = field.type === 'art_link' ? values.get(field.id) : undefined;
    if (!isLinkList(sent)) continue;
    const before = current[field.id];
    if (isLinkList(before)) values.set(field.id, mergeLinks(before, sent, submitted.hiddenIds));
  }
  return values;
}

function mergeLinks(before: ArtifactLink[], sent: ArtifactLink[], hiddenIds: ReadonlySet<number>): ArtifactLink[] {
  if (!before.some((link) => hiddenIds.has(link.id))) return sent;
  const keyOf = (link: ArtifactLink): string => `${link.id} ${link.type}`;
  const wanted = new Set(sent.map(keyOf));
  const kept = before.filter((link) => hiddenIds.has(link.id) || wanted.has(keyOf(link)));
  const known = new Set(kept.map(keyOf));
  return [...kept, ...sent.filter((link) => !known.has(keyOf(link)))];
}
