// Routes of the audit log.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { parseDate } from '../../platform/texts/dates.ts';
import { invalid } from '../../platform/errors.ts';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { writeAuditCsv } from './audit-csv.ts';
import { auditKinds } from './audit.kinds.ts';
import { AuditEvent } from './audit.schema.ts';
import type { Audit, AuditReader } from './audit.service.ts';

const listMax = 1000;
const idOf = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const date = Type.Optional(Type.String({ description: 'ISO 8601.' }));

function readDate(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const read = parseDate(text);
  if (read === undefined) throw invalid(`"${text}" is no date; write it as 2026-02-28 or 2026-02-28T13:05:09Z`, path);
  return read.ms;
}

const filterQuery = {
  kind: Type.Optional(Type.Enum(auditKinds, { description: 'What happened.' })),
  actor_id: idOf('Account that did it.'),
  user_id: idOf('Account that it was done to.'),
  project_id: idOf('Project that it was done in.'),
  from: date,
  until: date,
};
const FilterQuery = Type.Object(filterQuery);

const readFilter = (query: Static<typeof FilterQuery>) => ({
  kinds: query.kind === undefined ? undefined : [query.kind],
  actorId: query.actor_id,
  userId: query.user_id,
  projectId: query.project_id,
  fromMs: readDate(query.from, 'from'),
  untilMs: readDate(query.until, 'until'),
});

/** `GET /audit_events`, and the same as CSV: beyond the wire format that clients of other servers know. */
export const auditRoutes = (audit: Audit): Route<AuditReader>[] => [
  routesFor<AuditReader>()({
    method: 'GET',
    url: '/audit_events',
    access: 'signed-in',
    kind: 'list',
    tag: 'Server',
    summary: 'Security events, newest first, for site administrators',
    query: Type.Object({ ...filterQuery, ...paginationQuery(50, listMax) }),
    responses: { 200: Type.Array(AuditEvent) },
    async handler({ viewer, query }) {
      const { events, size } = await audit.list(viewer, readFilter(query), query);
      return { body: events, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  routesFor<AuditReader>()({
    method: 'GET',
    url: '/audit_events/csv',
    access: 'signed-in',
    kind: 'list',
    produces: 'text/csv',
    tag: 'Server',
    summary: 'Security events as CSV, newest first, for site administrators',
    query: FilterQuery,
    responses: { 200: Type.String() },
    async handler({ viewer, query }) {
      const filter = readFilter(query);
      await audit.list(viewer, filter, { limit: 1, offset: 0 });
      return {
        stream: { chunks: writeAuditCsv(audit, filter) },
        headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
      };
    },
  }),
];
