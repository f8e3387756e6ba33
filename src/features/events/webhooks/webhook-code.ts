// What webhooks of projects tell of code: pushes, and what happens to pull requests, where their kinds are named.
import type { Database, Reader } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { artifactEvents } from '../../artifacts/index.ts';
import { listUsersByIds, viewMinimalUser } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayRead } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { listProjectEvents } from '../log/events.store.ts';
import type { EventRange } from '../log/events.store.ts';
import { codeEventKinds } from './webhook-kinds.ts';
import { plainMessage } from './webhook-message.ts';
import type { Message } from './webhook-message.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

/** null is every kind of what happens to artifacts; what happens to code is named. Throws invalid for other kinds. */
export function checkKinds(kinds: readonly string[] | null | undefined, isOfProject: boolean): void {
  const known: readonly string[] = [...artifactEvents.kinds, ...(isOfProject ? codeEventKinds : [])];
  const unknown = kinds?.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw invalid(
      says('event.kinds')`contains ${truncate(unknown, 40)}; use one or more of ${known.join(', ')}`,
      'kinds',
    );
}

/** The kinds that a webhook wants, apart by what they are about. */
export function partKinds(kinds: readonly string[] | undefined): { artifacts: string[]; code: string[] } {
  const wanted = kinds ?? artifactEvents.kinds;
  return {
    artifacts: wanted.filter((kind) => !codeEventKinds.includes(kind)),
    code: wanted.filter((kind) => codeEventKinds.includes(kind)),
  };
}

/** Of the project's events in the range, and how far that was looked at: those of repositories that the reader may read. */
export async function readCodeEvents(
  { database, code }: { database: Database; code: CodeAccess },
  reader: Viewer,
  range: EventRange,
): Promise<{ events: EventRow[]; next: number }> {
  if (range.kinds.length === 0 || range.to <= range.after) return { events: [], next: range.to };
  const found = await listProjectEvents(database.read, range);
  const readable = new Map<number, boolean>();
  for (const event of found) {
    const id = repositoryOf(event);
    if (!readable.has(id)) readable.set(id, await mayKnow(database.read, code, reader, id));
  }
  const next = found.length < range.limit ? range.to : (found.at(-1)?.position ?? range.to);
  return { events: found.filter((event) => readable.get(repositoryOf(event)) === true), next };
}

function repositoryOf({ details }: EventRow): number {
  const id: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'repositoryId') : undefined;
  return typeof id === 'number' ? id : 0;
}

async function mayKnow(db: Reader, code: CodeAccess, reader: Viewer, id: number): Promise<boolean> {
  const repository = await code.find(db, id);
  return repository !== undefined && mayRead(reader, repository);
}

/** With what the event says: for a push its refs, for a pull request its number. */
export async function codeMessage(
  { database }: { database: Database },
  webhookId: number,
  reader: Viewer,
  event: EventRow,
): Promise<Message> {
  const [user] = event.by === 0 ? [] : await listUsersByIds(database.read, [event.by]);
  const by = viewMinimalUser(user, publicUrl(reader.site.settings));
  const facts = { id: event.position, kind: event.kind, at: formatIso(event.atMs), by };
  const details = typeof event.details === 'object' && event.details !== null ? event.details : {};
  return plainMessage(`${webhookId}-${event.position}`, event.kind, event.atMs, { event: facts, ...details });
}
