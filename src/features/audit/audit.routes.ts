// Routes of the audit log.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { writeAuditCsv } from './audit-csv.ts';
import { readAddress, readEventQuery, siteEventQuery } from './audit-filter.ts';
import { AuditEvent } from './audit.schema.ts';
import type { Audit, AuditReader } from './audit.service.ts';

/** Events of one page. */
const listMax = 1000;
const FilterQuery = Type.Object(siteEventQuery);

const readFilter = (query: Static<typeof FilterQuery>) => ({
  ...readEventQuery(query),
  projectId: query.project_id,
  address: readAddress(query.address),
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
    query: Type.Object({ ...siteEventQuery, ...paginationQuery(50, listMax) }),
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
    summary:
      'Security events as CSV, newest first, with dates in the time zone of the account, for site administrators',
    query: FilterQuery,
    responses: { 200: Type.String() },
    async handler({ viewer, query }) {
      const filter = readFilter(query);
      await audit.list(viewer, filter, { limit: 1, offset: 0 });
      return {
        stream: { chunks: writeAuditCsv(audit, filter, viewer.user?.timezone ?? Temporal.Now.timeZoneId()) },
        headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
      };
    },
  }),
];
