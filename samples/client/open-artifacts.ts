// Lists the open artifacts of everybody's first tracker in a project, and comments on the first of them: with a client whose
// types are generated from the server's own description. See README.md beside this file.
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const [server = 'http://127.0.0.1:8080', username = 'ana', password = 'welcome-ana', project = '101'] =
  process.argv.slice(2);
const client = createClient<paths>({ baseUrl: `${server}/api` });

const { data: token, error } = await client.POST('/tokens', { body: { username, password } });
if (token === undefined) throw new Error(error.error.message);
const headers = { 'X-Auth-Token': token.token, 'X-Auth-UserId': token.user_id };

const { data: trackers = [] } = await client.GET('/projects/{id}/trackers', {
  headers,
  params: { path: { id: Number(project) }, query: { representation: 'minimal', limit: 1 } },
});
const [tracker] = trackers;
if (tracker === undefined) throw new Error(`project ${project} has no tracker that ${username} may see`);

const { data: artifacts = [] } = await client.GET('/trackers/{id}/artifacts', {
  headers,
  params: { path: { id: tracker.id }, query: { limit: 5 } },
});
for (const { xref, title, status } of artifacts) console.log(`${xref}\t${status ?? '–'}\t${title ?? ''}`);

const [first] = artifacts;
if (first !== undefined) {
  const { response } = await client.GET('/artifacts/{id}', { headers, params: { path: { id: first.id } } });
  const { response: put } = await client.PUT('/artifacts/{id}', {
    // What somebody else wrote meanwhile is not overwritten: 412 then.
    headers: { ...headers, 'If-Match': response.headers.get('etag') ?? '*' },
    params: { path: { id: first.id } },
    body: { values: [], comment: { body: 'Seen by a *generated* client.', format: 'commonmark' } },
  });
  console.log(`comment: ${put.status}`);
}
