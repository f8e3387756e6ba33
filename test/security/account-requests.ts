// Sample requests about all accounts of the site, for those who manage them.

const account = '/accounts/999999';
const link = `${account}/directory_link`;

export const accountRequests: Readonly<Record<string, () => { path: string; body?: object }>> = {
  'GET /users/:id/activity': () => ({ path: '/users/101/activity' }),
  'GET /accounts': () => ({ path: '/accounts' }),
  'GET /accounts/:id': () => ({ path: account }),
  'GET /accounts/:id/directory_link': () => ({ path: link }),
  'PUT /accounts/:id/directory_link': () => ({ path: link, body: { ldap_id: 'nobody' } }),
  'DELETE /accounts/:id/directory_link': () => ({ path: link }),
  'GET /directory_people': () => ({ path: '/directory_people?query=nobody' }),
  'POST /accounts/:id/invitations': () => ({ path: `${account}/invitations`, body: {} }),
  'POST /account_imports': () => ({ path: '/account_imports', body: { csv: '', is_dry_run: true } }),
  'GET /user_suggestions': () => ({ path: '/user_suggestions?query=nobody' }),
  'GET /invitations': () => ({ path: '/invitations' }),
  'DELETE /invitations/:id': () => ({ path: '/invitations/999999' }),
  'POST /invitations/:id/renewals': () => ({ path: '/invitations/999999/renewals' }),
  'POST /invitations': () => ({ path: '/invitations', body: { emails: ['no address'] } }),
  'POST /invitations/check': () => ({ path: '/invitations/check', body: { link: 'no-such-link' } }),
  'POST /invitations/redeem': () => ({ path: '/invitations/redeem', body: { link: 'no-such-link' } }),
};
