// What the description of the API says beyond the routes: introduction and example requests.
import { describeApi } from '../../platform/http/index.ts';
import type { OpenApiDocument, Route } from '../../platform/http/index.ts';
import { programVersion } from '../site/index.ts';

const description = `Tepal's REST API. Every path also answers below \`/api/v1\`.

Requests and answers are JSON, or XML where \`Content-Type\` or \`Accept\` ask for \`application/xml\`: the root is
\`request\` or \`response\`, a key is an element, an entry of a list is an \`item\`.

Sign in with a token (\`POST /tokens\`, then the headers \`X-Auth-Token\` and \`X-Auth-UserId\`), with an access key
(\`X-Auth-AccessKey\`) or with HTTP Basic authentication.

To change an artifact without overwriting somebody else's change, send the \`ETag\` you read as \`If-Match\`; a newer
version answers 412.`;

const examples: Readonly<Record<string, unknown>> = {
  'POST /tokens': { username: 'alice', password: 'your password' },
  'POST /artifacts': {
    tracker: { id: 1 },
    values: [
      { field_id: 10, value: 'The login page is slow' },
      { field_id: 11, bind_value_ids: ['101'] },
    ],
  },
  'PUT /artifacts/:id': {
    values: [{ field_id: 10, value: 'The login page is slow on mobile' }],
    comment: { body: 'Measured on two phones.', format: 'text' },
  },
};

/** The OpenAPI document of these routes, which are all that Tepal has. */
export function describeTepal(routes: readonly Omit<Route<never>, 'run'>[]): OpenApiDocument {
  const urls = new Set(routes.map((route) => `${route.method} ${route.url}`));
  return describeApi(routes, {
    title: 'Tepal',
    version: programVersion,
    description,
    basePath: '/api',
    examples: Object.fromEntries(Object.entries(examples).filter(([operation]) => urls.has(operation))),
  });
}
