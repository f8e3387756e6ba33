// Routes that make trackers, and give one as the file that another is made from.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { MadeTracker, NewTracker } from './new-tracker.schema.ts';
import type { NewTrackers } from './new-tracker.service.ts';

export const newTrackerRoutes = (trackers: NewTrackers): Route<Viewer>[] => [
  routesFor<Viewer>()({
    method: 'POST',
    url: '/trackers',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Create a tracker: blank, as a copy, from an archive’s XML, or from a definition',
    body: NewTracker,
    bodyMaxBytes: Infinity,
    responses: { 201: MadeTracker },
    async handler({ viewer, body }) {
      const tracker = await trackers.create(viewer, body);
      return {
        status: 201,
        body: tracker,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/${tracker.uri}` },
      };
    },
  }),
  routesFor<Viewer>()({
    method: 'GET',
    url: '/trackers/:id/tracker.xml',
    access: 'signed-in',
    kind: 'list',
    produces: 'application/xml',
    tag: 'Trackers',
    summary: 'A tracker without its artifacts as a <tracker> element for POST /trackers; for its administrators',
    params: IdParams,
    responses: { 200: Type.String() },
    async handler({ viewer, params }) {
      const { name, xml } = await trackers.export(viewer, params.id);
      const headers = { 'content-disposition': `attachment; filename="${name}.xml"` };
      return { stream: { chunks: Readable.from([xml]) }, headers };
    },
  }),
];
