// Who follows an artifact, as far as whoever asks may know: what hidden fields and comments say of people is left out.
import type { Static } from 'typebox';
import { publicUrl } from '../../settings/index.ts';
import { changeDescriptions, findVisible, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow, Artifacts } from '../artifacts/index.ts';
import { viewMinimalUser } from '../people/index.ts';
import { projectViewers } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { chosenOf, listInvolving, listMailable } from './change-mails/candidates.ts';
import { followReason } from './change-mails/interests.ts';
import { filterKnowing } from './change-mails/people.ts';
import type { Follower } from './followers.schema.ts';
import { listArtifactChoices, listSubscriptions } from './rules.store.ts';

type FollowerView = Static<typeof Follower>;
type Reason = FollowerView['reason'];

/** People of one artifact who are looked at; those with higher ids are left out where more follow for the same reason. */
const followersMax = 500;

/** Those who chose it come first. */
const reasons: readonly Reason[] = ['artifact', 'involved', 'tracker'];

/** Whoever has a part in the artifact that the viewer may know of. */
async function listInvolved(
  { reading }: Artifacts,
  viewer: Viewer,
  row: ArtifactRow,
  tracker: Definition,
): Promise<Set<number>> {
  const values = parseValues(row);
  const named = listInvolving(tracker)
    .filter((field) => values[field.id] !== undefined && mayField(viewer, tracker, field, 'read'))
    .flatMap((field) => fieldTypeOf(field.type).mentions(values[field.id]).users ?? []);
  const commenters = await changeDescriptions.listVisibleCommenters(reading.db, viewer, tracker, row.id);
  return new Set([row.submitted_by, ...named, ...commenters]);
}

/** By user, without those who want no mail of it. */
async function listReasons(
  artifacts: Artifacts,
  viewer: Viewer,
  row: ArtifactRow,
  tracker: Definition,
): Promise<Map<number, Reason>> {
  const { db } = artifacts.reading;
  const [subscriptions, choices] = await Promise.all([
    listSubscriptions(db, tracker.id),
    listArtifactChoices(db, row.id),
  ]);
  const involved = await listInvolved(artifacts, viewer, row, tracker);
  const chosen = new Map(subscriptions.map((one) => [one.user_id, one]));
  const found = new Map<number, Reason>();
  for (const id of new Set([...choices.keys(), ...involved, ...chosen.keys()])) {
    const reason = followReason({
      chosen: chosenOf(chosen.get(id)),
      isSubscribed: choices.get(id),
      isInvolved: involved.has(id),
    });
    if (reason !== undefined) found.set(id, reason);
  }
  return found;
}

/** In order of reason and id, those who see the artifact. Throws as Artifacts.read. */
export async function listFollowers(
  artifacts: Artifacts,
  viewer: Viewer,
  artifactId: number,
  { limit, offset }: Page,
): Promise<{ followers: FollowerView[]; size: number }> {
  const { tracker } = await artifacts.read(viewer, artifactId);
  const { reading } = artifacts;
  const [row] = await listArtifactsByIds(reading.db, [artifactId]);
  if (row === undefined || tracker.settings.isNotificationStopped) return { followers: [], size: 0 };
  const reasonOf = await listReasons(artifacts, viewer, row, tracker);
  const placeOf = (id: number): number => reasons.indexOf(reasonOf.get(id) ?? 'tracker');
  const ids = [...reasonOf.keys()].sort((a, b) => placeOf(a) - placeOf(b) || a - b).slice(0, followersMax);
  const users = await listMailable(reading.db, ids);
  const viewers = await projectViewers.loadReaders(reading.db, viewer.site, users);
  const readers = users.flatMap((user) => {
    const own = viewers.get(user.id);
    return own === undefined ? [] : [{ user, viewer: own }];
  });
  const seeing = await filterKnowing(readers, async (one) => {
    const visible = await findVisible(reading, one, [row]);
    return { isKnown: visible.ids.has(row.id), isPersonal: visible.isPersonal };
  });
  const baseUrl = publicUrl(viewer.site.settings);
  const followers = seeing
    .sort((a, b) => placeOf(a.user.id) - placeOf(b.user.id) || a.user.id - b.user.id)
    .flatMap(({ user: { id }, ...one }) => {
      const user = viewMinimalUser(one.viewer.user, baseUrl);
      return user === null ? [] : [{ user, reason: reasonOf.get(id) ?? 'tracker' }];
    });
  return { followers: followers.slice(offset, offset + limit), size: followers.length };
}
