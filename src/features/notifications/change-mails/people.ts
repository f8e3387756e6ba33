// People who might be told, with what they may know and how they want their mails.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader as DatabaseReader } from '../../../platform/database/index.ts';
import {
  listPreferencesOf,
  mailFormatPreference,
  mentionsPreference,
  ownChangesPreference,
} from '../../people/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Site } from '../../site/index.ts';
import type { Candidate } from './candidates.ts';

/** A candidate with what decides what they may know and how they want to be told. */
export interface Reader {
  candidate: Candidate;
  viewer: Viewer;
  wantsOwnChanges: boolean;
  wantsMentions: boolean;
  wantsHtml: boolean;
}

const idsPerStatement = 500;

async function loadPreferences(db: DatabaseReader, ids: readonly number[], name: string): Promise<Map<number, string>> {
  const all = new Map<number, string>();
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    // Queries of a file give nobody else a turn.
    await nextTurn();
    const some = await listPreferencesOf(db, ids.slice(start, start + idsPerStatement), name);
    for (const [id, value] of some) all.set(id, value);
  }
  return all;
}

/** Without those who may see nothing: addresses without an account, where the site admits nobody who did not sign in. */
export async function loadPeople(db: DatabaseReader, site: Site, candidates: readonly Candidate[]): Promise<Reader[]> {
  const users = candidates.flatMap(({ user }) => user ?? []);
  const ids = users.map(({ id }) => id);
  const [viewers, own, mentions, formats] = await Promise.all([
    projectViewers.loadReaders(db, site, users),
    loadPreferences(db, ids, ownChangesPreference),
    loadPreferences(db, ids, mentionsPreference),
    loadPreferences(db, ids, mailFormatPreference),
  ]);
  const stranger = site.settings.access_mode === 'anonymous' ? projectViewers.anonymousReader(site) : undefined;
  return candidates.flatMap((candidate) => {
    const id = candidate.user?.id ?? 0;
    const viewer = candidate.user === undefined ? stranger : viewers.get(id);
    return viewer === undefined
      ? []
      : {
          candidate,
          viewer,
          wantsOwnChanges: own.get(id) !== '0',
          wantsMentions: mentions.get(id) !== '0',
          wantsHtml: formats.get(id) !== 'text',
        };
  });
}

/** Those who may know of something; found out once for all who may know the same, unless that is personal. */
export async function filterKnowing<R extends { viewer: Viewer }>(
  readers: readonly R[],
  knows: (viewer: Viewer) => Promise<{ isKnown: boolean; isPersonal: boolean }>,
): Promise<R[]> {
  const knowing = new Set<R>();
  for (const [, alike] of Map.groupBy(readers, ({ viewer }) => viewer.rightsClass)) {
    const [first, ...others] = alike;
    if (first === undefined) continue;
    const { isKnown, isPersonal } = await knows(first.viewer);
    if (isKnown) knowing.add(first);
    for (const other of others) if (isPersonal ? (await knows(other.viewer)).isKnown : isKnown) knowing.add(other);
  }
  return readers.filter((reader) => knowing.has(reader));
}
