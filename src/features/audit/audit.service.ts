// The audit log of security events: who did what to whom, from where. Written in the transaction of what it tells of.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { storedJson } from '../../platform/database/index.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';

import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import type { AuditKind } from './audit.kinds.ts';
import { AuditDetails } from './audit.schema.ts';
import type { AuditEvent } from './audit.schema.ts';
import { insertEvents, listEvents, listLatest, listNewest } from './audit.store.ts';
import type { AuditFilter, AuditRow } from './audit.store.ts';
import { requireKnownSiteAdmin } from './site-admin.ts';

/** Who causes an event. */
export interface Actor {
  /** null: somebody who did not sign in, or the command line. */
  userId: number | null;
  name: string;
  /** Address of the peer; null for the command line. */
  address: string | null;
}

/** Whoever runs `tepal` on the server itself. */
export const commandLine: Actor = { userId: null, name: 'command line', address: null };

export interface AuditEntry {
  kind: AuditKind;
  by: Actor;
  /** The account that it happened to. */
  userId?: number;
  projectId?: number;
  /** Facts to read later, such as the name of a right; never a password, token or key. */
  details?: Readonly<Record<string, string | number | boolean>>;
}

/** Appends entries in the caller's transaction, so that an event is logged exactly when it happens. */
export const recordAudit = (tx: Writer, clock: Clock, ...entries: readonly AuditEntry[]): Promise<void> =>
  insertEvents(
    tx,
    entries.map(({ kind, by, userId, projectId, details }) => ({
      at_ms: clock.nowMs(),
      kind,
      actor_id: by.userId,
      actor_name: by.name,
      address: by.address,
      user_id: userId ?? null,
      project_id: projectId ?? null,
      details_json: JSON.stringify(details ?? {}),
    })),
  );

/** What the log must know of a reader. */
export interface AuditReader {
  user: { id: number; timezone: string | null } | undefined;
  isSuperUser: boolean;
}

interface Page {
  limit: number;
  offset: number;
}

export interface Audit {
  /** Newest first; throws unauthenticated for nobody and forbidden for who is no site administrator. */
  list(reader: AuditReader, filter: AuditFilter, page: Page): Promise<AuditList>;
  /** The same without a reader: for the command line, and for services that checked the right themselves. */
  listAll(filter: AuditFilter, page: Page): Promise<AuditList>;
  /** As listAll, but the first ones that were made before one of them, without counting the others. */
  listNewest(filter: AuditFilter, wish: Parameters<typeof listNewest>[2]): Promise<AuditList['events']>;
  /** When this last happened to accounts, by id, in ISO 8601. */
  listLatest(kind: AuditKind): Promise<Map<number, string>>;
}

export interface AuditList {
  events: Static<typeof AuditEvent>[];
  size: number;
}

/** Names of accounts and projects that entries are about, by id; what is there no more has none. */
export type NameSubjects = (
  db: Reader,
  ids: { users: readonly number[]; projects: readonly number[] },
) => Promise<{ users?: ReadonlyMap<number, string>; projects?: ReadonlyMap<number, AuditedProject> }>;

type AuditedProject = Pick<NonNullable<Static<typeof AuditEvent>['project']>, 'label' | 'shortname'>;

export function createAudit(database: Database, names: ExtensionPoint<NameSubjects>): Audit {
  const view = async (rows: readonly AuditRow[]): Promise<AuditList['events']> => {
    const ids = {
      users: [...new Set(rows.flatMap((row) => row.user_id ?? []))],
      projects: [...new Set(rows.flatMap((row) => row.project_id ?? []))],
    };
    const all = await Promise.all(names.list().map((name) => name(database.read, ids)));
    const users = new Map(all.flatMap((one) => [...(one.users ?? [])]));
    const projects = new Map(all.flatMap((one) => [...(one.projects ?? [])]));
    return rows.map((row) => {
      const [name, project] = [users.get(row.user_id ?? -1), projects.get(row.project_id ?? -1)];
      return {
        ...viewEvent(row),
        user: row.user_id === null || name === undefined ? null : { id: row.user_id, name },
        project: row.project_id === null || project === undefined ? null : { id: row.project_id, ...project },
      };
    });
  };
  const listAll = async (filter: AuditFilter, page: Page): Promise<AuditList> => {
    const { rows, size } = await listEvents(database.readSlow, filter, page);
    return { events: await view(rows), size };
  };
  return {
    listAll,
    listNewest: async (filter, wish) => view(await listNewest(database.readSlow, filter, wish)),
    async listLatest(kind) {
      const rows = await listLatest(database.read, kind);
      return new Map(rows.map((row) => [row.user_id ?? 0, formatIso(row.at_ms)]));
    },
    async list(reader, filter, page) {
      requireKnownSiteAdmin(reader, 'read the audit log');
      return listAll(filter, page);
    },
  };
}

const readDetails = storedJson(AuditDetails);

const viewEvent = (row: AuditRow): Omit<Static<typeof AuditEvent>, 'user' | 'project'> => ({
  id: row.id,
  date: formatIso(row.at_ms),
  kind: row.kind,
  actor: { id: row.actor_id, name: row.actor_name, address: row.address },
  user_id: row.user_id,
  project_id: row.project_id,
  details: readDetails(row.details_json, `details of audit event ${row.id}`),
});
