// One harmless request for each route, sent by every kind of reader to every kind of project: see access-matrix.test.ts.
// A new route needs one line here, then `npm run contract` writes contract/access-matrix.tsv for review.

/** Things of one project. */
export interface Place {
  project: number;
  /** Everybody may read it; members may fill it. */
  tracker: number;
  /** Of a tracker for members, for its submitter, and for those it is assigned to. */
  artifact: number;
  /** REST id of the members. */
  group: string;
}

export interface SampleRequest {
  path: string;
  body?: unknown;
  /** Set where it ends the caller's session. */
  endsSession?: true;
}

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/**
 * By method and URL of the route. A request for writing asks for what is refused once access is granted, or changes
 * nothing, so that no request depends on those before it.
 */
export const accessRequests: Readonly<Record<string, (place: Place) => SampleRequest>> = {
  'GET /version': () => ({ path: '/version' }),
  'POST /tokens': () => ({ path: '/tokens', body: { username: 'unknown', password: 'unknown' } }),
  'DELETE /tokens': () => ({ path: '/tokens', endsSession: true }),
  'DELETE /tokens/:id': () => ({ path: '/tokens/unknown' }),
  'GET /users': () => ({ path: `/users?query=${json({ username: 'member' })}` }),
  'GET /users/:id': () => ({ path: '/users/self' }),
  'GET /users/:id/preferences': () => ({ path: '/users/self/preferences?key=unknown' }),
  'GET /users/:id/history': () => ({ path: '/users/self/history' }),
  'GET /users/:id/dashboards': () => ({ path: '/users/self/dashboards' }),
  'GET /users/:id/membership': () => ({ path: '/users/101/membership' }),
  'GET /users/:id/artifacts': () => ({ path: `/users/self/artifacts?query=${json({ submitted_by: true })}` }),
  'POST /user_dashboards': () => ({ path: '/user_dashboards', body: { name: '' } }),
  'GET /projects': () => ({ path: '/projects' }),
  'GET /projects/:id': ({ project }) => ({ path: `/projects/${project}` }),
  'GET /projects/:id/user_groups': ({ project }) => ({ path: `/projects/${project}/user_groups` }),
  'GET /projects/:id/trackers': ({ project }) => ({ path: `/projects/${project}/trackers` }),
  'GET /user_groups/:id': ({ group }) => ({ path: `/user_groups/${group}` }),
  'GET /user_groups/:id/users': ({ group }) => ({ path: `/user_groups/${group}/users` }),
  'GET /trackers/:id': ({ tracker }) => ({ path: `/trackers/${tracker}` }),
  'GET /trackers/:id/tracker_reports': ({ tracker }) => ({ path: `/trackers/${tracker}/tracker_reports` }),
  'GET /trackers/:id/artifacts': ({ tracker }) => ({ path: `/trackers/${tracker}/artifacts` }),
  'GET /trackers/:id/parent_artifacts': ({ tracker }) => ({ path: `/trackers/${tracker}/parent_artifacts` }),
  'GET /trackers/:id/used_artifact_links': ({ tracker }) => ({ path: `/trackers/${tracker}/used_artifact_links` }),
  'POST /artifacts': ({ tracker }) => ({
    path: '/artifacts',
    body: { tracker: { id: tracker }, values: [{ field_id: 0 }] },
  }),
  'GET /artifacts/:id': ({ artifact }) => ({ path: `/artifacts/${artifact}` }),
  'PUT /artifacts/:id': ({ artifact }) => ({ path: `/artifacts/${artifact}`, body: { values: [] } }),
  'GET /artifacts/:id/changesets': ({ artifact }) => ({ path: `/artifacts/${artifact}/changesets` }),
  'GET /artifacts/:id/links': ({ artifact }) => ({ path: `/artifacts/${artifact}/links` }),
  'GET /artifacts/:id/linked_artifacts': ({ artifact }) => ({
    path: `/artifacts/${artifact}/linked_artifacts?direction=forward`,
  }),
};
