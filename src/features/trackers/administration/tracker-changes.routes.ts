// Routes that change trackers, apart from their fields.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  DeletedTrackers,
  SentCannedResponses,
  TrackerChange,
  TrackerDocument,
  TrackerSwitch,
} from './tracker-changes.schema.ts';
import type { SwitchName, TrackerChanges } from './tracker-changes.service.ts';
import type { TrackerDocuments } from './tracker-document.service.ts';
import { Tracker } from '../trackers/trackers.schema.ts';

const route = routesFor<Viewer>();

const cannedRoute = (changes: TrackerChanges): Route<Viewer> =>
  route({
    method: 'PUT',
    url: '/trackers/:id/canned_responses',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Replace the saved replies of a tracker',
    params: IdParams,
    body: SentCannedResponses,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await changes.replaceCanned(viewer, params.id, body);
      return {};
    },
  });

interface Switch {
  name: SwitchName;
  url:
    | '/trackers/:id/private_comments'
    | '/trackers/:id/artifact_moves'
    | '/trackers/:id/promotion'
    | '/trackers/:id/new_projects'
    | '/trackers/:id/assigned_subject';
  reading: string;
  choosing: string;
}

const switches: readonly Switch[] = [
  {
    name: 'privateComments',
    url: '/trackers/:id/private_comments',
    reading: 'Whether comments of a tracker may be for some groups alone; for its administrators',
    choosing: 'Choose whether new comments may be for some groups alone; those that are stay so',
  },
  {
    name: 'artifactMoves',
    url: '/trackers/:id/artifact_moves',
    reading: 'Whether artifacts of a tracker may be moved to other trackers; for its administrators',
    choosing: 'Choose whether artifacts may be moved to other trackers',
  },
  {
    name: 'promotion',
    url: '/trackers/:id/promotion',
    reading: 'Whether a tracker stands first where something is created; for its administrators',
    choosing: 'Choose whether the tracker stands first in the side bar of its project and where something is created',
  },
  {
    name: 'newProjects',
    url: '/trackers/:id/new_projects',
    reading: 'Whether projects that are made from the project of a tracker get it too; for its administrators',
    choosing:
      'Choose whether projects that are made from this project get the tracker too; what needs it brings it along',
  },
  {
    name: 'assignedSubject',
    url: '/trackers/:id/assigned_subject',
    reading:
      'Whether subjects of mails say that the artifact is assigned to who gets them; for administrators of the tracker',
    choosing: 'Choose whether subjects of mails say that the artifact is assigned to who gets them',
  },
];

const switchRoutes = (changes: TrackerChanges): Route<Viewer>[] =>
  switches.flatMap(({ name, url, reading, choosing }) => {
    const common = { url, access: 'signed-in', tag: 'Trackers', params: IdParams } as const;
    return [
      route({
        ...common,
        method: 'GET',
        kind: 'single',
        summary: reading,
        responses: { 200: TrackerSwitch },
        handler: async ({ viewer, params }) => ({ body: await changes.readSwitch(viewer, params.id, name) }),
      }),
      route({
        ...common,
        method: 'PUT',
        kind: 'action',
        summary: choosing,
        body: TrackerSwitch,
        responses: { 200: TrackerSwitch },
        handler: async ({ viewer, params, body }) => ({
          body: await changes.saveSwitch(viewer, params.id, name, body),
        }),
      }),
    ];
  });

const deletedRoutes = (changes: TrackerChanges): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/deleted_trackers',
    access: 'signed-in',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Deleted trackers of a project that can be restored, for project administrators',
    params: IdParams,
    responses: { 200: DeletedTrackers },
    handler: async ({ viewer, params }) => ({ body: await changes.listDeleted(viewer, params.id) }),
  }),
  route({
    method: 'POST',
    url: '/trackers/:id/restoration',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Restore a deleted tracker, as an administrator of its project',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await changes.restore(viewer, params.id);
      return { status: 204 };
    },
  }),
];

export const trackerChangeRoutes = (changes: TrackerChanges, documents: TrackerDocuments): Route<Viewer>[] => [
  cannedRoute(changes),
  ...switchRoutes(changes),
  ...deletedRoutes(changes),
  route({
    method: 'PATCH',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary:
      'Change names, colour, parent, permissions, semantics, notifications and, by the query, the workflow of a tracker',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(
        Type.String({
          description:
            'JSON: {"workflow": {"set_transitions_rules": {"field_id": 1, "is_used": true}}}, {"workflow": {"is_advanced": true}} or {"workflow": {"delete_transitions_rules": true}}.',
        }),
      ),
    }),
    body: TrackerChange,
    responses: { 200: Tracker },
    handler: async ({ viewer, params, query, body }) => ({
      body: await changes.change(viewer, params.id, body, query.query),
    }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary:
      'Change a tracker with its fields and workflow to a document as returned by GET; omitted parts stay unchanged',
    params: IdParams,
    body: TrackerDocument,
    bodyMaxBytes: Infinity,
    responses: { 200: Tracker },
    handler: async ({ viewer, params, body }) => ({ body: await documents.replace(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Delete a tracker; project administrators can restore it',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await changes.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
