// Accounts that a client names instead of giving their ids.
import { displayName, isUsableAccount } from '../../people/index.ts';
import type { People, UserRow } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field, NamedValue, Trackers } from '../../trackers/index.ts';

/** As ValueChecks.findNamedUsers. A field that offers everybody finds them by what is unique of an account. */
export async function findNamedUsers(
  deps: { people: People; trackers: Trackers },
  viewer: Viewer,
  tracker: Definition,
  { field, names, heldIds }: { field: Field; names: readonly NamedValue[]; heldIds: readonly number[] },
): Promise<(number | undefined)[]> {
  if (names.length === 0) return [];
  const offered = await deps.trackers.listBoundUserIds(viewer, field, tracker);
  const people = await deps.people.findMany([...(offered ?? []), ...heldIds], viewer.site.version);
  const isMeant = (user: UserRow, { by, text }: NamedValue): boolean => {
    if (by === 'email') return user.is_email_proven === 1 && user.email.toLowerCase() === text.toLowerCase();
    return user.username === text || (by === 'label' && displayName(user).trim() === text);
  };
  const everybody = async (name: NamedValue): Promise<UserRow | undefined> => {
    const login = name.by === 'label' ? (/\((\S+)\)$/.exec(name.text)?.[1] ?? name.text) : name.text;
    const user = await deps.people.findByIdentifier(login);
    return user !== undefined && isUsableAccount(user) && isMeant(user, name) ? user : undefined;
  };
  const found: (number | undefined)[] = [];
  for (const name of names) {
    const known = people.values().find((user) => isMeant(user, name));
    found.push((known ?? (offered === undefined ? await everybody(name) : undefined))?.id);
  }
  return found;
}
