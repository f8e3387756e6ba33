// Sample requests about the people of a project, as in access-requests.ts.

type MemberRequest = (place: { project: number }) => { path: string; body?: object };

export const memberRequests: Readonly<Record<string, MemberRequest>> = {
  'GET /projects/:id/member_ends': ({ project }) => ({ path: `/projects/${project}/member_ends` }),
  'PUT /projects/:id/member_ends/:user_id': ({ project }) => ({
    path: `/projects/${project}/member_ends/1`,
    body: { last_day: '2000-01-01' },
  }),
  'DELETE /projects/:id/member_ends/:user_id': ({ project }) => ({ path: `/projects/${project}/member_ends/1` }),
  'GET /projects/:id/members': ({ project }) => ({ path: `/projects/${project}/members` }),
  'POST /projects/:id/members': ({ project }) => ({
    path: `/projects/${project}/members`,
    body: { role: 'guest', user_references: [] },
  }),
  'DELETE /projects/:id/members/:user_id': ({ project }) => ({ path: `/projects/${project}/members/1` }),
};
