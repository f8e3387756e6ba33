// Links that a writer may not know of. GET does not show them, so what the writer sends can't mean them: they stay.
import { artifactLinks, fieldIs } from '../../trackers/index.ts';
import type { ArtifactLink, Definition } from '../../trackers/index.ts';
import { isLinkList } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';

/** The submitted values with the hidden links of the current ones put back, in their order. */
export function keepHiddenLinks(
  tracker: Definition,
  current: StoredValues,
  submitted: {
    values: ReadonlyMap<number, unknown>;
    hiddenTargets: ReadonlySet<number>;
    /** Where links come and go: done to the current ones. */
    forward?: { add: readonly ArtifactLink[]; remove: readonly ArtifactLink[] } | undefined;
  },
): Map<number, unknown> {
  const values = new Map(submitted.values);
  for (const field of tracker.fields) {
    const sent = fieldIs.links(field) ? values.get(field.id) : undefined;
    if (!isLinkList(sent)) continue;
    const before = current[field.id];
    const present = isLinkList(before) ? before : [];
    const { forward, hiddenTargets } = submitted;
    values.set(
      field.id,
      forward === undefined
        ? mergeLinks(present, sent, hiddenTargets)
        : artifactLinks.changeLinkList(present, forward, (id) => hiddenTargets.has(id)),
    );
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
