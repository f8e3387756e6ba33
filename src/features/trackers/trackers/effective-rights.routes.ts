// What one person may do in a tracker, for those who administer it.
import { Type } from 'typebox';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { IdParams, Nullable, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import { MinimalUser, viewMinimalUser } from '../../people/index.ts';
import { groupIds, projectViewers, userGroupNames } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, mayField, maySeeTracker, maySubmit } from './trackers.access.ts';
import type { Trackers } from './trackers.service.ts';

interface Deps {
  trackers: Trackers;
  /** The person as if they asked; undefined for an account that may not act. */
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

const EffectiveRights = Type.Object(
  {
    user: Nullable(MinimalUser),
    is_site_administrator: Type.Boolean({ description: 'Then they may do everything.' }),
    groups: Type.Array(Type.String(), {
      description: 'Ids of all groups of the site and the project that they belong to, as permissions name them.',
    }),
    sees_tracker: Type.Boolean(),
    submits: Type.Boolean({ description: 'Whether they may make artifacts.' }),
    administrates: Type.Boolean(),
    fields: Type.Array(
      Type.Object({
        field_id: Type.Integer(),
        reads: Type.Boolean(),
        submits: Type.Boolean({ description: 'Whether they fill it in new artifacts.' }),
        updates: Type.Boolean(),
      }),
    ),
  },
  { title: 'EffectiveRights' },
);

export const effectiveRightsRoute = ({ trackers, loadAbsent }: Deps): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/trackers/:id/effective_rights',
    access: 'signed-in',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Permissions of a user in a tracker through all groups, for administrators of the tracker',
    params: IdParams,
    query: Type.Object({ user_id: Type.Integer({ minimum: 1, description: 'Of the person.' }) }),
    responses: { 200: EffectiveRights },
    async handler({ viewer, params, query }) {
      const tracker = await trackers.read(viewer, params.id);
      if (!isTrackerAdmin(viewer, tracker))
        throw forbidden(
          says('tracker.rights-admin-only')`only administrators of the tracker can see the permissions of others`,
        );
      const person = await loadAbsent(query.user_id);
      if (person === undefined)
        throw invalid(says('rights.inactive')`is not an active account; use the ID of an active account`, 'user_id');
      const projectId = tracker.project.id;
      return {
        body: {
          user: viewMinimalUser(person.user, publicUrl(viewer.site.settings)),
          is_site_administrator: person.isSuperUser,
          groups: projectViewers
            .groupsOf(person, projectId)
            .filter((id) => id <= groupIds.nobody || tracker.groupNames.has(id))
            .map((id) => userGroupNames.groupRestId(id, projectId)),
          sees_tracker: maySeeTracker(person, tracker),
          submits: maySubmit(person, tracker),
          administrates: isTrackerAdmin(person, tracker),
          fields: tracker.fields.map((field) => ({
            field_id: field.id,
            reads: mayField(person, tracker, field, 'read'),
            submits: mayField(person, tracker, field, 'submit'),
            updates: mayField(person, tracker, field, 'update'),
          })),
        },
      };
    },
  });
